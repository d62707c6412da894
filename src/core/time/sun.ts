import type { Location } from '../../schema/appliance/location.ts';
import { dayNumberOf, type CalendarDate } from './day.ts';
import { instantOf } from './zone.ts';
import { MINUTE_MS } from './durations.ts';
import { once } from '../memo.ts';

/** Loaded when somebody first asks for the sun or the moon. */
const library = once(() => require('suncalc') as typeof import('suncalc'));

/** Instants (ms) at which the sun rises and sets on a day; null where it does not, or where the place is not known. */
export interface SunTimes {
  readonly sunrise: number | null;
  readonly sunset: number | null;
}

/** The moon at an instant: `phase` from 0 (new) over 0.5 (full) to 1, `illumination` the lit part from 0 to 1. */
export interface Moon {
  readonly phase: number;
  readonly illumination: number;
  readonly waxing: boolean;
}

const NOWHERE: SunTimes = { sunrise: null, sunset: null };
const MOST_REMEMBERED = 2048;
const remembered = new Map<string, SunTimes>();

/** To the full minute, so that all times agree. */
const instantFrom = (date: Date | null): number | null =>
  date === null || Number.isNaN(date.getTime()) ? null : Math.round(date.getTime() / MINUTE_MS) * MINUTE_MS;

/**
 * When the sun rises and sets in the solar day around noon of a date. Near the poles a sunset may fall after midnight,
 * thus on the next date; in polar day and night both are null.
 */
export const sunTimes = (date: CalendarDate, zone: string, location: Location): SunTimes => {
  const { latitude, longitude } = location;
  if (latitude === null || longitude === null) return NOWHERE;
  const key = `${zone}|${dayNumberOf(date.year, date.month, date.day)}|${latitude}|${longitude}`;
  let times = remembered.get(key);
  if (!times) {
    const noon = instantOf({ year: date.year, month: date.month, day: date.day, hour: 12, minute: 0, second: 0 }, zone);
    const { sunrise, sunset } = library().getTimes(new Date(noon), latitude, longitude);
    times = { sunrise: instantFrom(sunrise), sunset: instantFrom(sunset) };
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(key, times);
  }
  return times;
};

/**
 * How high the sun is seen over a place at an instant, in degrees, as the air lifts it near the horizon, below which it
 * is negative.
 */
export const sunAltitude = (at: number, place: { readonly latitude: number; readonly longitude: number }): number =>
  library().getPosition(new Date(at), place.latitude, place.longitude).altitude;

/** The moon's phase at an instant, the same everywhere on earth. */
export const moonAt = (at: number): Moon => {
  const { phase, fraction, waxing } = library().getMoonIllumination(new Date(at));
  return { phase, illumination: fraction, waxing };
};
