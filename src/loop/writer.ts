import type { Board } from '../board/board.ts';
import type { FrameRequest } from '../board/frame-request.ts';
import { BROWSER_TARGET, isSettled, outcomeOf, pausedOutcome, silencedOutcome } from '../board/outcome.ts';
import type { Outcome } from '../board/outcome.ts';
import type { BoardRegistry } from '../board/registry.ts';
import type { Decision } from '../core/arbiter/decision.ts';
import { withoutHoles } from '../core/geometry.ts';
import { gridsEqual } from '../core/grid.ts';
import type { Grid } from '../core/grid.ts';
import { toInstant } from '../platform/clock.ts';
import type { Cancel, Clock } from '../platform/clock.ts';
import type { StoredBoard } from '../schema/board.ts';
import type { Programme } from './programme.ts';
import { MINUTE_MS, SECOND_MS } from '../core/durations.ts';

/**
 * What a frame is to the programme of its board. `programme`: it is the programme, and is tried again after a failure.
 * `message`:
 * it takes the programme's place. `trial`: an animation is tried out; the programme stays what it is.
 */
export type Purpose = 'programme' | 'message' | 'trial';

const LONGEST_RETRY_MS = MINUTE_MS;

/** Pause before the next try after `failures` failures in a row: 1, 2, 4 … 60 s (rules, B8). */
const nextRetryMs = (failures: number): number =>
  Math.min(LONGEST_RETRY_MS, SECOND_MS * 2 ** (Math.max(1, failures) - 1));

/** The parts that the writer works with. */
export interface WriterOptions {
  readonly boards: Pick<BoardRegistry, 'get'>;
  readonly programme: Pick<Programme, 'decide' | 'target'>;
  readonly clock: Clock;
  /**
   * A board can be brought up to date again: a hold has ended in which that was missed, or the pause after a failure is
   * over.
   */
  readonly onFree: (boardId: string) => void;
}

/** What is known of the writes to one board. */
interface Lane {
  /** Counts those who begin to work on the board, so that whoever was slower knows that it is out of date. */
  turn: number;
  shown: Grid | null;
  /** What is on its way to the board. */
  sending: Grid | null;
  /** What the board refused: the same is not tried again by itself. */
  refused: Grid | null;
  failures: number;
  retry: Cancel | null;
  holds: number;
  /** Whether the programme wanted to be brought up to date during a hold. */
  missed: boolean;
}

/**
 * Every frame that anybody asks for goes to its board through here: the programme's, messages, pins, names of boards,
 * blanks and
 * trials of transitions. It knows whether a board takes writes, where the output goes, and what came of the last write.
 */
export class Writer {
  readonly #options: WriterOptions;
  readonly #lanes = new Map<string, Lane>();

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Whether output goes to the browser only, so that no flaps move. */
  get isBrowserOnly(): boolean {
    return this.#options.programme.target === 'ui';
  }

  /**
   * Why a board takes no explicit write now: it is paused, in its silence window, or switched off; null when it takes
   * them.
   */
  refusal(board: StoredBoard, decision: Decision = this.#decide(board)): Outcome | null {
    if (decision.paused) return pausedOutcome(board.name);
    const { active, next_change } = decision.silence;
    if (active) return silencedOutcome(board.name, next_change === null ? null : toInstant(next_change));
    return board.enabled && this.#options.boards.get(board.id) ? null : outcomeOf('disabled');
  }

  /**
   * Keeps the programme off a board until the returned function is called; then the board is brought up to date if that
   * was missed.
   */
  hold(boardId: string): Cancel {
    const lane = this.#laneOf(boardId);
    lane.holds++;
    lane.turn++;
    let released = false;
    return () => {
      if (released) return;
      released = true;
      lane.holds--;
      if (lane.holds > 0 || !lane.missed) return;
      lane.missed = false;
      this.#options.onFree(boardId);
    };
  }

  /** Begins to work on a board; `isCurrent` tells later whether somebody began after. */
  begin(boardId: string): number {
    return ++this.#laneOf(boardId).turn;
  }

  /** Whether nobody began to work on a board after the turn that `begin` answered. */
  isCurrent(boardId: string, turn: number): boolean {
    return this.#laneOf(boardId).turn === turn;
  }

  /** Whether the programme has to keep off a board now; it is told when it may go on. */
  isHeld(boardId: string): boolean {
    const lane = this.#laneOf(boardId);
    if (lane.holds > 0) lane.missed = true;
    return lane.holds > 0;
  }

  /** Whether a write of this grid would bring nothing: it is shown, on its way, or refused. */
  isNeedless(boardId: string, grid: Grid): boolean {
    const { shown, sending, refused } = this.#laneOf(boardId);
    return [shown, sending, refused].some((known) => known && gridsEqual(grid, known));
  }

  /** Whether a board is left alone for a while after a failure. */
  isResting(boardId: string): boolean {
    return this.#laneOf(boardId).retry !== null;
  }

