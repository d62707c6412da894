import type { BrightnessWindow, StoredBrightness } from '../schema/boards/brightness.ts';
import type { Location } from '../schema/appliance/location.ts';
import { oncePer } from './memo.ts';
import { dayAt } from './time/day.ts';
import { earliest, nextEdge, spanAt } from './schedule/recurrence.ts';
import { weeklyWindow } from './schedule/rule.ts';
import { parseEdge } from './silence.ts';

/** How a display is lit now, and until when that is certain; `level` null is what the device is set to. */
export interface LightReading {
  readonly level: number | null;
  readonly until: number | null;
}

/** What counts for a display of which nobody decided anything. */
export const PLAIN_BRIGHTNESS: StoredBrightness = { on: true, windows: [], set: null };

const FULL = 100;
const EVERY_DAY = 0b111_1111;

const readyOf = oncePer((windows: readonly BrightnessWindow[]) =>
  windows.flatMap((window) => {
    const [start, end] = [parseEdge(window.start), parseEdge(window.end)];
    if (!start || !end) return [];
    return [{ recurrence: weeklyWindow(EVERY_DAY, start, end), level: window.brightness }];
  }),
);

/** The next instant after `at` at which one of the windows begins or ends; null where there is none. */
export const nextBrightnessEdge = (
  windows: readonly BrightnessWindow[],
  at: number,
  zone: string,
  location: Location,
): number | null =>
  earliest(readyOf(windows).map(({ recurrence }) => nextEdge(recurrence, at, dayAt(at, zone), location)));

/**
 * How bright a display is at an instant, silence apart (rules, B17): what was set by hand, until a window begins or
 * ends; else the first window that is open; else what is usual, which is full where there are windows.
 */
export const lightAt = (
  { on, windows, set }: StoredBrightness,
  usual: number | null,
  at: number,
  zone: string,
  location: Location,
): LightReading => {
  const until = nextBrightnessEdge(windows, at, zone, location);
  if (!on) return { level: 0, until: null };
  if (set && (set.until === null || Date.parse(set.until) > at)) return { level: set.brightness, until };
  const today = dayAt(at, zone);
  const open = readyOf(windows).find(({ recurrence }) => spanAt(recurrence, at, today, location));
  return { level: open?.level ?? usual ?? (windows.length > 0 ? FULL : null), until };
};
