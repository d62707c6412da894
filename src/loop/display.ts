import { INSTANT } from '../board/driver.ts';
import { isLit } from '../board/kind.ts';
import { BROWSER_TARGET, causedOutcome, outcomeOf, type Outcome } from '../board/outcome.ts';
import type { BoardRegistry } from '../board/registry.ts';
import { isStill, type Decision } from '../core/arbiter/decision.ts';
import type { Grid } from '../core/flaps/grid.ts';
import type { Cancel, Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { SlicedQueue } from '../platform/sliced-queue.ts';
import type { StoredBoard } from '../schema/boards/boards.ts';
import type { ShownFrames } from '../store/shown-frames.ts';
import type { Store } from '../store/store.ts';
import type { Animation } from './animation.ts';
import { gridOf, transitionOf, type Picture, type Pictures } from './picture.ts';
import type { Programme } from './programme.ts';
import type { DataSources } from './sources.ts';
import { boardsToRetry, affectedBoards } from './affected-boards.ts';
import { DueBoards, EARLY_MS } from './due-boards.ts';
import type { Writer } from './writer.ts';
import { MINUTE_MS } from '../core/time/durations.ts';
import { withPause } from '../core/programme.ts';
import { recordsById } from '../core/records.ts';

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
  /** What earlier runs left on boards, and are to leave on the disk for later ones. */
  readonly frames: Pick<ShownFrames, 'left' | 'hurry'>;
  /** Called after a decision, and when the loop was stopped: what the board shows, or why, may have changed. */
  readonly onDecision: (boardId: string) => void;
}

/** The result of showing a board's programme on demand. */
export interface Shown {
  readonly decision: Decision;
  /** What the board resolves to; null when there is nothing, or it could not be drawn. */
  readonly grid: Grid | null;
  /** Whether the frame was handed to the board; false when it was refused before. */
  readonly tried: boolean;
  readonly outcome: Outcome;
}

/** `force`: even if the board shows the frame already; `snap`: without animation. */
interface ShowOptions {
  readonly force: boolean;
  readonly snap: boolean;
  /** Whether somebody asks for it, and not the programme. */
  readonly isAsked: boolean;
}

/** Whether nothing goes through the stillness of a board. */
const isLeftAlone = ({ because }: Decision): boolean => because === 'paused' || because === 'quiet';

const noop: Cancel = () => undefined;

/**
 * Keeps every board at its programme: updates it at each full minute, at the exact instant at which a rule, a message
 * or a rotation changes something, and when the stored state or data changes. Boards never wait for one another.
 */
export class DisplayLoop {
  readonly #options: DisplayLoopOptions;
  /** The boards that were looked at, and whether each was in its silence window the last time. */
  readonly #silent = new Map<string, boolean>();
  /** The boards that were looked at, and whether each was left as it is the last time. */
  readonly #left = new Map<string, boolean>();
  readonly #dues: DueBoards;
  /** The boards that are to be updated soon, and the instants for which they are. */
  readonly #turns = new SlicedQueue<string>((id) => this.#takeTurn(id));
  readonly #instants = new Map<string, number>();
  #cancels: Cancel[] = [];
  /** Ends the look at what is stored; null before the first start, and after the end. */
  #unfollow: Cancel | null = null;
  #cancelInterval: Cancel = noop;
  #running = false;
  #latenessMs = 0;
  #lastUpdateAt = 0;

