import { INSTANT } from '../board/driver.ts';
import { BROWSER_TARGET, causedOutcome, outcomeOf } from '../board/outcome.ts';
import type { Outcome } from '../board/outcome.ts';
import type { BoardRegistry } from '../board/registry.ts';
import type { Decision } from '../core/arbiter/decision.ts';
import type { Grid } from '../core/grid.ts';
import type { Cancel, Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { StoredBoard } from '../schema/board.ts';
import type { Store } from '../store/store.ts';
import type { Animation } from './animation.ts';
import { gridOf } from './picture.ts';
import type { Picture, Pictures } from './picture.ts';
import type { Programme } from './programme.ts';
import type { DataSources } from './sources.ts';
import { boardsToRetry, affectedBoards } from './affected-boards.ts';
import type { Writer } from './writer.ts';
import { MINUTE_MS } from '../core/durations.ts';

/** What the loop depends on. */
export interface DisplayLoopOptions {
  readonly store: Store;
  readonly boards: BoardRegistry;
  readonly programme: Programme;
  readonly writer: Writer;
  readonly pictures: Pictures;
  readonly animation: Animation;
  readonly sources: DataSources;
  readonly clock: Clock;
  readonly log: Log;
  /** Called after a board was looked at: what it shows, or why, may have changed. */
  readonly onDecision: (boardId: string) => void;
}

/** What came of showing a board's programme on demand. */
export interface Shown {
  readonly decision: Decision;
  /** What the board resolves to; null when there is nothing, or it could not be drawn. */
  readonly grid: Grid | null;
  /** Whether the board was asked to show it; false when something stood in the way before. */
  readonly tried: boolean;
  readonly outcome: Outcome;
}

/** How to show: even if the board shows it already; without animation. */
interface How {
  readonly force: boolean;
  readonly snap: boolean;
}

interface Run {
  /** Whether the board was in its silence window at the last look. */
  silent: boolean;
  wake: Cancel;
}

const never: Cancel = () => undefined;
/** How much too early a timer may fire. */
const EARLY_MS = 50;

/**
 * Keeps every board at what its programme says: looks at each full minute, at the exact moment at which a rule, a
 * message or a
 * rotation changes something, and when somebody changes something. Boards never wait for one another.
 */
export class DisplayLoop {
  readonly #options: DisplayLoopOptions;
  readonly #runs = new Map<string, Run>();
  #cancels: Cancel[] = [];
  #cancelInterval: Cancel = never;
  #running = false;
  #latenessMs = 0;
  #lookedAt = 0;
  #awake = new Set<string>();

  constructor(options: DisplayLoopOptions) {
    this.#options = options;
  }

  /** Whether the loop runs. */
  get running(): boolean {
    return this.#running;
  }

  /** How late the last full minute was noticed, in ms. */
  get latenessMs(): number {
    return this.#latenessMs;
  }

  /**
   * How long it has not looked at the boards by itself, which it does at least once a minute, in ms; 0 while it is
   * stopped.
   */
  get quietForMs(): number {
    return this.#running ? this.#options.clock.monotonic() - this.#lookedAt : 0;
  }

  /** Starts to follow the programme; answers whether it had been stopped. */
  start(): boolean {
    if (this.#running) return false;
    this.#running = true;
    const { clock, store, sources, writer } = this.#options;
    writer.endRests();
    this.#lookedAt = clock.monotonic();
    this.#cancels = [
      clock.everyMinute(() => this.#tick()),
      store.onChange((state, previous, changed) => {
        if (state.settings.polling !== previous.settings.polling) this.#armInterval();
        for (const id of boardsToRetry(state, previous)) writer.forgive(id);
        for (const id of affectedBoards(state, previous, changed)) this.wake(id);
      }),
      sources.onData((key) => this.#wakeFor(key)),
    ];
    this.#armInterval();
    this.wakeAll();
    return true;
  }

  /** Ends all following; explicit writes still go out. Answers whether it had been running. */
  stop(): boolean {
    if (!this.#running) return false;
    this.#running = false;
    for (const cancel of this.#cancels.splice(0)) cancel();
    this.#cancelInterval();
    for (const run of this.#runs.values()) run.wake();
    this.#options.writer.endRests();
    return true;
  }

  /** Looks at a board soon. */
  wake(boardId: string): void {
    if (!this.#running) return;
    if (this.#awake.size === 0) queueMicrotask(() => this.#lookAtAwake());
    this.#awake.add(boardId);
  }

  /** Looks at every board soon, the primary first. */
  wakeAll(): void {
    for (const board of this.#options.store.state.boards) this.wake(board.id);
  }

  /**
   * A board takes frames from now on, and nothing that was known of it holds: not what it showed, nor that it failed.
   */
  renew(boardId: string): void {
    this.#options.writer.forget(boardId);
    this.wake(boardId);
  }

  /**
   * Shows now what the board's programme says and waits for what becomes of it; also while the loop is stopped. `snap`:
   * without animation.
   */
  async show(board: StoredBoard, force: boolean, snap = false): Promise<Shown> {
    const { clock, writer, programme, pictures } = this.#options;
    const at = clock.now();
    const turn = writer.begin(board.id);
    const decision = programme.decide(board.id, at);
    const picture = await pictures.of(decision, board, at);
    if (!writer.isCurrent(board.id, turn))
      return { decision, grid: gridOf(picture), tried: false, outcome: outcomeOf('superseded') };
    return this.#present(board, decision, picture, { force, snap });
  }

  async #present(board: StoredBoard, decision: Decision, picture: Picture, { force, snap }: How): Promise<Shown> {
    const grid = gridOf(picture);
    const obstacle = this.#obstacle(board, decision, picture);
    if (!grid || obstacle) return { decision, grid, tried: false, outcome: obstacle ?? outcomeOf('nothing_to_show') };
    const motion = snap ? { transition: INSTANT } : this.#options.animation.of(picture.page, null, grid);
    const outcome = await this.#options.writer.write(board, { grid, force, ...motion }, 'programme');
    return { decision, grid, tried: outcome !== BROWSER_TARGET && outcome.code !== 'disabled', outcome };
  }

  /** What keeps the programme from being written; null when nothing does. */
  #obstacle(board: StoredBoard, decision: Decision, picture: Picture): Outcome | null {
    if (decision.paused) return this.#options.writer.refusal(board, decision);
    if ('error' in picture) return causedOutcome('not_drawn', picture.error);
    if ('grid' in picture) return null;
    return decision.because === 'silence'
      ? this.#options.writer.refusal(board, decision)
      : outcomeOf('nothing_to_show');
  }

  #tick(): void {
    const minute = this.#minute();
    this.#latenessMs = Math.max(0, this.#options.clock.now() - Math.floor(minute / MINUTE_MS) * MINUTE_MS);
    this.#lookAtAll(minute);
  }

  #lookAtAll(at: number): void {
    this.#lookedAt = this.#options.clock.monotonic();
    for (const board of this.#options.store.state.boards)
      if (!this.#options.writer.isResting(board.id)) void this.#look(board.id, at);
  }

  /**
   * Between the full minutes pages are looked at again in even steps of the interval that is set, for what moves by the
   * second.
   */
  #armInterval(): void {
    const { clock, store } = this.#options;
    this.#cancelInterval();
    const interval = store.state.settings.polling.interval_seconds * 1000;
    const now = clock.now();
    const due = (Math.floor(now / interval) + 1) * interval;
    this.#cancelInterval = clock.after(due - now, () => {
      this.#armInterval();
      if (due % MINUTE_MS !== 0) this.#lookAtAll(clock.now());
    });
  }

  /**
   * The full minute that a tick stands for: timers may fire a moment early, and a page must not show the minute before.
   */
  #minute(): number {
    const now = this.#options.clock.now();
    const next = Math.ceil(now / MINUTE_MS) * MINUTE_MS;
    return next - now < EARLY_MS ? next : now;
  }

  #wakeFor(key: string): void {
    for (const board of this.#options.store.state.boards)
      if (this.#options.pictures.shows(board.id, key)) this.wake(board.id);
  }

  #lookAtAwake(): void {
    const ids = [...this.#awake];
    this.#awake.clear();
    for (const id of ids) void this.#look(id, this.#options.clock.now());
  }

  async #look(boardId: string, at: number): Promise<void> {
    try {
      await this.#lookAt(boardId, at);
    } catch (error) {
      this.#options.log.error('A board could not be brought up to date.', { board: boardId, error: String(error) });
    }
  }

  async #lookAt(boardId: string, at: number): Promise<void> {
    const { store, programme, pictures, boards, writer, onDecision } = this.#options;
    const board = store.state.boards.find((one) => one.id === boardId);
    if (!this.#running || !board) return this.#forget(boardId);
    const run = this.#runOf(boardId);
    const decision = programme.decide(boardId, at);
    this.#noteSilence(boardId, run, decision);
    if (writer.isHeld(boardId)) return;
    const turn = writer.begin(boardId);
    this.#settle(boardId, decision);
    this.#arm(boardId, run, decision);
    onDecision(boardId);
    if (decision.paused) return;
    const picture = await pictures.of(decision, board, at);
    if (!writer.isCurrent(boardId, turn) || !this.#running) return;
    const grid = gridOf(picture);
    if (grid && writer.isNeedless(boardId, grid)) return;
    // After a failure the pause is kept whatever changes meanwhile; what is newest then is written at its end.
    if (writer.isResting(boardId)) return;
    if (boards.get(boardId)) await this.#present(board, decision, picture, { force: false, snap: false });
  }

  /**
   * A transition ends where silence begins. A board that leaves its window is written again, whatever it is thought to
   * show.
   */
  #noteSilence(boardId: string, run: Run, decision: Decision): void {
    if (!run.silent && decision.because === 'silence') this.#options.boards.get(boardId)?.halt();
    if (run.silent && !decision.silence.active) this.#options.writer.distrust(boardId);
    run.silent = decision.silence.active;
  }

  /**
   * Stores that a message has ended, so that it stays ended after a restart; until that is on the disk, each decision
   * says the same.
   */
  #settle(boardId: string, decision: Decision): void {
    const { store, log } = this.#options;
    const before = store.state.programmes[boardId];
    if (!before || decision.programme === before) return;
    const settled = decision.programme;
    store
      .update((state) =>
        state.programmes[boardId] === before ? { programmes: { ...state.programmes, [boardId]: settled } } : {},
      )
      .catch((error: unknown) => log.warn('The end of a message could not be stored.', { board: boardId, error }));
  }

  #arm(boardId: string, run: Run, decision: Decision): void {
    run.wake();
    run.wake = never;
    const due = decision.next_change;
    if (due === null) return;
    const { clock } = this.#options;
    run.wake = clock.after(Math.max(0, due - clock.now()), () => {
      const now = clock.now();
      // Timers may fire a moment early; a clock that was set back meanwhile is no moment.
      void this.#look(boardId, due - now < EARLY_MS ? Math.max(now, due) : now);
    });
  }

  #runOf(boardId: string): Run {
    let run = this.#runs.get(boardId);
    if (!run) {
      run = { silent: false, wake: never };
      this.#runs.set(boardId, run);
    }
    return run;
  }

  #forget(boardId: string): void {
    const run = this.#runs.get(boardId);
    if (!run || this.#options.store.state.boards.some((board) => board.id === boardId)) return;
    run.wake();
    this.#options.writer.drop(boardId);
    this.#runs.delete(boardId);
  }
}
