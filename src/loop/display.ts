import type { Board } from '../board/board.ts';
import { reasonOf, type Delivery } from '../board/delivery.ts';
import { INSTANT } from '../board/driver.ts';
import type { BoardRegistry } from '../board/registry.ts';
import type { Decision } from '../core/arbiter.ts';
import { gridsEqual, type Grid } from '../core/grid.ts';
import { UI_ONLY } from '../core/no-flaps.ts';
import type { Cancel, Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { StoredBoard } from '../schema/board.ts';
import type { Store } from '../store/store.ts';
import type { Animation } from './animation.ts';
import { nextRetryMs } from './back-off.ts';
import { gridOf, type Picture, type Pictures } from './picture.ts';
import type { Programme } from './programme.ts';
import type { DataSources } from './sources.ts';
import { forgivenBoards, touchedBoards } from './touched.ts';

/** What the loop needs from its surroundings. */
export interface DisplayLoopOptions {
  readonly store: Store;
  readonly boards: BoardRegistry;
  readonly programme: Programme;
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
  /** Null when nothing was tried. */
  readonly delivery: Delivery | null;
  /** Why it could not be drawn or sent, or why nothing was tried; null when flaps were written. */
  readonly reason: string | null;
}

/** How often messages of each kind were ended by hand. */
export interface Endings {
  readonly timed: number;
  readonly untimed: number;
}

/** How to show: even if the board shows it already; without animation. */
interface How {
  readonly force: boolean;
  readonly snap: boolean;
}

interface Run {
  /** Counts the looks at a board, so that an older one that took its time knows that it is out of date. */
  look: number;
  shown: Grid | null;
  /** What is on its way to the board. */
  sending: Grid | null;
  held: number;
  /** Whether a look was wanted while the board was held. */
  missed: boolean;
  ended: Endings;
  failures: number;
  /** What the board turned down: the same is not tried again by itself. */
  refused: Grid | null;
  /** Whether the board was in its silence window at the last look. */
  silent: boolean;
  wake: Cancel;
  retry: Cancel | null;
}

const never: Cancel = () => undefined;
/** How much too early a timer may fire. */
const EARLY_MS = 50;

/**
 * Keeps every board at what its programme says: looks at each full minute, at the exact moment at which a rule, a message or a
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

  /** How long it has not looked at the boards by itself, which it does at least once a minute, in ms; 0 while it is stopped. */
  get quietForMs(): number {
    return this.#running ? this.#options.clock.monotonic() - this.#lookedAt : 0;
  }

  /** Starts to follow the programme; answers whether it had been stopped. */
  start(): boolean {
    if (this.#running) return false;
    this.#running = true;
    const { clock, store, sources } = this.#options;
    this.#lookedAt = clock.monotonic();
    this.#cancels = [clock.everyMinute(() => this.#tick()), store.onChange((state, previous, changed) => {
      if (state.settings.polling !== previous.settings.polling) this.#armInterval();
      for (const id of forgivenBoards(state, previous)) this.#forgive(id);
      for (const id of touchedBoards(state, previous, changed)) this.wake(id);
    }), sources.onData((key) => this.#wakeFor(key))];
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
    for (const run of this.#runs.values()) {
      run.look++;
      run.wake();
      run.retry?.();
      run.retry = null;
    }
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

  /** Keeps the loop's hands off a board until the returned function is called; then it looks again if something happened. */
  hold(boardId: string): Cancel {
    const run = this.#runOf(boardId);
    run.held++;
    run.look++;
    let released = false;
    return () => {
      if (released) return;
      released = true;
      run.held--;
      if (run.held === 0 && run.missed) {
        run.missed = false;
        this.wake(boardId);
      }
    };
  }

  /** Somebody ends the messages of a board, those too that are still on their way to it: untimed ones, and timed ones with `timed`. */
  endMessages(boardId: string, { timed }: { timed: boolean }): void {
    const run = this.#runOf(boardId);
    run.ended = { timed: run.ended.timed + Number(timed), untimed: run.ended.untimed + 1 };
  }

  /** How often messages of a board were ended; a message that finds it changed when it arrives is not to be kept. */
  endingsOf(boardId: string): Endings {
    return this.#runOf(boardId).ended;
  }

  /** Tells the loop what an explicit write put on a board, so that it does not write the same again. */
  note(boardId: string, grid: Grid | null): void {
    this.#forgive(boardId);
    this.#runOf(boardId).shown = grid;
  }

  /** What somebody else put on a board failed, and left nobody knows what: after a pause the programme is written. */
  lose(boardId: string): void {
    const run = this.#runOf(boardId);
    run.shown = null;
    if (!run.retry && this.#running) this.#tryAgain(boardId, nextRetryMs(++run.failures));
  }

  /** A board takes frames from now on, and nothing that was known of it holds: not what it showed, nor that it failed. */
  renew(boardId: string): void {
    this.note(boardId, null);
    this.wake(boardId);
  }

  /** Shows now what the board's programme says and waits for what becomes of it; also while the loop is stopped. `snap`: without animation. */
  async show(board: StoredBoard, force: boolean, snap = false): Promise<Shown> {
    const at = this.#options.clock.now();
    const run = this.#runOf(board.id);
    const look = ++run.look;
    const decision = this.#options.programme.decide(board.id, at);
    const picture = await this.#options.pictures.of(decision, board, at);
    if (run.look !== look) return { decision, grid: gridOf(picture), delivery: null, reason: 'Something newer took its place.' };
    return this.#present(board, decision, picture, { force, snap });
  }

  async #present(board: StoredBoard, decision: Decision, picture: Picture, how: How): Promise<Shown> {
    const grid = gridOf(picture);
    const blocked = blockedReason(decision, picture);
    if (!grid || blocked !== null) return { decision, grid, delivery: null, reason: blocked };
    const running = this.#options.boards.get(board.id);
    if (!running) return { decision, grid, delivery: null, reason: 'The board is not running.' };
    const run = this.#runOf(board.id);
    run.sending = grid;
    const delivery = await this.#deliver(board, running, grid, picture, how);
    if (run.sending === grid) run.sending = null;
    if (delivery === null) return { decision, grid, delivery: null, reason: UI_ONLY };
    this.#conclude(board.id, grid, delivery);
    return { decision, grid, delivery, reason: reasonOf(delivery) };
  }

  /** Null when the output goes to the browser only. */
  async #deliver(stored: StoredBoard, board: Board, grid: Grid, picture: Picture, { force, snap }: How): Promise<Delivery | null> {
    if (this.#options.programme.target === 'ui' && board.physical) {
      board.preview(grid);
      this.note(stored.id, grid);
      return null;
    }
    return board.show({ grid, force, ...(snap ? { transition: INSTANT } : this.#options.animation.of(picture.page, null, grid)) });
  }

  #conclude(boardId: string, grid: Grid, delivery: Delivery): void {
    const run = this.#runOf(boardId);
    if (delivery.status === 'sent' || (delivery.status === 'unsent' && delivery.why !== 'superseded' && delivery.why !== 'stopped')) {
      this.note(boardId, grid);
      return;
    }
    run.shown = null;
    run.refused = delivery.status === 'failed' && delivery.refused ? grid : null;
    if (delivery.status === 'unsent' || delivery.status === 'unavailable' || run.refused) return;
    this.#tryAgain(boardId, delivery.status === 'throttled' ? delivery.retryAfterMs : nextRetryMs(++run.failures));
  }

  #tryAgain(boardId: string, wait: number): void {
    const run = this.#runOf(boardId);
    run.retry?.();
    run.retry = this.#options.clock.after(wait, () => {
      run.retry = null;
      this.wake(boardId);
    });
  }

  /** Ends the pause after failures. */
  #forgive(boardId: string): void {
    const run = this.#runOf(boardId);
    run.failures = 0;
    run.refused = null;
    run.retry?.();
    run.retry = null;
  }

  #tick(): void {
    const minute = this.#minute();
    this.#latenessMs = Math.max(0, this.#options.clock.now() - Math.floor(minute / 60_000) * 60_000);
    this.#lookAtAll(minute);
  }

  #lookAtAll(at: number): void {
    this.#lookedAt = this.#options.clock.monotonic();
    for (const board of this.#options.store.state.boards) if (!this.#runOf(board.id).retry) void this.#look(board.id, at);
  }

  /** Between the full minutes pages are looked at again in even steps of the interval that is set, for what moves by the second. */
  #armInterval(): void {
    const { clock, store } = this.#options;
    this.#cancelInterval();
    const interval = store.state.settings.polling.interval_seconds * 1000;
    const now = clock.now();
    const due = (Math.floor(now / interval) + 1) * interval;
    this.#cancelInterval = clock.after(due - now, () => {
      this.#armInterval();
      if (due % 60_000 !== 0) this.#lookAtAll(clock.now());
    });
  }

  /** The full minute that a tick stands for: timers may fire a moment early, and a page must not show the minute before. */
  #minute(): number {
    const now = this.#options.clock.now();
    const next = Math.ceil(now / 60_000) * 60_000;
    return next - now < EARLY_MS ? next : now;
  }

  #wakeFor(key: string): void {
    for (const board of this.#options.store.state.boards) if (this.#options.pictures.shows(board.id, key)) this.wake(board.id);
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
    const { store, programme, pictures, boards, onDecision } = this.#options;
    const board = store.state.boards.find((one) => one.id === boardId);
    if (!this.#running || !board) return this.#forget(boardId);
    const run = this.#runOf(boardId);
    const decision = programme.decide(boardId, at);
    this.#noteSilence(boardId, run, decision);
    if (run.held > 0) {
      run.missed = true;
      return;
    }
    const look = ++run.look;
    this.#settle(boardId, decision);
    this.#arm(boardId, run, decision);
    onDecision(boardId);
    if (decision.paused) return;
    const picture = await pictures.of(decision, board, at);
    if (run.look !== look || !this.#running) return;
    const grid = gridOf(picture);
    if (grid && [run.shown, run.sending, run.refused].some((known) => known && gridsEqual(grid, known))) return;
    // After a failure the pause is kept whatever changes meanwhile; what is newest then is written at its end.
    if (run.retry) return;
    if (boards.get(boardId)) await this.#present(board, decision, picture, { force: false, snap: false });
  }

  /** A transition ends where silence begins. A board that leaves its window is written again, whatever it is thought to show. */
  #noteSilence(boardId: string, run: Run, decision: Decision): void {
    if (!run.silent && decision.because === 'silence') this.#options.boards.get(boardId)?.halt();
    if (run.silent && !decision.silence.active) {
      run.shown = null;
      this.#options.boards.get(boardId)?.forget();
    }
    run.silent = decision.silence.active;
  }

  /** Stores that a message has ended, so that it stays ended after a restart; until that is on the disk, each decision says the same. */
  #settle(boardId: string, decision: Decision): void {
    const { store, log } = this.#options;
    const before = store.state.programmes[boardId];
    if (!before || decision.programme === before) return;
    const settled = decision.programme;
    store
      .update((state) => (state.programmes[boardId] === before ? { programmes: { ...state.programmes, [boardId]: settled } } : {}))
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
      run = { look: 0, shown: null, sending: null, held: 0, missed: false, ended: { timed: 0, untimed: 0 }, failures: 0, refused: null, silent: false, wake: never, retry: null };
      this.#runs.set(boardId, run);
    }
    return run;
  }

  #forget(boardId: string): void {
    const run = this.#runs.get(boardId);
    if (!run || this.#options.store.state.boards.some((board) => board.id === boardId)) return;
    run.wake();
    run.retry?.();
    this.#runs.delete(boardId);
  }
}

const blockedReason = (decision: Decision, picture: Picture): string | null => {
  if (decision.paused) return 'The board is paused.';
  if ('error' in picture) return picture.error;
  if (decision.because === 'silence' && !('grid' in picture)) return 'The board is in its silence window.';
  return 'grid' in picture ? null : 'There is nothing to show: no page is pinned or scheduled.';
};
