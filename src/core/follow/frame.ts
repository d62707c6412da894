import { LAST_CODE } from '../flaps/flaps.ts';
import { MOST_COLS, MOST_ROWS, fitGrid, gridFromRows, gridToRows, type Grid } from '../flaps/grid.ts';
import { parseJson } from '../json.ts';
import { isRecord } from '../record.ts';
import { STRATEGIES } from '../transition/strategies.ts';

/** The form of what hubs and followers say to each other; others are refused with a sentence. */
export const FORM_VERSION = 1;
/** No frame or state has more bytes: 96 × 128 codes and what belongs to them fit. */
export const LONGEST_PAYLOAD = 65_536;
/**
 * The last number of a frame: far beyond the time in ms or µs, so that counting never gets there. One beyond it could
 * not be followed by another (rules, F2).
 */
export const LAST_SEQUENCE = 4_000_000_000_000_000;
const MOST_INTERVAL_MS = 5000;
/** More boards that pass a frame on are a mistake. */
const MOST_VIA = 32;
const LONGEST_ID = 160;

/** How a published frame wants to be reached; the strategies of boards and `wipe`, or null for at once. */
export interface PublishedTransition {
  readonly strategy: string | null;
  readonly interval_ms: number | null;
  readonly step_size: number | null;
}

/** A frame as a hub publishes it: `rows` × `cols` codes, an order, and how long it may be shown. */
export interface PublishedFrame {
  /** Names the run of the hub that published it. */
  readonly sender: string;
  /** Grows with every frame of a topic, over restarts too (rules, F2). */
  readonly sequence: number;
  /** When it was published, in ms since 1970. */
  readonly at: number;
  /** How long it may be shown from then on, in seconds; null for ever. */
  readonly timeToLive: number | null;
  readonly grid: Grid;
  readonly transition: PublishedTransition;
  /** The boards that follow something and passed it on, the first one first; none unless given (rules, F9). */
  readonly via?: readonly string[];
}

/** What a board that follows a topic says of the frames that it publishes itself. */
export interface Relay {
  /** The id under which it follows. */
  readonly by: string;
  /** The frame that it follows, on its size, and where that came from. */
  readonly grid: Grid | null;
  readonly via: readonly string[];
}

/** The topic of frames below a prefix. */
export const frameTopic = (prefix: string): string => `${prefix}/frame`;
/** The topic at which one follower tells what it shows; `+` for all. */
export const stateTopic = (prefix: string, follower: string): string => `${prefix}/state/${follower}`;

/** When a frame ends, in ms since 1970; null for never. */
export const endOf = ({ at, timeToLive }: Pick<PublishedFrame, 'at' | 'timeToLive'>): number | null =>
  timeToLive === null ? null : at + timeToLive * 1000;

/** A frame as the text of a message. */
export const encodeFrame = ({ sender, sequence, at, timeToLive, grid, transition, via }: PublishedFrame): string =>
  JSON.stringify({
    v: FORM_VERSION,
    sender,
    sequence,
    at: new Date(at).toISOString(),
    ttl_seconds: timeToLive,
    rows: grid.rows,
    cols: grid.cols,
    characters: gridToRows(grid),
    transition,
    ...(via && via.length > 0 && { via }),
  });

/** What a text means; or why it cannot be used, in a sentence. */
export type Reading<TValue> = { readonly value: TValue } | { readonly problem: string };

const isWhole = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most;

const problem = (what: string): { problem: string } => ({ problem: `The frame on the topic cannot be used: ${what}.` });

/** The members of a message in the form of this version; or why not, in a sentence that begins with `subject`. */
export const readForm = (text: string, subject: string): Reading<Record<string, unknown>> => {
  if (text.length > LONGEST_PAYLOAD)
    return { problem: `${subject} cannot be used: it has more than ${LONGEST_PAYLOAD} bytes.` };
  const value = parseJson(text);
  if (value === undefined) return { problem: `${subject} cannot be used: it is not JSON.` };
  if (!isRecord(value)) return { problem: `${subject} cannot be used: it is no JSON object.` };
  if (value['v'] !== FORM_VERSION) {
    const form = isWhole(value['v'], 0, 1_000_000) ? `has form ${value['v']}` : 'does not name its form';
    return { problem: `${subject} ${form}, and this version of flapbox knows form ${FORM_VERSION}.` };
  }
  return { value };
};

