import type { Location } from '../schema/appliance/location.ts';
import type { Silence } from '../schema/appliance/silence.ts';
import type { StoredSettings } from '../schema/appliance/settings.ts';
import { oncePer } from './memo.ts';
import { dayAt } from './time/day.ts';
import { maskOf } from './schedule/calendar.ts';
import { earliest, nextEdge, spanAt } from './schedule/recurrence.ts';
import { edgeMinute, weeklyWindow, type Edge, type Recurrence, type Span } from './schedule/rule.ts';
import { DAY_MINUTES, formatTime, parseTime } from './time/time-of-day.ts';
import { offsetAt } from './time/zone.ts';
import { DAY_MS, MINUTE_MS } from './time/durations.ts';

/**
 * The state of a silence: the window that is open and when it began, when silence as a whole begins or ends
 * (`next_change`; null when it never does), and when anything of it changes, from one window to another too
 * (`next_edge`), in ms.
 */
export interface SilenceReading {
  readonly active: boolean;
  /** The window that is open, as a silence with one window; the silence itself while none is. */
  readonly window: Silence;
  readonly since: number | null;
  readonly next_change: number | null;
  readonly next_edge: number | null;
}

/** What has no end within a week and a day has none: windows come back each week. */
const LONGEST_MS = 8 * DAY_MS;

interface Ready {
  readonly window: Silence;
  readonly recurrence: Recurrence;
}

/** The silence of a board: what it has of its own, key by key, over the install-wide one. */
export const silenceOf = (boardId: string, settings: Pick<StoredSettings, 'silence' | 'silence_by_board'>): Silence => {
  const own = settings.silence_by_board[boardId];
  return own ? { ...settings.silence, ...own } : settings.silence;
};

/** When the sun counts but does not rise or set, or nobody knows where: days as long as nights. */
const EQUINOX = { sunrise: 6 * 60, sunset: 18 * 60 } as const;

/**
 * The edge of a window that a text names: `HH:MM`, or the sun with an offset in minutes, as `sunset-30`; null for
 * anything else. Without a place, or in polar day or night, the sun rises at 6 and sets at 18 (rules, S3).
 */
export const parseEdge = (text: string): Edge | null => {
  const minute = parseTime(text);
  if (minute !== null) return { type: 'fixed', minute, offset: 0 };
  const match = /^(sunrise|sunset)([+-]\d{1,3})?$/.exec(text);
  if (!match) return null;
  const type = match[1] === 'sunrise' ? 'sunrise' : 'sunset';
  const offset = Number(match[2] ?? 0);
  return { type, minute: Math.min(DAY_MINUTES - 1, Math.max(0, EQUINOX[type] + offset)), offset };
};

/** The time on the clock of a day at which an edge lies, `HH:MM`; what cannot be read, as it is. */
export const clockTimeOf = (text: string, at: number, zone: string, location: Location): string => {
  const edge = parseEdge(text);
  return edge ? formatTime(edgeMinute(edge, dayAt(at, zone), location) ?? 0) : text;
};

const recurrenceOf = (silence: Silence): Recurrence | null => {
  const [start, end] = [parseEdge(silence.start_time), parseEdge(silence.end_time)];
  if (!silence.enabled || !start || !end || silence.start_time === silence.end_time) return null;
  return weeklyWindow(maskOf(silence.days), start, end);
};

/** The windows of a silence, in their order, each as a silence of its own. */
export const windowsOf = (silence: Silence): Silence[] => {
  const { further = [], ...first } = silence;
  return [
    first,
    ...further.map(({ start, end, ...rest }) => ({ ...first, ...rest, start_time: start, end_time: end })),
  ];
};

const readyOf = oncePer((silence: Silence): readonly Ready[] =>
  windowsOf(silence).flatMap((window) => {
    const recurrence = recurrenceOf(window);
    return recurrence ? [{ window, recurrence }] : [];
  }),
);

/**
 * Whether a silence is on at an instant: of several open windows the first of the list counts. Edges are local `HH:MM`
 * or the sun, the end is excluded, `days` are those on which a window begins, also when it crosses midnight. A window
 * that starts when it ends never opens; nor does one that cannot be read (rules, P5).
 */
export const silenceAt = (silence: Silence, at: number, zone: string, location: Location): SilenceReading => {
  const ready = readyOf(silence);
  const next_edge = earliest(ready.map(({ recurrence }) => nextEdge(recurrence, at, dayAt(at, zone), location)));
  const open = openAt(ready, at, zone, location);
  if (!open) return { active: false, window: silence, since: null, next_change: next_edge, next_edge };
  return {
    active: true,
    window: open.window,
    since: open.span.from,
    next_change: endOf(ready, open.span, zone, location),
    next_edge,
  };
};

const openAt = (ready: readonly Ready[], at: number, zone: string, location: Location) => {
  const today = dayAt(at, zone);
  for (const { window, recurrence } of ready) {
    const span = spanAt(recurrence, at, today, location);
    if (span) return { window, span };
  }
  return null;
};

/** The end of what is open, and of what follows it without a gap; null when it never ends. */
const endOf = (ready: readonly Ready[], first: Span, zone: string, location: Location): number | null => {
  let next: Span | undefined = first;
  let end = first.to;
  while (next && end - first.from < LONGEST_MS) {
    end = next.to;
    next = openAt(ready, end, zone, location)?.span;
  }
  return next ? null : end;
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
