import { MINUTE_MS } from '../core/time/durations.ts';
import { fits, geometryOf } from '../core/flaps/geometry.ts';
import { mapValues, withoutNull } from '../core/record.ts';
import { dayAt } from '../core/time/day.ts';
import { clockTimeOf, normaliseTime, silenceAt, silenceOf, windowsOf } from '../core/silence.ts';
import { sunTimes } from '../core/time/sun.ts';
import { formatTime, parseTime } from '../core/time/time-of-day.ts';
import { offsetAt } from '../core/time/zone.ts';
import { Fault } from '../fault.ts';
import { toInstant, type Clock } from '../platform/clock.ts';
import type { StoredBoard } from '../schema/boards/boards.ts';
import { DAYS, type Day } from '../schema/content/schedules.ts';
import type { Silence, SilenceAnswer, SilenceStatus, SilenceWrite } from '../schema/appliance/silence.ts';
import type { State } from '../schema/state.ts';
import type { Store } from '../store/store.ts';
import { boardOf } from './lookup.ts';
import { requireEdge } from './moments.ts';
import { membersOf, requireFit, showableOf } from './pages/showable.ts';

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
    if (!boardId) {
      const by_board = mapValues(silence_by_board, ({ further: _further, ...own }) => this.#onClock(own));
      return { config: { ...this.#tell(silence), by_board }, board_id: null, warnings: this.#unlit(silence) };
    }
    const { id } = boardOf(state, boardId);
    const own = silenceOf(id, state.settings);
    return { config: this.#tell(own), board_id: id, warnings: this.#unlit(own) };
  }

  /** Applies the sent fields to a board, or to the install: 404 unknown board or page, 400 for what cannot be. */
  async update(body: SilenceWrite): Promise<SilenceAnswer> {
    const boardId = body.board_id ? boardOf(this.#store.state, body.board_id).id : null;
    const sent = this.#read(body);
    let warnings: string[] = [];
    await this.#store.update((state) => {
      const own = boardId === null ? {} : { ...state.settings.silence_by_board[boardId], ...sent };
      const merged = { ...state.settings.silence, ...(boardId === null ? sent : own) };
      const before = windowsOf(boardId === null ? state.settings.silence : silenceOf(boardId, state.settings));
      for (const [at, window] of windowsOf(merged).entries())
        checkTimes(window, body.windows ? `windows[${at}]` : null);
      // A page that went missing since must not stand in the way of other changes.
      const boards = boardId === null ? followers(state) : [boardOf(state, boardId)];
      if ('mode' in sent || 'page_id' in sent)
        warnings = windowsOf(merged).flatMap((window, at) =>
          checkPage(state, window, before[at], boards, body.windows ? `windows[${at}].page_id` : 'page_id'),
        );
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
    const answer = this.get(boardId);
    return { ...answer, warnings: [...warnings, ...answer.warnings] };
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
    const { active, window: open, next_change } = silenceAt(window, now, this.#zone(), state.settings.location);
    const { enabled, start_time, end_time, days, indicator_text, indicator_position } = this.#onClock(window);
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
      mode: open.mode,
      page_id: open.page_id,
      indicator_text,
      indicator_position,
    };
  }

  #toUtc(time: string, now: number): string {
    const minute = parseTime(time);
    return minute === null ? time : `${formatTime(minute - Math.round(offsetAt(now, this.#zone()) / MINUTE_MS))}+00:00`;
  }

  /** A silence as it is told: the times of its first window as the clock reads them today, and all windows. */
  #tell(silence: Silence): Omit<SilenceAnswer['config'], 'by_board'> {
    const { further: _further, ...first } = silence;
    const windows = windowsOf(silence).map(({ start_time, end_time, days, mode, page_id }) => ({
      start: start_time,
      end: end_time,
      days,
      mode,
      page_id,
    }));
    return { ...this.#onClock(first), windows };
  }

  #onClock<T extends Partial<Silence>>(silence: T): T {
    const { location } = this.#store.state.settings;
    const read = (text: string) => clockTimeOf(text, this.#clock.now(), this.#zone(), location);
    const { start_time, end_time } = silence;
    return {
      ...silence,
      ...(start_time !== undefined && { start_time: read(start_time) }),
      ...(end_time !== undefined && { end_time: read(end_time) }),
    };
  }

  /** A warning where the sun counts and does not rise or set, or nobody knows where. */
  #unlit(silence: Silence): string[] {
    const { location } = this.#store.state.settings;
    const asksSun = windowsOf(silence).some((one) => isOfSun(one.start_time) || isOfSun(one.end_time));
    const { sunrise, sunset } = sunTimes(dayAt(this.#clock.now(), this.#zone()), this.#zone(), location);
    return !asksSun || (sunrise !== null && sunset !== null)
      ? []
      : ['The sun of today is not known: without a place, and in polar day or night, it counts as 6:00 and 18:00.'];
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
    const given = { ...withoutNull(sent), ...(page_id !== undefined && { page_id: page_id || null }) };
    if (!body.windows) return given;
    // A client that knows the first window alone sends the others as it got them: what it changed counts.
    const now = this.get(body.board_id || null).config;
    const isSame = (name: (typeof FIRST)[number]): boolean => JSON.stringify(given[name]) === JSON.stringify(now[name]);
    const changed = Object.entries(given).filter(([name]) => !FIRST.some((one) => one === name && isSame(one)));
    return { ...readWindows(body.windows), ...Object.fromEntries(changed) };
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

const FIRST = ['start_time', 'end_time', 'days', 'mode', 'page_id'] as const;

/** Several windows as they are stored: the first where the only one was, the others behind it. */
const readWindows = (given: NonNullable<SilenceWrite['windows']>): Partial<Silence> => {
  const windows = given.map(({ start, end, days, mode, page_id }, at) => {
    requireEdge(`windows[${at}].start`, start);
    requireEdge(`windows[${at}].end`, end);
    return { start, end, days: days ? readDays(days) : [...DAYS], mode: mode ?? 'freeze', page_id: page_id || null };
  });
  const [first, ...further] = windows;
  if (!first) return {};
  const { start: start_time, end: end_time, ...rest } = first;
  return { start_time, end_time, ...rest, further };
};

const isOfSun = (edge: string): boolean => parseTime(edge) === null;

const checkTimes = ({ enabled, start_time, end_time }: Silence, place: string | null): void => {
  if (enabled && start_time === end_time)
    throw new Fault(
      400,
      `${place === null ? '' : `${place}: `}start_time and end_time are both ${start_time}: the window would never open.`,
    );
};

/** The warnings of a window; what it is refused for is one too where the window had the same page before. */
const checkPage = (
  state: State,
  window: Silence,
  before: Silence | undefined,
  boards: readonly StoredBoard[],
  place: string,
): string[] => {
  try {
    return requirePage(state, window, boards, place);
  } catch (error) {
    const isKept = before?.mode === window.mode && before.page_id === window.page_id;
    if (isKept && error instanceof Fault) return [error.detail];
    throw error;
  }
};

/** Refuses a page that is missing or fits none of the boards; returns a warning for each board that it does not fit. */
const requirePage = (state: State, window: Silence, boards: readonly StoredBoard[], place: string): string[] => {
  if (window.mode === 'page' && window.page_id === null) throw new Fault(400, `${place}: mode "page" needs a page.`);
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