  constructor(options: DisplayLoopOptions) {
    this.#options = options;
    this.#dues = new DueBoards(options.clock, (id, at) => this.#wakeAt(id, at));
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
   * Time since the last update of all boards, which happens at least once a minute, in ms; 0 while the loop is stopped.
   */
  get quietForMs(): number {
    return this.#running ? this.#options.clock.monotonic() - this.#lastUpdateAt : 0;
  }

  /** Starts the loop; answers whether it had been stopped. */
  start(): boolean {
    if (this.#running) return false;
    this.#running = true;
    const { clock, sources, writer } = this.#options;
    writer.cancelRetries();
    this.#lastUpdateAt = clock.monotonic();
    this.#unfollow ??= this.#follow();
    this.#cancels = [clock.everyMinute(() => this.#tick()), sources.onData((key) => this.#wakeFor(key))];
    this.#armInterval();
    this.wakeAll();
    return true;
  }

  /**
   * Stops the loop; explicit writes still go out, and what has an end still ends. Answers whether it had been running.
   */
  stop(): boolean {
    if (!this.#running) return false;
    this.#halt();
    const { store, onDecision } = this.#options;
    for (const { id } of store.state.boards) onDecision(id);
    return true;
  }

  #halt(): void {
    this.#running = false;
    for (const cancel of this.#cancels.splice(0)) cancel();
    this.#cancelInterval();
    this.#options.writer.cancelRetries();
  }

  /** Stops the loop for good: nothing is looked at any more. */
  end(): void {
    if (this.#running) this.#halt();
    this.#unfollow?.();
    this.#unfollow = null;
    this.#dues.clear();
  }

  #follow(): Cancel {
    const { store, writer } = this.#options;
    return store.onChange((state, previous, changed) => {
      if (state.boards !== previous.boards) for (const { id } of previous.boards) this.#forgetGone(id);
      if (this.#running && state.settings.polling !== previous.settings.polling) this.#armInterval();
      for (const id of boardsToRetry(state, previous)) writer.clearFailures(id);
      for (const id of affectedBoards(state, previous, changed)) this.wake(id);
    });
  }

  /** Updates a board soon; while the loop is stopped, only what is told of it. */
  wake(boardId: string): void {
    this.#wakeAt(boardId, 0);
  }

  /** Updates a board soon, for an instant (ms) that has come although the clock may be slightly behind it. */
  #wakeAt(boardId: string, at: number): void {
    if (!this.#unfollow) return;
    this.#instants.set(boardId, Math.max(at, this.#instants.get(boardId) ?? 0));
    this.#turns.add(boardId);
  }

  #takeTurn(boardId: string): void {
    const at = Math.max(this.#options.clock.now(), this.#instants.get(boardId) ?? 0);
    this.#instants.delete(boardId);
    void this.#update(boardId, at);
  }

  /** Updates every board soon, the primary first. */
  wakeAll(): void {
    for (const board of this.#options.store.state.boards) this.wake(board.id);
  }

  /** Forgets what a board shows and that it failed, and updates it: it takes frames from now on. */
  renew(boardId: string): void {
    this.#options.writer.forget(boardId);
    this.wake(boardId);
  }

  /**
   * Shows the board's programme now and answers the outcome; also while the loop is stopped. `snap`: without animation.
   */
  async show(board: StoredBoard, force: boolean, snap = false): Promise<Shown> {
    const { clock, writer, programme, pictures } = this.#options;
    const at = clock.now();
    const turn = writer.begin(board.id);
    const decision = programme.decide(board.id, at);
    const back = isLeftAlone(decision) || decision.because === 'silence' ? await this.#putBack(board, decision) : null;
    if (back) return back;
    const picture = await pictures.of(decision, board, at);
    if (!writer.isCurrent(board.id, turn))
      return { decision, grid: gridOf(picture), tried: false, outcome: outcomeOf('superseded') };
    return this.#present(board, decision, picture, { force, snap, isAsked: true });
  }

  async #present(
    board: StoredBoard,
    decision: Decision,
    picture: Picture,
    { force, snap, isAsked }: ShowOptions,
  ): Promise<Shown> {
    const grid = gridOf(picture);
    const obstacle = this.#refusal(board, decision, picture);
    if (!grid || obstacle) return { decision, grid, tried: false, outcome: obstacle ?? outcomeOf('nothing_to_show') };
    const passes = decision.because === 'critical';
    const motion =
      snap || isStill(decision)
        ? { transition: INSTANT }
        : this.#options.animation.of(picture.page, transitionOf(picture), grid);
    const outcome = await this.#options.writer.write(board, { grid, force, passes, ...motion }, 'programme', {
      why: decision.because,
      isAsked,
    });
    return { decision, grid, tried: outcome !== BROWSER_TARGET && outcome.code !== 'disabled', outcome };
  }

  /** What keeps the programme from being written; null when nothing does. */
  #refusal(board: StoredBoard, decision: Decision, picture: Picture): Outcome | null {
    if (isLeftAlone(decision)) return this.#options.writer.refusal(board, decision);
    if ('error' in picture) return causedOutcome('not_drawn', picture.error);
    if ('grid' in picture) return null;
    return decision.because === 'silence'
      ? this.#options.writer.refusal(board, decision)
      : outcomeOf('nothing_to_show');
  }

  #tick(): void {
    const minute = this.#minute();
    this.#latenessMs = Math.max(0, this.#options.clock.now() - Math.floor(minute / MINUTE_MS) * MINUTE_MS);
    this.#updateAll(minute);
  }

  #updateAll(at: number): void {
    this.#lastUpdateAt = this.#options.clock.monotonic();
    this.#dues.review();
    for (const { id } of this.#options.store.state.boards)
      if (!this.#options.writer.isBackingOff(id)) this.#wakeAt(id, at);
  }

  /**
   * Between the full minutes boards are updated at multiples of the configured interval, for pages that change by the
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
      if (due % MINUTE_MS !== 0) this.#updateAll(clock.now());
    });
  }

  /** The full minute of a tick: timers may fire slightly early, and a page must not show the minute before. */
  #minute(): number {
    const now = this.#options.clock.now();
    const next = Math.ceil(now / MINUTE_MS) * MINUTE_MS;
    return next - now < EARLY_MS ? next : now;
  }

  #wakeFor(key: string): void {
    for (const board of this.#options.store.state.boards)
      if (this.#options.pictures.shows(board.id, key)) this.wake(board.id);
  }

  async #update(boardId: string, at: number): Promise<void> {
    try {
      await this.#updateBoard(boardId, at);
    } catch (error) {
      this.#options.log.error('A board could not be brought up to date.', { board: boardId, error: String(error) });
    }
  }

