import { turnOf } from '../core/arbiter/baseline.ts';
import { dateOf, readingAt } from '../core/time/day.ts';
import { EMPTY_PROGRAMME } from '../core/programme.ts';
import { recordsById } from '../core/records.ts';
import { nextRuleStart } from '../core/schedule/rule-times.ts';
import { instantOf } from '../core/time/zone.ts';
import { Fault } from '../fault.ts';
import { toInstant } from '../platform/clock.ts';
import type { BoardDetail, FlatBoardUpdate, StoredBoard } from '../schema/boards/boards.ts';
import type { BoardProgramme, Ending, Turn } from '../schema/state.ts';
import type { Quiet, QuietWrite, ShowAnswer, ShowWrite, TurnAnswer } from '../schema/boards/stays.ts';
import type { BoardService } from './boards/boards.ts';
import { whileAllHeld, whileHeld, type BoardParts } from './boards/parts.ts';
import { boardOf } from './lookup.ts';
import { requireFit } from './pages/showable.ts';
import { endIn, readEnd, readMoment } from './moments.ts';
import { chosenOutcome, requireOpen, toldOutcome } from './outcomes.ts';

/** The parts that stays work with. */
export interface StayServiceOptions extends BoardParts {
  readonly service: Pick<BoardService, 'update'>;
  readonly zone: () => string;
  /** Somebody chose a page by hand: running triggers of plugins end. */
  readonly onPin: () => void;
}

/** The hour at which the morning of tomorrow begins. */
const MORNING_HOUR = 6;

/**
 * What an owner decides for boards with an end: quiet, a page for a while, the turn of a rotation (rules, P7 to P9).
 */
export class StayService {
  readonly #options: StayServiceOptions;

  constructor(options: StayServiceOptions) {
    this.#options = options;
  }

