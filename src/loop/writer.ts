import { getOrInsert } from '../core/memo.ts';
import type { Board } from '../board/board.ts';
import type { FrameRequest } from '../board/frame-request.ts';
import {
  BROWSER_TARGET,
  isHalfWay,
  isSettled,
  outcomeOf,
  pausedOutcome,
  quietOutcome,
  silencedOutcome,
  type Outcome,
} from '../board/outcome.ts';
import type { BoardRegistry } from '../board/registry.ts';
import type { Decision } from '../core/arbiter/decision.ts';
import { onFlaps } from '../core/flaps/geometry.ts';
import { gridsEqual, type Grid } from '../core/flaps/grid.ts';
import { toInstant, type Cancel, type Clock } from '../platform/clock.ts';
import type { StoredBoard } from '../schema/boards/boards.ts';
import type { Programme } from './programme.ts';
import { MINUTE_MS, SECOND_MS } from '../core/time/durations.ts';

/**
 * How a frame relates to the programme of its board. `programme`: it is the programme, and is retried after a failure.
 * `return`: it is what a frame covered that goes through everything, and is retried as well. `message`: it replaces the
 * programme. `trial`: it tests an animation; the programme stays the same.
 */
export type Purpose = 'programme' | 'return' | 'message' | 'trial';

const LONGEST_RETRY_MS = MINUTE_MS;

/** Pause before the next try after `failures` failures in a row: 1, 2, 4 … 60 s (rules, B8). */
const nextRetryMs = (failures: number): number =>
  Math.min(LONGEST_RETRY_MS, SECOND_MS * 2 ** (Math.max(1, failures) - 1));

/** Keeps what boards showed before a frame that went through everything; null when that is over. */
export interface CoveredFrames {
  of(boardId: string): Grid | null;
  keep(boardId: string, grid: Grid | null): void;
}

/** What the writer depends on. */
export interface WriterOptions {
  readonly boards: Pick<BoardRegistry, 'get'>;
  readonly programme: Pick<Programme, 'decide' | 'target'>;
  readonly clock: Clock;
  readonly covered: CoveredFrames;
  /**
   * Called when a board can be updated again: a hold has ended during which an update was skipped, or the pause after a
   * failure is over.
   */
  readonly onReady: (boardId: string) => void;
  /** Called when a board shows another frame, or would if it had flaps. */
  readonly onShown?: (boardId: string, shown: Shown) => void;
}

/** Why a frame is written, and whether somebody asks for it just now. */
export interface Cause {
  readonly why: string;
  readonly isAsked: boolean;
}

/** A frame that a board shows from now on. */
export interface Shown extends Cause {
  readonly grid: Grid;
  /** Whether flaps were moved. */
  readonly moved: boolean;
}

const MESSAGE: Cause = { why: 'message', isAsked: true };

/** The state of the writes to one board. */
class WriteState {
  /** Counts the writes that began, so that a slower one can tell that a newer one began after it. */
  turn = 0;
  shown: Grid | null = null;
  /** The frame that is being written. */
  sending: Grid | null = null;
  /** What it showed before a frame that went through everything. */
  covered: Grid | null;
  /** The frame that the board refused, which is not retried. */
  refused: Grid | null = null;
  failures = 0;
  retry: Cancel | null = null;
  holds = 0;
  /** Whether an update was skipped during a hold. */
  missed = false;

  constructor(covered: Grid | null) {
    this.covered = covered;
  }
}

/**
 * The part through which every frame goes to its board: of the programme, of messages, pins, identification, blanking
 * and tests of transitions. It knows whether a board takes writes, the output target, and the outcome of the last
 * write.
 */
export class Writer {
  readonly #options: WriterOptions;
  readonly #states = new Map<string, WriteState>();

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Whether the output target is the browser alone, so that no flaps move. */
  get isBrowserOnly(): boolean {
    return this.#options.programme.target === 'ui';
  }

  /**
   * Why a board takes no explicit write now: it is paused, quiet, in its silence window, or disabled; null when it
   * takes them. `passes` is what the write goes through (rules, P10).
   */
  refusal(
    board: StoredBoard,
    decision: Decision = this.#decide(board),
    passes: StoredBoard['critical_passes'] = 'none',
  ): Outcome | null {
    if (decision.paused && passes !== 'all') return pausedOutcome(board.name, board.paused_until ?? null);
    if (decision.quiet_until !== null && passes !== 'all')
      return quietOutcome(board.name, toInstant(decision.quiet_until));
    const { active, next_change } = decision.silence;
    if (active && passes === 'none')
      return silencedOutcome(board.name, next_change === null ? null : toInstant(next_change));
    return board.enabled && this.#options.boards.get(board.id) ? null : outcomeOf('disabled');
  }