  /** Shows a frame on a board and waits for what becomes of it. Never rejects for a board that fails. */
  async write(board: StoredBoard, wanted: FrameRequest, purpose: Purpose): Promise<Outcome> {
    const running = this.#options.boards.get(board.id);
    if (!running || !board.enabled) return outcomeOf('disabled');
    const request = { ...wanted, grid: withoutHoles(wanted.grid, running.geometry) };
    if (this.#isDrawnOnly(running, purpose)) {
      running.preview(request.grid);
      if (purpose !== 'trial') this.#note(board.id, request.grid);
      return BROWSER_TARGET;
    }
    const lane = this.#laneOf(board.id);
    lane.sending = request.grid;
    const outcome = await running.show(request);
    if (lane.sending === request.grid) lane.sending = null;
    if (purpose === 'programme') this.#concludeProgramme(board.id, request.grid, outcome);
    else this.#concludeOther(running, request.grid, outcome, purpose);
    return outcome;
  }

  /**
   * The device of a board started anew and lost what it showed, which it gets again: in silence too, for that changes
   * nothing. Under
   * `ui` its flaps are left alone.
   */
  async restore(boardId: string): Promise<void> {
    if (this.isBrowserOnly) return;
    const outcome = await this.#options.boards.get(boardId)?.restore();
    if (outcome?.code === 'unreachable') this.lose(boardId);
  }

  /**
   * Nothing that was known of a board holds: neither what it shows nor that it failed. The next frame is written
   * whatever it is.
   */
  forget(boardId: string): void {
    this.#options.boards.get(boardId)?.forget();
    this.#note(boardId, null);
  }

  /** What a board showed is worth nothing now, while the pause after a failure goes on. */
  distrust(boardId: string): void {
    this.#options.boards.get(boardId)?.forget();
    this.#laneOf(boardId).shown = null;
  }

  /** Ends the pause after failures. */
  forgive(boardId: string): void {
    const lane = this.#laneOf(boardId);
    lane.failures = 0;
    lane.refused = null;
    this.#endRest(lane);
  }

  /** A write failed and left nobody knows what: after a pause the programme is written. */
  lose(boardId: string): void {
    const lane = this.#laneOf(boardId);
    lane.shown = null;
    if (lane.retry === null) this.#tryAgain(boardId, nextRetryMs(++lane.failures));
  }

  /** Ends every pause after failures without a new try; how often each board failed stays known. */
  endRests(): void {
    for (const lane of this.#lanes.values()) {
      lane.turn++;
      this.#endRest(lane);
    }
  }

  /** A board is gone. */
  drop(boardId: string): void {
    const lane = this.#lanes.get(boardId);
    if (lane) this.#endRest(lane);
    this.#lanes.delete(boardId);
  }

  #decide(board: StoredBoard): Decision {
    return this.#options.programme.decide(board.id, this.#options.clock.now());
  }

  /**
   * Under the target `ui` no flaps move. A board of the browser still plays what is animated, but for a message, which
   * is there at once.
   */
  #isDrawnOnly(board: Board, purpose: Purpose): boolean {
    return this.isBrowserOnly && (board.physical || purpose === 'message');
  }

  #concludeProgramme(boardId: string, grid: Grid, outcome: Outcome): void {
    if (isSettled(outcome)) return this.#note(boardId, grid);
    const lane = this.#laneOf(boardId);
    lane.shown = null;
    lane.refused = outcome.code === 'refused' ? grid : null;
    if (outcome.code === 'too_soon') this.#tryAgain(boardId, outcome.retryAfterMs ?? nextRetryMs(lane.failures));
    if (outcome.code === 'unreachable' || outcome.code === 'quiet_hours')
      this.#tryAgain(boardId, nextRetryMs(++lane.failures));
  }

  #concludeOther(running: Board, grid: Grid, outcome: Outcome, purpose: Purpose): void {
    if (outcome.code === 'unreachable') this.lose(running.id);
    // A pause that broke it off may have left anything on the flaps.
    else if (outcome.code === 'interrupted') this.#note(running.id, null);
    else if (purpose === 'message' && isSettled(outcome))
      this.#note(running.id, isCut(running, grid, outcome) ? null : grid);
  }

  #note(boardId: string, grid: Grid | null): void {
    this.forgive(boardId);
    this.#laneOf(boardId).shown = grid;
  }

  #tryAgain(boardId: string, waitMs: number): void {
    const lane = this.#laneOf(boardId);
    this.#endRest(lane);
    lane.retry = this.#options.clock.after(waitMs, () => {
      lane.retry = null;
      this.#options.onFree(boardId);
    });
  }

  #endRest(lane: Lane): void {
    lane.retry?.();
    lane.retry = null;
  }

  #laneOf(boardId: string): Lane {
    let lane = this.#lanes.get(boardId);
    if (!lane) {
      lane = { turn: 0, shown: null, sending: null, refused: null, failures: 0, retry: null, holds: 0, missed: false };
      this.#lanes.set(boardId, lane);
    }
    return lane;
  }
}

/** Whether a transition was ended at a step, as by a silence window that began: the programme writes the rest. */
const isCut = ({ view: { characters } }: Board, grid: Grid, { code }: Outcome): boolean =>
  (code === 'sent' || code === 'browser_only') && characters !== null && !gridsEqual(characters, grid);