/** Rows of codes of a size; null when they are anything else. */
export const readCharacters = (value: unknown, rows: number, cols: number): Grid | null => {
  if (!Array.isArray(value) || value.length !== rows) return null;
  const isRow = (line: unknown): line is number[] =>
    Array.isArray(line) && line.length === cols && line.every((code) => isWhole(code, 0, LAST_CODE));
  return value.every(isRow) ? gridFromRows(value, rows, cols) : null;
};

/** A size within the bounds of panels; null when it is anything else. */
export const readSize = (value: Record<string, unknown>): { rows: number; cols: number } | null => {
  const { rows, cols } = value;
  return isWhole(rows, 1, MOST_ROWS) && isWhole(cols, 1, MOST_COLS) ? { rows, cols } : null;
};

const readTransition = (value: unknown): PublishedTransition => {
  const given = isRecord(value) ? value : {};
  const { strategy, interval_ms, step_size } = given;
  return {
    strategy: typeof strategy === 'string' && STRATEGIES.has(strategy) ? strategy : null,
    interval_ms: isWhole(interval_ms, 0, MOST_INTERVAL_MS) ? interval_ms : null,
    step_size: isWhole(step_size, 1, MOST_ROWS * MOST_COLS) ? step_size : null,
  };
};

const readVia = (value: unknown): readonly string[] | null => {
  if (!Array.isArray(value) || value.length > MOST_VIA) return null;
  return value.every((one): one is string => typeof one === 'string' && one.length <= LONGEST_ID) ? value : null;
};

/** The boards over which a frame has come when `relay` publishes it: those of the frame that it follows, and itself. */
export const viaOf = (relay: Relay | null, isFollowed: boolean): readonly string[] =>
  relay ? [...(isFollowed ? relay.via : []), relay.by] : [];

/** A published frame; or why it cannot be shown, in a sentence. Never throws, whatever the text is. */
export const parseFrame = (text: string): Reading<PublishedFrame> => {
  const form = readForm(text, 'The frame on the topic');
  if ('problem' in form) return form;
  const { sender, sequence, at, ttl_seconds: life = null, characters, transition, via: came = [] } = form.value;
  if (!isWhole(sequence, 0, LAST_SEQUENCE)) return problem(`"sequence" is no whole number from 0 to ${LAST_SEQUENCE}`);
  const instant = typeof at === 'string' ? Date.parse(at) : NaN;
  if (Number.isNaN(instant)) return problem('"at" is no ISO 8601 time');
  if (life !== null && !isWhole(life, 1, 31_536_000)) return problem('"ttl_seconds" is not null or 1 to 31536000');
  const size = readSize(form.value);
  if (!size) return problem(`"rows" and "cols" are not 1 to ${MOST_ROWS} and 1 to ${MOST_COLS}`);
  const grid = readCharacters(characters, size.rows, size.cols);
  if (!grid) return problem(`"characters" are not ${size.rows} rows of ${size.cols} codes from 0 to ${LAST_CODE}`);
  const via = readVia(came);
  if (!via) return problem(`"via" is no list of at most ${MOST_VIA} names`);
  const named = typeof sender === 'string' ? sender.slice(0, 64) : '';
  return {
    value: {
      sender: named,
      sequence,
      at: instant,
      timeToLive: life,
      grid,
      transition: readTransition(transition),
      ...(via.length > 0 && { via }),
    },
  };
};

/** How a frame lies on a wall of another size. */
export type Fit = 'exact' | 'cropped' | 'centered';

const middleOf = (size: number, room: number): number => Math.max(0, Math.floor((room - size) / 2));

/**
 * A frame on a wall of `rows` × `cols`: in the middle of a larger one; a smaller one shows its first rows and columns
 * (rules, F4).
 */
export const placeFrame = (grid: Grid, rows: number, cols: number): { grid: Grid; fit: Fit } => {
  if (grid.rows === rows && grid.cols === cols) return { grid, fit: 'exact' };
  const placed = fitGrid(grid, rows, cols, middleOf(grid.rows, rows), middleOf(grid.cols, cols));
  return { grid: placed, fit: grid.rows > rows || grid.cols > cols ? 'cropped' : 'centered' };
};
