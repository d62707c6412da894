import type { BoardView } from '../../board/board-port.ts';
import { outcomeOf, type Outcome } from '../../board/outcome.ts';
import { MESSAGES } from '../../core/arbiter/decision.ts';
import { pageShown, type PageShown } from '../../core/arbiter/page-shown.ts';
import { decodeGrid } from '../../core/flaps/flaps.ts';
import { geometryOf } from '../../core/flaps/geometry.ts';
import { gridToRows, type Grid } from '../../core/flaps/grid.ts';
import { withPause } from '../../core/programme.ts';
import { recordsById } from '../../core/records.ts';
import { Fault } from '../../fault.ts';
import { toInstant } from '../../platform/clock.ts';
import { inTurns } from '../../platform/crowd.ts';
import type {
  BoardDetail,
  BoardRuntimeStatus,
  BoardSummary,
  BoardUpdate,
  StoredBoard,
} from '../../schema/boards/boards.ts';
import type { ActivePageAnswer } from '../../schema/content/messages.ts';
import type { OutcomeCode } from '../../schema/boards/outcomes.ts';
import type { Ending, State } from '../../schema/state.ts';
import { boardOf } from '../lookup.ts';
import { chosenOutcome } from '../outcomes.ts';
import { requireFit } from '../pages/showable.ts';
import { whileHeld, type BoardParts } from './parts.ts';

/** The answer to a pin, with the code of what became of its write; null where nothing was to be written. */
export type PinResult = ActivePageAnswer & { readonly code: OutcomeCode | null };

/** What came of showing the programme again; `code` tells why no flaps were moved. */
export interface RefreshResult {
  readonly message: string;
  readonly sent: boolean;
  readonly board_id: string | null;
  readonly code: OutcomeCode;
}

const FAILURES: ReadonlySet<OutcomeCode> = new Set<OutcomeCode>(['refused', 'unreachable', 'misconfigured']);

/** The parts that boards work with. */
export interface BoardServiceOptions extends BoardParts {
  /** Called when somebody chose a page by hand: running triggers of plugins end. */
  readonly onPin: () => void;
  /** What the last frame of a board was shown for; null where nobody knows. */
  readonly whyOf: (boardId: string) => string | null;
  /** What keeps a board from what it follows; null for nothing. */
  readonly followProblem: (boardId: string) => string | null;
}

/** What a board's detail is made from: equal sketches with the same grids make the same detail. */
export interface BoardSketch {
  readonly facts: string;
  readonly characters: Grid | null;
  readonly expected: Grid | null;
}

/** What boards there are, what is on them and why; pins, pauses and refreshes. */
export class BoardService {
  readonly #options: BoardServiceOptions;

  constructor(options: BoardServiceOptions) {
    this.#options = options;
  }

