import { parseEdge } from '../core/silence.ts';
import { DAY_MS, MINUTE_MS } from '../core/time/durations.ts';
import { instantOf } from '../core/time/zone.ts';
import { Fault } from '../fault.ts';
import { toInstant } from '../platform/clock.ts';
import { MOST_STAY_DAYS, SUN_OFFSET_MINUTES } from '../schema/limits.ts';
import type { Ending } from '../schema/state.ts';
import { MOMENT } from '../schema/common.ts';

/**
 * The instant (ms) of an ISO time in the field `name`: without an offset it is one of `zone`, and a blank stands for a
 * plus that was not escaped. Throws a Fault 400 for a time that does not exist.
 */
export const readMoment = (name: string, text: string, zone: string): number => {
  const match = MOMENT.exec(text);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (match ?? [])
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const ms = Number((match?.[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const civil = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isReal =
    civil.getUTCMonth() === month - 1 && civil.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  if (!match || !isReal || year < 1970 || year > 9000)
    throw new Fault(400, `${name}: "${text.slice(0, 80)}" does not exist.`);
  const offset = match[8];
  if (offset === undefined) return instantOf({ year, month, day, hour, minute, second }, zone) + ms;
  return civil.getTime() - offsetMs(offset) + ms;
};

const offsetMs = (offset: string): number => {
  const [, sign, hours, minutes] = /^([+ -])(\d{2}):?(\d{2})$/.exec(offset) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE_MS;
};

/** Throws a Fault 400 for the edge of a window, in the field `name`, that is no time of the clock nor near the sun. */
export const requireEdge = (name: string, text: string): void => {
  const edge = parseEdge(text);
  if (edge === null || Math.abs(edge.offset) > SUN_OFFSET_MINUTES[1])
    throw new Fault(400, `${name}: ${text} is no time between 00:00 and 23:59, nor near the sun.`);
};

/** An end that lies ahead; throws a Fault 400 for one in the field `name` that has passed, or lies too far ahead. */
export const readEnd = (name: string, instant: number, now: number): Ending => {
  if (instant <= now) throw new Fault(400, `${name}: ${toInstant(instant)} has passed.`);
  if (instant > now + MOST_STAY_DAYS * DAY_MS)
    throw new Fault(400, `${name}: at most ${MOST_STAY_DAYS} days ahead can be told.`);
  return { until: toInstant(instant) };
};

/** An end after so many minutes, whatever is done to the clock meanwhile. */
export const endIn = (minutes: number, now: number): Ending => ({
  until: toInstant(now + minutes * MINUTE_MS),
  minutes,
});
