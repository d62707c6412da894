import { MINUTE_MS } from '../core/durations.ts';
import { fits, geometryOf } from '../core/geometry.ts';
import { withoutNull } from '../core/record.ts';
import { normaliseTime, silenceAt, silenceOf } from '../core/silence.ts';
import { formatTime, parseTime } from '../core/time-of-day.ts';
import { offsetAt } from '../core/zone.ts';
import { Fault } from '../fault.ts';
import { toInstant } from '../platform/clock.ts';
import type { Clock } from '../platform/clock.ts';
import type { StoredBoard } from '../schema/boards.ts';
import { DAYS } from '../schema/schedules.ts';
import type { Day } from '../schema/schedules.ts';
import type { Silence, SilenceAnswer, SilenceStatus, SilenceWrite } from '../schema/silence.ts';
import type { State } from '../schema/state.ts';
import type { Store } from '../store/store.ts';
import { boardOf, membersOf, requireFit, showableOf } from './lookup.ts';

/** When boards are quiet, and what they show then. */
export class SilenceService {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #zone: () => string;

  constructor(store: Store, clock: Clock, zone: () => string) {
    this.#store = store;
    this.#clock = clock;
    this.#zone = zone;
  }

  /**
   * The window of a board, its own settings over those of the install; with null the install's. 404 for an unknown
   * board.
   */
  get(boardId: string | null): SilenceAnswer {
    const { state } = this.#store;
    const { silence, silence_by_board } = state.settings;
    if (!boardId) return { config: { ...silence, by_board: silence_by_board }, board_id: null, warnings: [] };
    const { id } = boardOf(state, boardId);
    return { config: silenceOf(id, state.settings), board_id: id, warnings: [] };
  }

  /** Applies the sent fields to a board, or to the install: 404 unknown board or page, 400 for what cannot be. */
  async update(body: SilenceWrite): Promise<SilenceAnswer> {
    const boardId = body.board_id ? boardOf(this.#store.state, body.board_id).id : null;
    const sent = this.#read(body);
    let warnings: string[] = [];
    await this.#store.update((state) => {
      const own = boardId === null ? {} : { ...state.settings.silence_by_board[boardId], ...sent };
      const merged = { ...state.settings.silence, ...(boardId === null ? sent : own) };
      checkTimes(merged);
      // A page that went missing since must not stand in the way of other changes.
      if ('mode' in sent || 'page_id' in sent)
        warnings = checkPage(state, merged, boardId === null ? followers(state) : [boardOf(state, boardId)]);
      if (boardId === null)
        return {
          settings: {
            ...state.settings,
            silence: merged,
            silence_by_board: state.boards.length === 1 ? {} : state.settings.silence_by_board,
          },
        };
      return {
        settings: { ...state.settings, silence_by_board: { ...state.settings.silence_by_board, [boardId]: own } },
      };
    });
    return { ...this.get(boardId), warnings };
  }

  /** Gives a board the window of the install again. */
  async reset(boardId: string): Promise<SilenceAnswer> {
    const { id } = boardOf(this.#store.state, boardId);
    await this.#store.update((state) => {
      const { [id]: _own, ...others } = state.settings.silence_by_board;
      return { settings: { ...state.settings, silence_by_board: others } };
    });
    return this.get(id);
  }

  /** Where the window of a board stands now. */
  status(boardId: string): SilenceStatus {
    const { state } = this.#store;
    const { id } = boardOf(state, boardId);
    const now = this.#clock.now();
    const window = silenceOf(id, state.settings);
    const { active, next_change } = silenceAt(window, now, this.#zone());
    const { enabled, start_time, end_time, days, mode, page_id, indicator_text, indicator_position } = window;
    return {
      board_id: id,
      enabled,
      active,
      start_time,
      end_time,
      days,
      start_time_utc: this.#toUtc(start_time, now),
      end_time_utc: this.#toUtc(end_time, now),
      current_time_utc: toInstant(now),
      next_change_utc: next_change === null ? null : toInstant(next_change),
      seconds_until_next_change: next_change === null ? null : Math.max(0, Math.ceil((next_change - now) / 1000)),
      mode,
      page_id,
      indicator_text,
      indicator_position,
    };
  }

  #toUtc(time: string, now: number): string {
    const minute = parseTime(time);
    return minute === null ? time : `${formatTime(minute - Math.round(offsetAt(now, this.#zone()) / MINUTE_MS))}+00:00`;
  }

  /** The sent fields as they are stored; null clears the page and leaves every other field. */
  #read(body: SilenceWrite): Partial<Silence> {
    const { enabled, start_time, end_time, days, mode, page_id, indicator_text, indicator_position } = body;
    const sent = {
      enabled,
      start_time: start_time && this.#readTime('start_time', start_time),
      end_time: end_time && this.#readTime('end_time', end_time),
      days: days && readDays(days),
      mode,
      indicator_text,
      indicator_position,
    };
    const given = withoutNull(sent);
    return page_id === undefined ? given : { ...given, page_id: page_id || null };
  }

  #readTime(name: string, text: string): string {
    const time = normaliseTime(text, this.#clock.now(), this.#zone());
    if (parseTime(time) === null) throw new Fault(400, `${name}: ${text} is not a time between 00:00 and 23:59.`);
    return time;
  }
}

const readDays = (names: readonly Day[]): Day[] => {
  if (names.length === 0) throw new Fault(400, 'days: at least one day is needed; set enabled to false for none.');
  return DAYS.filter((day) => names.includes(day));
};

/** The boards without a page or mode of their own for the silence. */
const followers = (state: State): readonly StoredBoard[] => {
  const following = state.boards.filter(({ id }) => state.settings.silence_by_board[id]?.page_id === undefined);
  return state.boards.length === 1 || following.length === 0 ? state.boards : following;
};

const checkTimes = ({ enabled, start_time, end_time }: Silence): void => {
  if (enabled && start_time === end_time)
    throw new Fault(400, `start_time and end_time are both ${start_time}: the window would never open.`);
};

/** Refuses a page that is missing or fits none of the boards; returns a warning for each board that it does not fit. */
const checkPage = (state: State, window: Silence, boards: readonly StoredBoard[]): string[] => {
  if (window.mode === 'page' && window.page_id === null) throw new Fault(400, 'page_id: mode "page" needs a page.');
  if (window.page_id === null) return [];
  const { page_id } = window;
  const found = showableOf(state, page_id);
  const pages = 'page' in found ? [found.page] : membersOf(state, found.collection);
  const [first, ...others] = boards.filter((board) => !pages.some((page) => fits(geometryOf(page), geometryOf(board))));
  if (!first) return boards.flatMap((board) => requireFit(state, page_id, board));
  if (others.length + 1 === boards.length) requireFit(state, page_id, first);
  return [first, ...others].map(
    (board) => `The page does not fit the board "${board.name}", which shows the text instead.`,
  );
};