  get #state(): State {
    return this.#options.store.state;
  }

  /** All boards, the primary first. */
  list(): { boards: BoardSummary[]; total: number } {
    const boards = this.#state.boards.map((board) => this.#summary(board));
    return { boards, total: boards.length };
  }

  /** What is on a board and why; 404 when there is none. Asks no hardware. */
  detail(id: string): BoardDetail {
    const board = boardOf(this.#state, id);
    const view = this.#options.boards.get(board.id)?.view;
    return {
      ...this.#summary(board),
      characters: view?.characters ? gridToRows(view.characters) : null,
      text: view?.characters ? decodeGrid(view.characters) : null,
      expected_characters: view?.expected ? gridToRows(view.expected) : null,
      ...this.#facts(board, view),
    };
  }

  /**
   * What a board shows, on its flaps or, when writes go to the browser only, there; null while nobody knows. 404 when
   * there is no board.
   */
  shown(id: string): Grid | null {
    const view = this.#options.boards.get(boardOf(this.#state, id).id)?.view;
    const grid = this.#options.programme.target === 'ui' ? (view?.expected ?? view?.characters) : view?.characters;
    return grid ?? null;
  }

  /** `shown` as rows of codes. */
  picture(id: string): number[][] | null {
    const grid = this.shown(id);
    return grid && gridToRows(grid);
  }

  /** Everything of `detail` but its grids as rows: cheap to make and to compare. 404 when there is none. */
  sketch(id: string): BoardSketch {
    const board = boardOf(this.#state, id);
    const view = this.#options.boards.get(board.id)?.view;
    return {
      facts: JSON.stringify([this.#summary(board), this.#facts(board, view)]),
      characters: view?.characters ?? null,
      expected: view?.expected ?? null,
    };
  }

  #facts(board: StoredBoard, view: BoardView | undefined) {
    const now = this.#options.clock.now();
    const decision = this.#options.programme.decide(board.id, now);
    return {
      read_at: view?.characters && view.readAt !== null ? toInstant(view.readAt) : null,
      active_page_id: decision.programme.active_page_id,
      scheduled_page_id: decision.scheduled_page_id,
      resolved_page_id: decision.resolved_page_id,
      resolved_next_check_seconds:
        decision.next_check === null ? null : Math.max(1, Math.ceil((decision.next_check - now) / 1000)),
      source: decision.source,
      default_page_id: board.default_page_id,
      override_expires_at: this.#options.programme.timedIn(decision)?.expires_at ?? null,
    };
  }

  /**
   * Applies the sent fields, all or none; a pause ends at `pausedUntil` where that is given. 404 for an unknown default
   * page, 400 for one of another size.
   */
  async update(id: string, body: BoardUpdate, pausedUntil: string | null = null): Promise<BoardDetail> {
    const boardId = boardOf(this.#state, id).id;
    await this.#options.store.update((state) => {
      const board = boardOf(state, boardId);
      if (typeof body.default_page_id === 'string') requireFit(state, body.default_page_id, board);
      const next: StoredBoard = {
        ...(typeof body.paused === 'boolean' ? withPause(board, body.paused, pausedUntil) : board),
        name: body.name ?? board.name,
        schedule_enabled: body.schedule_enabled ?? board.schedule_enabled,
        default_page_id: body.default_page_id === undefined ? board.default_page_id : body.default_page_id,
      };
      return { boards: state.boards.map((one) => (one.id === boardId ? next : one)) };
    });
    this.#options.boards.settle(boardId);
    return this.detail(boardId);
  }

  /**
   * Pins a page or collection and shows it at once, or unpins with null; a pin may have an end. The pin is stored
   * whatever becomes of the send.
   */
  async pin(id: string, pageId: string | null, ends: Ending | null = null): Promise<PinResult> {
    const board = boardOf(this.#state, id);
    const warnings = pageId === null ? [] : requireFit(this.#state, pageId, board);
    return whileHeld(this.#options.writer, board.id, async () => {
      await this.#setPin(board.id, pageId, ends);
      this.#options.onPin();
      if (pageId === null) {
        this.#options.loop.wake(board.id);
        return { board_id: board.id, page_id: null, sent: false, error: null, warnings, code: null };
      }
      const { code, reason } = await this.#sendPin(board, pageId);
      return { board_id: board.id, page_id: pageId, sent: code === 'sent', error: reason, warnings, code };
    });
  }

  /**
   * Shows the programme of one board, or of all with null, again, with `force` whatever is there; ends messages without
   * an end. 500 when a board could not be written; one of all that is removed meanwhile does not count.
   */
  async refresh(id: string | null, force = false): Promise<RefreshResult> {
    const boards = id === null ? this.#state.boards : [boardOf(this.#state, id)];
    const outcomes = await inTurns(boards, async (board) => {
      const outcome = await this.#refreshOne(board, force).catch((error: unknown) => {
        if (id !== null || recordsById(this.#state.boards).has(board.id)) throw error;
        return outcomeOf('interrupted');
      });
      return { board, outcome };
    });
    const failures = outcomes.filter(({ outcome }) => FAILURES.has(outcome.code));
    if (failures.length > 0)
      throw new Fault(500, failures.map(({ board, outcome }) => `${board.name}: ${outcome.reason}`).join(' '));
    const sent = outcomes.some(({ outcome }) => outcome.code === 'sent');
    const reasons = [...new Set(outcomes.flatMap(({ outcome }) => outcome.reason ?? []))].join(' ');
    return {
      message: sent ? 'The boards show their programme.' : reasons || 'Nothing had to be written.',
      sent,
      board_id: id === null ? null : (boards[0]?.id ?? null),
      code: sent ? 'sent' : (outcomes[0]?.outcome.code ?? 'nothing_to_show'),
    };
  }

  /** The page that a board shows now. */
  pageShown(board: StoredBoard): PageShown {
    const { programme, clock, whyOf } = this.#options;
    return pageShown(programme.decide(board.id, clock.now()), whyOf(board.id));
  }

  /** When the pin of a board ends; null for never, or without a pin. */
  pinEnd(id: string): string | null {
    const { active_page_id, pin_ends } = this.#options.programme.decide(id, this.#options.clock.now()).programme;
    return active_page_id === null ? null : (pin_ends?.until ?? null);
  }

  /** How a board runs; `decision` is what it shows now. */
  status(
    board: StoredBoard,
    { quiet_until } = this.#options.programme.decide(board.id, this.#options.clock.now()),
  ): BoardRuntimeStatus {
    const view = this.#options.boards.get(board.id)?.view;
    return {
      configured: board.enabled,
      paused: board.paused,
      active_page_id: this.#state.programmes[board.id]?.active_page_id ?? null,
      error: view?.error ?? this.#options.followProblem(board.id),
      drifted: view?.drifted ?? false,
      guessed: view?.guessed ?? false,
      substitutions: { ...view?.substitutions },
      last_sent_at: view?.lastSentAt == null ? null : toInstant(view.lastSentAt),
      quiet_until: quiet_until === null ? null : toInstant(quiet_until),
    };
  }

  /** Until when a board is quiet, and paused; null where it is not, or without an end. 404 when there is none. */
  ends(id: string): { quiet_until: string | null; paused_until: string | null } {
    const { programme, clock } = this.#options;
    const board = boardOf(this.#state, id);
    const { quiet_until } = programme.decide(board.id, clock.now());
    return {
      quiet_until: quiet_until === null ? null : toInstant(quiet_until),
      paused_until: board.paused ? (board.paused_until ?? null) : null,
    };
  }

  async #refreshOne(board: StoredBoard, force: boolean): Promise<Outcome> {
    const { writer, stored, loop, programme, clock } = this.#options;
    return whileHeld(writer, board.id, async () => {
      await stored.end(board.id, { timed: false });
      // The one frame of a silence window is not written twice.
      const quiet = programme.decide(board.id, clock.now()).silence.active;
      return (await loop.show(board, force && !quiet)).outcome;
    });
  }

  async #sendPin(board: StoredBoard, pageId: string): Promise<Outcome> {
    const { store, writer, loop, programme, clock } = this.#options;
    const before = programme.decide(board.id, clock.now());
    const obstacle = writer.refusal(board, before) ?? (MESSAGES.has(before.because) ? outcomeOf('covered') : null);
    if (obstacle) return obstacle;
    return chosenOutcome(store.state, board, pageId, await loop.show(board, true));
  }

  #setPin(boardId: string, pageId: string | null, ends: Ending | null): Promise<void> {
    return this.#options.stored.change(boardId, {
      active_page_id: pageId,
      pin_ends: ends,
      passing: null,
    });
  }

  #summary(board: StoredBoard): BoardSummary {
    const { rows, cols } = geometryOf(board);
    return {
      id: board.id,
      name: board.name,
      device_type: board.device_type,
      rows,
      cols,
      is_primary: this.#state.boards[0]?.id === board.id,
      paused: board.paused,
      schedule_enabled: board.schedule_enabled,
    };
  }
}
