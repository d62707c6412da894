import type { Location } from '../schema/location.ts';
import type { Silence } from '../schema/silence.ts';
import type { StoredSettings } from '../schema/settings.ts';
import { dayAt } from './day.ts';
import { maskOf } from './schedule/calendar.ts';
import { nextEdge, spanAt } from './schedule/recurrence.ts';
import type { Recurrence } from './schedule/rule.ts';
import { formatTime, parseTime } from './time-of-day.ts';
import { offsetAt } from './zone.ts';
import { MINUTE_MS } from './durations.ts';

/**
 * The state of a silence window: `since` when the present one began, `next_change` when the next one begins or the
 * present one ends (ms).
 */
export interface SilenceReading {
  readonly active: boolean;
  readonly since: number | null;
  readonly next_change: number | null;
}

const NEVER: SilenceReading = { active: false, since: null, next_change: null };
const NOWHERE: Location = { latitude: null, longitude: null };
const windows = new WeakMap<Silence, { readonly recurrence: Recurrence | null }>();

/** The silence window of a board: what it has of its own, key by key, over the install-wide one. */
export const silenceOf = (boardId: string, settings: Pick<StoredSettings, 'silence' | 'silence_by_board'>): Silence => {
  const own = settings.silence_by_board[boardId];
  return own ? { ...settings.silence, ...own } : settings.silence;
};

const windowOf = (silence: Silence): Recurrence | null => {
  const [start, end] = [parseTime(silence.start_time), parseTime(silence.end_time)];
  if (!silence.enabled || start === null || end === null || start === end) return null;
  return {
    calendar: { kind: 'weekly', mask: maskOf(silence.days) },
    start: { type: 'fixed', minute: start, offset: 0 },
    end: { type: 'fixed', minute: end, offset: 0 },
    latest: [],
  };
};

/**
 * Whether a silence window is open at an instant. Times are local `HH:MM`, the end is excluded, `days` are those on
 * which a window begins, also when it crosses midnight. A window that starts when it ends never opens; nor does one
 * that cannot be read.
 */
export const silenceAt = (silence: Silence, at: number, zone: string): SilenceReading => {
  let known = windows.get(silence);
  if (!known) windows.set(silence, (known = { recurrence: windowOf(silence) }));
  const { recurrence } = known;
  if (!recurrence) return NEVER;
  const today = dayAt(at, zone);
  const span = spanAt(recurrence, at, today, NOWHERE);
  return span
    ? { active: true, since: span.from, next_change: span.to }
    : { active: false, since: null, next_change: nextEdge(recurrence, at, today, NOWHERE) };
};

/**
 * `HH:MM` as it is; `HH:MM+00:00` (or another offset, or `Z`) as the local `HH:MM` of the day of `at`; anything else
 * unchanged.
 */
export const normaliseTime = (text: string, at: number, zone: string): string => {
  const match = /^(\d{2}:\d{2})(?:Z|([+-])(\d{2}:\d{2}))$/.exec(text);
  const minute = match ? parseTime(match[1] ?? '') : null;
  const offset = match?.[3] === undefined ? 0 : parseTime(match[3]);
  if (!match || minute === null || offset === null) return text;
  const ahead = match[2] === '-' ? -offset : offset;
  return formatTime(minute - ahead + Math.round(offsetAt(at, zone) / MINUTE_MS));
};