  /**
   * Keeps the programme off a board until the returned function is called; then the board is updated if an update was
   * skipped.
   */
  hold(boardId: string): Cancel {
    const state = this.#stateOf(boardId);
    state.holds++;
    state.turn++;
    let released = false;
    return () => {
      if (released) return;
      released = true;
      state.holds--;
      if (state.holds > 0 || !state.missed) return;
      state.missed = false;
      this.#options.onReady(boardId);
    };
  }

  /** Begins a write to a board; `isCurrent` answers later whether another one began after it. */
  begin(boardId: string): number {
    return ++this.#stateOf(boardId).turn;
  }

  /** Whether no other write began after the turn that `begin` answered. */
  isCurrent(boardId: string, turn: number): boolean {
    return this.#stateOf(boardId).turn === turn;
  }

  /** Whether a board is held; then `onReady` is called at the end of the hold. */
  isHeld(boardId: string): boolean {
    const state = this.#stateOf(boardId);
    if (state.holds > 0) state.missed = true;
    return state.holds > 0;
  }

  /** Whether a write of this grid would change nothing: it is shown, being written, or refused. */
  isRedundant(boardId: string, grid: Grid): boolean {
    const { shown, sending, refused } = this.#stateOf(boardId);
    return [shown, sending, refused].some((known) => known && gridsEqual(grid, known));
  }

  /** Whether a board waits for its next try after a failure. */
  isBackingOff(boardId: string): boolean {
    return this.#stateOf(boardId).retry !== null;
  }

  /** Shows a frame on a board and answers the outcome. Never rejects for a board that fails. */
  async write(board: StoredBoard, wanted: FrameRequest, purpose: Purpose, cause = MESSAGE): Promise<Outcome> {
    const outcome = await this.#write(board, wanted, purpose);
    const isNew = outcome.code === 'sent' || outcome.code === 'browser_only';
    if (isNew) this.#options.boards.get(board.id)?.noteMissing(wanted.missing ?? []);
    if (isNew && purpose !== 'trial')
      this.#options.onShown?.(board.id, { ...cause, grid: wanted.grid, moved: outcome.code === 'sent' });
    return outcome;
  }

