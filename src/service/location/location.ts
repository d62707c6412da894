import { dateOf, readingAt } from '../../core/time/day.ts';
import { DAY_MS } from '../../core/time/durations.ts';
import { withoutUndefined } from '../../core/record.ts';
import { sunTimes } from '../../core/time/sun.ts';
import { formatTime } from '../../core/time/time-of-day.ts';
import { civilAt } from '../../core/time/zone.ts';
import { Fault } from '../../fault.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Location, PlacesFound, SunTimesAnswer, SunWeek } from '../../schema/appliance/location.ts';
import type { Store } from '../../store/store.ts';
import type { Gazetteer } from './gazetteer.ts';
import { changeSettings } from '../settings.ts';

const LAST_DAY = Date.UTC(9999, 11, 31) / DAY_MS;

const textOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** The number of the day of a date, from 1970; 400 for one that does not exist. */
const readDay = (name: string, date: string): number => {
  const day = Date.parse(`${date}T00:00:00Z`) / DAY_MS;
  if (Number.isNaN(day) || textOf(day) !== date) throw new Fault(400, `${name}: ${date} is no day of the calendar.`);
  return day;
};

/** The install's place, and when the sun rises and sets there. */
export class LocationService {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #zone: () => string;
  readonly #gazetteer: () => Gazetteer;

  constructor(store: Store, clock: Clock, zone: () => string, gazetteer: () => Gazetteer) {
    this.#store = store;
    this.#clock = clock;
    this.#zone = zone;
    this.#gazetteer = gazetteer;
  }

  /** The install's place; null members are unknown. */
  get(): Location {
    return this.#store.state.settings.location;
  }

  /** Sets the members that were sent; null clears. */
  async set(sent: Partial<Location>): Promise<Location> {
    await changeSettings(this.#store, (settings) => ({
      location: { ...settings.location, ...withoutUndefined(sent) },
    }));
    return this.get();
  }

  /** Places by the beginning of a name, the likeliest first; nobody on the network is asked. */
  async places(query: string): Promise<PlacesFound> {
    const places = await this.#gazetteer().find(query);
    return { places, total: places.length };
  }

  /** Sunrise and sunset of a date, by default today, as `HH:MM` local time. */
  sunTimes(date: string | undefined): SunTimesAnswer {
    const day = date === undefined ? this.#today() : readDay('date', date);
    return { date: textOf(day), ...this.#sunOn(day), location_configured: this.#hasLocation() };
  }

  /** Sunrise and sunset of the seven days from a date on, by default from today. */
  sunWeek(start: string | undefined): SunWeek {
    const first = start === undefined ? this.#today() : readDay('week_start', start);
    if (first > LAST_DAY - 6) throw new Fault(400, `week_start: the week from ${start} on goes beyond the year 9999.`);
    const days = Array.from({ length: 7 }, (_, place) => first + place);
    return {
      location_configured: this.#hasLocation(),
      dates: Object.fromEntries(days.map((day) => [textOf(day), this.#sunOn(day)])),
    };
  }

  #hasLocation(): boolean {
    const { latitude, longitude } = this.get();
    return latitude !== null && longitude !== null;
  }

  #today(): number {
    return readingAt(this.#clock.now(), this.#zone()).number;
  }

  #sunOn(day: number): { sunrise: string | null; sunset: string | null } {
    const { sunrise, sunset } = sunTimes(dateOf(day), this.#zone(), this.get());
    return { sunrise: this.#clockTime(sunrise), sunset: this.#clockTime(sunset) };
  }

  #clockTime(at: number | null): string | null {
    if (at === null) return null;
    const { hour, minute } = civilAt(at, this.#zone());
    return formatTime(hour * 60 + minute);
  }
}
