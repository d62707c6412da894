import { resolveCollection } from '../../src/core/collection/collection.ts';
import type { Span, WallCalendar } from './calendar.ts';
import {
  frameOfCode,
  frameWith,
  looksLike,
  storedCollection,
  type FrameText,
  type ModelPage,
  type Reading,
  type Size,
} from './pages.ts';

/**
 * What boards have to show, told a second time from the decisions alone: "What a board shows", "Silence", "Schedules".
 * It is slow and plain on purpose, and takes nothing from the code that it judges but the draws of chance. Nothing here
 * looks ahead: it is asked instant by instant.
 */

/** A rule with the stretches in which it holds. */
export interface ModelRule {
  readonly page_id: string;
  /** One-off dates before annual ones before weekly ones. */
  readonly rank: 0 | 1 | 2;
  readonly created: number;
  readonly spans: readonly Span[];
}

/** A silence window with the stretches in which it is open. */
export interface ModelSilence {
  readonly mode: 'freeze' | 'indicator' | 'page';
  readonly page_id: string | null;
  readonly spans: readonly Span[];
}

/** Pages that take turns. */
export interface ModelCollection {
  readonly id: string;
  readonly page_ids: readonly string[];
  readonly mode: 'time' | 'random' | 'variable';
  readonly seconds: number;
}

/** What a message shows: one code everywhere, or a page as it is at the time. */
export type Content = { readonly code: number } | { readonly page_id: string };

/** A timed message. */
export interface Timed {
  readonly content: Content;
  readonly expires: number;
  readonly revert: 'schedule' | 'blank' | 'page';
  readonly revertPage: string | null;
}

interface Untimed {
  readonly content: Content;
  /** The page or collection that the board would return to, by which rule, and the page that it showed, as edited. */
  readonly over: string | null;
  readonly rule: ModelRule | null;
  readonly page: string | null;
  readonly revision: number;
}

/** One board, as its owner thinks of it. */
export interface ModelBoard {
  readonly id: string;
  readonly size: Size;
  readonly fitting: ReadonlySet<string>;
  rules: readonly ModelRule[];
  silence: ModelSilence | null;
  defaultPage: string | null;
  scheduled: boolean;
  paused: boolean;
  pin: string | null;
  timed: Timed | null;
  untimed: Untimed | null;
  /** Whether it shows what passes by itself: the picture of a silence. */
  passing: boolean;
}

/** What all boards share. */
export interface ModelHouse {
  readonly calendar: WallCalendar;
  readonly pages: ReadonlyMap<string, ModelPage>;
  readonly collections: ReadonlyMap<string, ModelCollection>;
  clockOn: boolean;
  pushed: number | undefined;
}

/** What has to be seen; null: the board stays as it is. */
export type Wanted = FrameText | null;

const INDICATOR = 'SNOOZING';

/** The stretch that an instant lies in; they stand in order and do not overlap. */
const spanAt = (spans: readonly Span[], at: number): Span | undefined => {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.from ?? Infinity) <= at) low = middle + 1;
    else high = middle;
  }
  const span = spans[low - 1];
  return span && at < span.to ? span : undefined;
};

const readingAt = ({ calendar, clockOn, pushed }: ModelHouse, at: number): Reading => ({
  wall: calendar.at(at),
  clockOn,
  pushed,
});

/** The page that is shown for a page or collection; null when nothing of it fits. */
const memberAt = (house: ModelHouse, board: ModelBoard, id: string, at: number): string | null => {
  const collection = house.collections.get(id);
  const members = (collection ? collection.page_ids : [id]).filter(
    (page) => house.pages.has(page) && board.fitting.has(page),
  );
  if (!collection || members.length < 2) return members[0] ?? null;
  if (collection.mode === 'random') return chanceAt(collection, members, at);
  if (collection.mode === 'variable') return (house.calendar.at(at).minute % 60 < 30 ? members[1] : members[0]) ?? null;
  return members[Math.floor(at / 1000 / collection.seconds) % members.length] ?? null;
};

/**
 * Chance is the one thing that cannot be told twice: its draws are taken as they are, and judged by what is promised of
 * them.
 */
const chanceAt = (collection: ModelCollection, members: readonly string[], at: number): string => {
  const drawn = (when: number) =>
    resolveCollection(storedCollection(collection.id, [...members], 'random', collection.seconds), when, {
      evaluateRule: () => false,
      zone: 'UTC',
    }).page_id ?? '';
  const [before, now] = [drawn(at - collection.seconds * 1000), drawn(at)];
  if (before === now || !members.includes(now))
    throw new Error(`${collection.id} drew ${now} after ${before} at ${at}`);
  return now;
};

interface Baseline {
  readonly selected: string | null;
  readonly resolved: string | null;
  readonly rule: ModelRule | null;
}

const ruleAt = (house: ModelHouse, board: ModelBoard, at: number): ModelRule | undefined =>
  board.rules
    .filter((rule) => spanAt(rule.spans, at) && memberAt(house, board, rule.page_id, at) !== null)
    .reduce<ModelRule | undefined>(
      (best, rule) =>
        !best || rule.rank > best.rank || (rule.rank === best.rank && rule.created > best.created) ? rule : best,
      undefined,
    );