  async #write(board: StoredBoard, wanted: FrameRequest, purpose: Purpose): Promise<Outcome> {
    const running = this.#options.boards.get(board.id);
    if (!running || !board.enabled) return outcomeOf('disabled');
    const request = { ...wanted, grid: onFlaps(wanted.grid, running.geometry) };
    if (this.#isDrawnOnly(running, purpose)) {
      running.preview(request.grid);
      if (purpose !== 'trial') this.#note(board.id, request.grid);
      if (purpose === 'return') this.uncover(board.id);
      return BROWSER_TARGET;
    }
    const state = this.#stateOf(board.id);
    if (request.passes && purpose !== 'return') this.#cover(board.id, state, running.view.characters);
    state.sending = request.grid;
    const isProgramme = purpose === 'programme' || purpose === 'return';
    const outcome = await running.show({ ...request, once: !isProgramme });
    const isLast = state.sending === request.grid;
    if (isLast) state.sending = null;
    // What comes meanwhile and goes through everything as well covers the same.
    if (purpose === 'return' && isLast && (isSettled(outcome) || outcome.code === 'refused')) this.uncover(board.id);
    if (isProgramme) this.#concludeProgramme(running, request.grid, outcome);
    else this.#concludeOther(running, request.grid, outcome, purpose);
    return outcome;
  }

  /**
   * Writes the last frame again to a board whose device restarted and lost it (rules, B11): in silence too, since it is
   * the same frame. Under `ui` nothing is written.
   */
  async restore(boardId: string): Promise<void> {
    if (this.isBrowserOnly) return;
    const outcome = await this.#options.boards.get(boardId)?.restore();
    if (outcome && isHalfWay(outcome)) this.markFailed(boardId, outcome.retryAfterMs);
  }

  /** Forgets what a board shows and that it failed: the next frame is written whatever it is. */
  forget(boardId: string): void {
    this.#options.boards.get(boardId)?.forget();
    this.#note(boardId, null);
  }

  /** Forgets what a board shows, but not the pause after a failure. */
  invalidate(boardId: string): void {
    this.#options.boards.get(boardId)?.forget();
    this.#stateOf(boardId).shown = null;
  }

  /**
   * Whether a board gets back what it showed before a critical message, though it takes no other write (rules, P10).
   */
  givesBack(board: StoredBoard, decision: Decision = this.#decide(board)): boolean {
    const isCovered = this.#stateOf(board.id).covered !== null;
    return isCovered && this.refusal(board, decision, board.critical_passes) === null;
  }

  /** What a board showed before a frame that goes through everything, until it has it again; null for nothing. */
  coveredOn(boardId: string): Grid | null {
    return this.#stateOf(boardId).covered;
  }

  /** What a board showed before such a frame is not given back any more. */
  uncover(boardId: string): void {
    const state = this.#stateOf(boardId);
    if (state.covered) this.#options.covered.keep(boardId, null);
    state.covered = null;
  }

  #cover(boardId: string, state: WriteState, shown: Grid | null): void {
    if (state.covered || !shown) return;
    state.covered = shown;
    this.#options.covered.keep(boardId, shown);
  }

  /** Forgets the failures of a board, and ends the pause after them. */
  clearFailures(boardId: string): void {
    const state = this.#stateOf(boardId);
    state.failures = 0;
    state.refused = null;
    this.#cancelRetry(state);
  }

  /**
   * A write failed and it is not known what the board shows: after a pause the programme is written. `waitMs`: how long
   * the board asked to be left alone.
   */
  markFailed(boardId: string, waitMs?: number): void {
    const state = this.#stateOf(boardId);
    state.shown = null;
    if (state.retry === null) this.#retryAfter(boardId, waitMs ?? nextRetryMs(++state.failures));
  }

  /** Cancels every pending retry; how often each board failed is kept. */
  cancelRetries(): void {
    for (const state of this.#states.values()) {
      state.turn++;
      this.#cancelRetry(state);
    }
  }

  /** Forgets a board that was removed. */
  remove(boardId: string): void {
    const state = this.#states.get(boardId);
    if (state) this.#cancelRetry(state);
    this.#states.delete(boardId);
  }

  #decide(board: StoredBoard): Decision {
    return this.#options.programme.decide(board.id, this.#options.clock.now());
  }

  /**
   * Under the target `ui` no flaps move. A browser board still plays animations, except for messages, which appear at
   * once.
   */
  #isDrawnOnly(board: Board, purpose: Purpose): boolean {
    return this.isBrowserOnly && (board.physical || purpose === 'message');
  }

  #concludeProgramme(running: Board, grid: Grid, outcome: Outcome): void {
    if (isSettled(outcome)) return this.#noteSettled(running, grid, outcome);
    const { id } = running;
    const state = this.#stateOf(id);
    state.shown = null;
    state.refused = outcome.code === 'refused' ? grid : null;
    if (outcome.code === 'too_soon') this.#retryAfter(id, outcome.retryAfterMs ?? nextRetryMs(state.failures));
    if (outcome.code === 'unreachable' || outcome.code === 'quiet_hours')
      this.#retryAfter(id, nextRetryMs(++state.failures));
  }

  #concludeOther(running: Board, grid: Grid, outcome: Outcome, purpose: Purpose): void {
    if (isHalfWay(outcome)) this.markFailed(running.id, outcome.retryAfterMs);
    // After an interruption it is not known what the flaps show.
    else if (outcome.code === 'interrupted') this.#note(running.id, null);
    else if (isSettled(outcome) && (purpose === 'message' || isCut(running, grid, outcome)))
      this.#noteSettled(running, grid, outcome);
  }

  #noteSettled(running: Board, grid: Grid, outcome: Outcome): void {
    this.#note(running.id, isCut(running, grid, outcome) ? null : grid);
  }

  #note(boardId: string, grid: Grid | null): void {
    this.clearFailures(boardId);
    this.#stateOf(boardId).shown = grid;
  }

  #retryAfter(boardId: string, waitMs: number): void {
    const state = this.#stateOf(boardId);
    this.#cancelRetry(state);
    state.retry = this.#options.clock.after(waitMs, () => {
      state.retry = null;
      this.#options.onReady(boardId);
    });
  }

  #cancelRetry(state: WriteState): void {
    state.retry?.();
    state.retry = null;
  }

  #stateOf(boardId: string): WriteState {
    return getOrInsert(this.#states, boardId, () => new WriteState(this.#options.covered.of(boardId)));
  }
}

/**
 * Whether a transition ended before its last step, as at the begin of a silence window or in a pause: the programme
 * writes the rest.
 */
const isCut = ({ view: { characters } }: Board, grid: Grid, { code }: Outcome): boolean =>
  (code === 'sent' || code === 'browser_only') && characters !== null && !gridsEqual(characters, grid);