  async #updateBoard(boardId: string, at: number): Promise<void> {
    const { store, programme, pictures, boards, writer, onDecision } = this.#options;
    const board = recordsById(store.state.boards).get(boardId);
    if (!this.#unfollow || !board) return;
    const decision = programme.decide(boardId, at);
    if (this.#running) this.#noteSilence(boardId, decision);
    this.#light(board, decision, at);
    if (writer.isHeld(boardId)) return;
    const turn = this.#running ? writer.begin(boardId) : null;
    this.#storeEnded(boardId, decision);
    boards.get(boardId)?.setPaused(isStill(decision));
    this.#dues.set(boardId, decision.next_change);
    onDecision(boardId);
    if (turn === null) return;
    await this.#noteLeft(board, decision);
    if (decision.because !== 'critical' && !writer.isBackingOff(boardId)) await this.#putBack(board, decision);
    if (isLeftAlone(decision)) return;
    const picture = await pictures.of(decision, board, at);
    if (!writer.isCurrent(boardId, turn) || !this.#running) return;
    const grid = gridOf(picture);
    if (grid && writer.isRedundant(boardId, grid)) return;
    // After a failure the pause is kept whatever changes meanwhile; the newest frame is written at its end.
    if (writer.isBackingOff(boardId)) return;
    if (boards.get(boardId))
      await this.#present(board, decision, picture, { force: false, snap: false, isAsked: false });
  }

  /** A board that stays closed after a critical message gets back what it showed before (rules, P10). */
  async #putBack(board: StoredBoard, decision: Decision): Promise<Shown | null> {
    const { writer } = this.#options;
    if (!writer.givesBack(board, decision)) return null;
    const grid = writer.coveredOn(board.id);
    if (decision.show.kind !== 'nothing') writer.uncover(board.id);
    if (!grid || decision.show.kind !== 'nothing') return null;
    const outcome = await writer.write(board, { grid, transition: INSTANT, passes: true }, 'return');
    return { decision, grid, tried: true, outcome };
  }

  /**
   * A board is left as it is: at the first look an earlier run says what that may be, which is blanked where it was to
   * pass; what a board without flaps shows from now on is kept for the next start.
   */
  async #noteLeft({ id }: StoredBoard, { show }: Decision): Promise<void> {
    const { frames, pictures, boards } = this.#options;
    const before = this.#left.get(id);
    const isLeft = show.kind === 'nothing';
    this.#left.set(id, isLeft);
    if (!isLeft || before) return;
    if (before === false) return boards.get(id)?.physical === false ? frames.hurry() : undefined;
    const frame = await frames.left(id);
    if (!frame) return;
    pictures.notePassing(id, frame.why);
    boards.get(id)?.recall(frame.grid);
  }

  /** A transition ends where silence begins. A board that leaves its window is written even if it seems unchanged. */
  #noteSilence(boardId: string, decision: Decision): void {
    const wasSilent = this.#silent.get(boardId);
    if (!wasSilent && decision.because === 'silence') this.#options.boards.get(boardId)?.halt();
    if (wasSilent && !decision.silence.active) this.#options.writer.invalidate(boardId);
    this.#silent.set(boardId, decision.silence.active);
  }

  /** Lights a display as its owner decided; in silence it is off, unless it stays on (rules, B17). */
  #light(board: StoredBoard, decision: Decision, at: number): void {
    if (!isLit(board) || isLeftAlone(decision)) return;
    const isSilent = decision.silence.active && decision.because !== 'critical';
    const isDark = isSilent && board.panel?.connection.on_in_silence !== true;
    this.#options.boards.get(board.id)?.setLight(isDark ? 0 : this.#options.programme.light(board, at).level);
  }

  /**
   * Stores that a message or a pause has ended, so that it stays ended after a restart; until then each decision finds
   * the same.
   */
  #storeEnded(boardId: string, decision: Decision): void {
    const { store, log } = this.#options;
    const before = store.state.programmes[boardId];
    const settled = decision.programme;
    const hasEnded = before !== undefined && settled !== before;
    const board = recordsById(store.state.boards).get(boardId);
    const pause = board?.paused && !decision.paused ? board : undefined;
    if (!hasEnded && !pause) return;
    store
      .update(({ programmes, boards }) => ({
        ...(hasEnded && programmes[boardId] === before && { programmes: { ...programmes, [boardId]: settled } }),
        ...(pause && { boards: boards.map((one) => (one === pause ? withPause(one, false) : one)) }),
      }))
      .catch((error: unknown) => log.warn('What has ended could not be stored.', { board: boardId, error }));
  }

  #forgetGone(boardId: string): void {
    const { store, writer, pictures } = this.#options;
    if (recordsById(store.state.boards).has(boardId)) return;
    this.#silent.delete(boardId);
    this.#left.delete(boardId);
    this.#dues.set(boardId, null);
    writer.remove(boardId);
    pictures.forget(boardId);
  }
}