/** Pin, else rule, else default page. */
const standingAt = (house: ModelHouse, board: ModelBoard, at: number): Baseline => {
  const rule = board.scheduled ? ruleAt(house, board, at) : undefined;
  const candidates = [
    { selected: board.pin, rule: null },
    ...(board.scheduled
      ? [
          { selected: rule?.page_id ?? null, rule: rule ?? null },
          { selected: board.defaultPage, rule: null },
        ]
      : []),
  ];
  for (const candidate of candidates) {
    const { selected } = candidate;
    const resolved = selected === null ? null : memberAt(house, board, selected, at);
    if (resolved !== null) return { ...candidate, resolved };
  }
  return { selected: null, resolved: null, rule: null };
};

const revisionOf = (house: ModelHouse, id: string | null): number =>
  id === null ? 0 : (house.pages.get(id)?.revision ?? 0);

/** A message without an end, written at an instant over what the board stands at then. */
export const untimedNow = (house: ModelHouse, board: ModelBoard, content: Content, at: number): Untimed => {
  const { selected, resolved, rule } = standingAt(house, board, at);
  return { content, over: selected, page: resolved, rule, revision: revisionOf(house, resolved) };
};

const hasEnded = (house: ModelHouse, { over, page, rule, revision }: Untimed, standing: Baseline): boolean =>
  over !== standing.selected || rule !== standing.rule || revisionOf(house, page) !== revision;

/** Ends what has ended by an instant. */
export const passTime = (house: ModelHouse, board: ModelBoard, at: number): void => {
  const { timed } = board;
  if (timed && timed.expires <= at) {
    board.timed = null;
    const content: Content | null =
      timed.revert === 'blank'
        ? { code: 0 }
        : timed.revert === 'page' && timed.revertPage !== null
          ? { page_id: timed.revertPage }
          : standingAt(house, board, timed.expires).resolved === null
            ? { code: 0 }
            : null;
    board.untimed = content && untimedNow(house, board, content, timed.expires);
  }
  const standing = standingAt(house, board, at);
  if (board.untimed && hasEnded(house, board.untimed, standing)) board.untimed = null;
  board.passing = isPassing(board, standing, at);
};

const isPassing = (board: ModelBoard, standing: Baseline, at: number): boolean => {
  if (board.paused) return board.passing;
  if (!board.timed && board.silence && silentSince(board, at) !== null)
    return board.passing || board.silence.mode !== 'freeze';
  return board.passing && !board.timed && !board.untimed && standing.resolved === null;
};

/** Whether messages are refused now, and why. */
export const closedAt = (board: ModelBoard, at: number): boolean =>
  board.paused || (board.silence !== null && spanAt(board.silence.spans, at) !== undefined);

/** Whether its silence window is open, and since when. */
export const silentSince = (board: ModelBoard, at: number): number | null =>
  board.silence ? (spanAt(board.silence.spans, at)?.from ?? null) : null;

/** What a board has to show at an instant. `passTime` has been called for everything before. */
export const wantedAt = (house: ModelHouse, board: ModelBoard, at: number): Wanted => {
  const show = (id: string | null, when: number): Wanted => {
    const page = house.pages.get(id === null ? '' : (memberAt(house, board, id, when) ?? ''));
    return page ? looksLike(page, board.size, readingAt(house, when)) : null;
  };
  const showContent = (content: Content): Wanted =>
    'code' in content ? frameOfCode(content.code, board.size) : show(content.page_id, at);
  if (board.paused) return null;
  if (board.timed) return showContent(board.timed.content);
  const since = silentSince(board, at);
  if (since !== null && board.silence) return inSilence(board.silence, board.size, (id) => show(id, since));
  if (board.untimed) return showContent(board.untimed.content);
  const { selected } = standingAt(house, board, at);
  return selected === null && board.passing ? frameOfCode(0, board.size) : show(selected, at);
};

const inSilence = ({ mode, page_id }: ModelSilence, size: Size, showPage: (id: string) => Wanted): Wanted => {
  if (mode === 'freeze') return null;
  if (mode === 'page' && page_id !== null) return showPage(page_id);
  return frameWith(INDICATOR, size, Math.floor(size.rows / 2), Math.floor((size.cols - INDICATOR.length) / 2));
};

/**
 * The instants after one and up to another at which something of a board may change by itself between two full minutes.
 */
export const momentsBetween = (house: ModelHouse, board: ModelBoard, from: number, to: number): number[] => {
  const moments = new Set<number>([to]);
  if (board.timed && board.timed.expires > from && board.timed.expires <= to) moments.add(board.timed.expires);
  for (const { seconds } of house.collections.values())
    for (let at = (Math.floor(from / 1000 / seconds) + 1) * seconds * 1000; at <= to; at += seconds * 1000)
      moments.add(at);
  for (let at = (Math.floor(from / 60_000) + 1) * 60_000; at <= to; at += 60_000) moments.add(at);
  return [...moments].sort((a, b) => a - b);
};