  /**
   * Leaves a board alone, or every board with `all`, from now on: 404 unknown board, 400 for an end that has passed.
   */
  async quiet(boardId: string, { minutes, until }: QuietWrite): Promise<Quiet> {
    const now = this.#options.clock.now();
    const boards = this.#boardsOf(boardId);
    const ends =
      typeof minutes === 'number'
        ? endIn(minutes, now)
        : readEnd('until', readMoment('until', until ?? '', this.#options.zone()), now);
    const ids = boards.map(({ id }) => id);
    // A card may take long to write, and flaps must stop now.
    for (const id of ids) this.#options.boards.get(id)?.setPaused(true);
    try {
      await whileAllHeld(this.#options.writer, ids, () => this.#change(boards, { quiet: ends }));
    } finally {
      ids.forEach((id) => this.#settle(id));
    }
    return this.quietOf(boardId);
  }

  /** Ends the quiet of a board, or of every board with `all`; the programme follows at once. 404 unknown board. */
  async endQuiet(boardId: string): Promise<Quiet> {
    const boards = this.#boardsOf(boardId);
    await this.#change(boards, { quiet: null });
    for (const board of boards) this.#settle(board.id);
    return this.quietOf(boardId);
  }

  /** Until when a board is left alone; of `all` the first end, null unless all are. 404 unknown board. */
  quietOf(boardId: string): Quiet {
    const { programme, clock } = this.#options;
    const ends = this.#boardsOf(boardId).map(({ id }) => programme.decide(id, clock.now()).quiet_until);
    const known = ends.filter((end) => end !== null);
    return { quiet_until: known.length === ends.length ? toInstant(Math.min(...known)) : null };
  }

  /**
   * Shows a page or collection until its time is over; then pin, rules and default page count again. 404 unknown board
   * or page, 400 of another size or without such an end, 409 paused, quiet or silenced.
   */
  async show(boardId: string, { page_id, minutes, until }: ShowWrite): Promise<ShowAnswer> {
    const { store, writer, stored, onPin } = this.#options;
    const board = boardOf(store.state, boardId);
    const warnings = requireFit(store.state, page_id, board);
    const ends =
      typeof minutes === 'number' ? endIn(minutes, this.#options.clock.now()) : this.endOf(board, until ?? '');
    requireOpen(board, writer.refusal(board));
    return whileHeld(writer, board.id, async () => {
      await stored.change(board.id, { passing: { page_id, ends } });
      onPin();
      return { board_id: board.id, page_id, until: ends.until, ...(await this.#present(board, page_id)), warnings };
    });
  }

  /** The end that a body names: an instant, the next rule, or tomorrow morning; 400 when there is none. */
  endOf(board: StoredBoard, until: string): Ending {
    const { clock, programme, zone } = this.#options;
    const now = clock.now();
    if (until === 'tomorrow') return { until: toInstant(tomorrowMorning(now, zone())) };
    if (until !== 'next_rule') return readEnd('until', readMoment('until', until, zone()), now);
    const start = board.schedule_enabled ? nextRuleStart(programme.inputOf(board.id, now)) : null;
    if (start === null) throw new Fault(400, `until: no rule begins on the board "${board.name}".`);
    return readEnd('until', start, now);
  }

  /** The end of a pin that a body names; null for none. 400 for one of no pin, 404 unknown board. */
  pinEnd(boardId: string, pageId: string | null, until: string | null): Ending | null {
    if (until === null) return null;
    if (pageId === null) throw new Fault(400, 'until: without a page there is no pin that could end.');
    return this.endOf(boardOf(this.#options.store.state, boardId), until);
  }

  /**
   * Applies the sent fields to a board; an end of a pause pauses it. 400 for an end of no pause, or one that has
   * passed.
   */
  update(boardId: string, { paused_until, ...body }: FlatBoardUpdate): Promise<BoardDetail> {
    const { service, clock, zone } = this.#options;
    if ((paused_until ?? null) === null) return service.update(boardId, body);
    if (body.paused === false) throw new Fault(400, 'paused_until: only a pause has an end, and paused is false.');
    const { until } = readEnd('paused_until', readMoment('paused_until', paused_until ?? '', zone()), clock.now());
    return service.update(boardId, { ...body, paused: true }, until);
  }

  /**
   * Turns the rotation that runs to its next or previous page: 404 unknown board, 409 when none runs or board closed.
   */
  turn(boardId: string, by: 1 | -1): Promise<TurnAnswer> {
    return this.#turn(boardId, by, (turn) => turn);
  }

  /** Stays at the page of the rotation that runs for so many minutes; then the rotation goes on from there. */
  hold(boardId: string, minutes: number): Promise<TurnAnswer> {
    const now = this.#options.clock.now();
    return this.#turn(boardId, 0, (turn) => ({ ...turn, hold: { from: toInstant(now), ends: endIn(minutes, now) } }));
  }

  async #turn(boardId: string, by: 1 | 0 | -1, change: (turn: Turn) => Turn): Promise<TurnAnswer> {
    const { store, writer, programme, clock } = this.#options;
    const board = boardOf(store.state, boardId);
    requireOpen(board, writer.refusal(board));
    const now = clock.now();
    const turn = turnOf(programme.inputOf(board.id, now), now, by);
    if (!turn) throw new Fault(409, `No rotation runs on the board "${board.name}".`);
    const next = change(turn);
    return whileHeld(writer, board.id, async () => {
      await this.#change([board], { turn: next });
      const told = await this.#present(board, next.collection_id);
      const { resolved_page_id } = programme.decide(board.id, clock.now());
      return { board_id: board.id, page_id: resolved_page_id, until: next.hold?.ends.until ?? null, ...told };
    });
  }

  async #present(board: StoredBoard, id: string) {
    return toldOutcome(
      chosenOutcome(this.#options.store.state, board, id, await this.#options.loop.show(board, false)),
    );
  }

  #boardsOf(boardId: string): readonly StoredBoard[] {
    const { state } = this.#options.store;
    return boardId === 'all' ? state.boards : [boardOf(state, boardId)];
  }

  /** Stores what ends no message; nothing of boards that were removed meanwhile. */
  async #change(boards: readonly StoredBoard[], change: Partial<BoardProgramme>): Promise<void> {
    await this.#options.store.update(({ boards: present, programmes }) => {
      const ids = boards.flatMap(({ id }) => (recordsById(present).has(id) ? [id] : []));
      const changed = ids.map((id) => [id, { ...EMPTY_PROGRAMME, ...programmes[id], ...change }]);
      return { programmes: { ...programmes, ...Object.fromEntries(changed) } };
    });
  }

  /** Lets a board move again unless it is paused or quiet, and brings it up to date. */
  #settle(boardId: string): void {
    const { boards, loop } = this.#options;
    boards.settle(boardId);
    loop.wake(boardId);
  }
}

const tomorrowMorning = (now: number, zone: string): number => {
  const { year, month, day } = dateOf(readingAt(now, zone).number + 1);
  return instantOf({ year, month, day, hour: MORNING_HOUR, minute: 0, second: 0 }, zone);
};
