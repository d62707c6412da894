import { memberOf } from '../../../src/core/json.ts';

/** How many pixels the display is wide and high. */
export const WIDTH = 32;
/** How many pixels the display is high. */
export const HEIGHT = 8;

/** The app of the clock that shows the board. */
export const APP = 'flapbox';

/** What a clock tells of itself; null where it does not. */
export interface ClockStats {
  /** Seconds since it started. */
  readonly uptime: number | null;
  /** The app that it shows now. */
  readonly app: string | null;
}

/** What a connection tells unasked. */
export interface ClockEvents {
  onStats(stats: ClockStats): void;
  /** The clock has just come to the broker. */
  onArrival(): void;
  onClose(): void;
}

/**
 * A connection to a clock, by whatever way. Requests reject with a sentence for the owner, and when the signal aborts.
 */
export interface ClockLink {
  /** Gives the app something to show; resolves when the clock has it. */
  show(app: object, signal: AbortSignal): Promise<void>;
  /** Asks for the app to come to the front. */
  bring(signal: AbortSignal): Promise<void>;
  /** Whether the app is in front now; `isShown` tells it of pixels, where the clock does not name its app. */
  isInFront(isShown: (pixels: Uint32Array) => boolean, signal: AbortSignal): Promise<boolean>;
  /** Switches its display on or off. */
  power(isOn: boolean, signal: AbortSignal): Promise<void>;
  /** Sets brightness and the like. */
  set(settings: object, signal: AbortSignal): Promise<void>;
  /** Finds the clock; its stats where it tells them when asked, else null. */
  look(signal: AbortSignal): Promise<ClockStats | null>;
  /** The pixels that it shows, `0xRRGGBB`, row by row. */
  screen(signal: AbortSignal): Promise<Uint32Array>;
  close(): void;
}

/** Makes a connection; rejects with a sentence for the owner. */
export type OpenClock = (events: ClockEvents, signal: AbortSignal) => Promise<ClockLink>;

/** The pixels of an answer; null when it is no picture of the display. */
export const pixelsOf = (answer: unknown): Uint32Array | null =>
  Array.isArray(answer) && answer.length === WIDTH * HEIGHT && answer.every(isColor) ? Uint32Array.from(answer) : null;

const isColor = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0xff_ff_ff;

/** Early versions of the firmware write it as a duration. */
const DURATION = /^P(\d{1,6})DT(\d{1,2})H(\d{1,2})M(\d{1,2})S$/;

/** What a clock tells of itself; null when that are no stats of a clock. */
export const statsOf = (answer: unknown): ClockStats | null => {
  const uptime = memberOf(answer, 'uptime');
  const app = memberOf(answer, 'app');
  if (uptime === undefined) return null;
  return { uptime: secondsOf(uptime), app: typeof app === 'string' ? app : null };
};

const secondsOf = (uptime: unknown): number | null => {
  if (typeof uptime === 'number') return uptime;
  const parts = DURATION.exec(String(uptime))?.slice(1).map(Number);
  if (!parts) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts;
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
};
