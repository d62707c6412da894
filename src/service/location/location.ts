import { dateOf, dayNumberOf } from '../../core/time/day.ts';
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

/** A date that exists, as it was sent; 400 for one that does not. */
const requireDate = (name: string, date: string | undefined): string | undefined => {
  if (date === undefined) return undefined;
  const at = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== date)
    throw new Fault(400, `${name}: ${date} is no day of the calendar.`);
  return date;
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
    const day = requireDate('date', date) ?? this.#today();
    return { date: day, ...this.#sunOn(day), location_configured: this.#hasLocation() };
  }

  /** Sunrise and sunset of the seven days from a date on, by default from today. */
  sunWeek(start: string | undefined): SunWeek {
    const first = Date.parse(`${requireDate('week_start', start) ?? this.#today()}T00:00:00Z`);
    const days = Array.from({ length: 7 }, (_, place) => new Date(first + place * DAY_MS).toISOString().slice(0, 10));
    return {
      location_configured: this.#hasLocation(),
      dates: Object.fromEntries(days.map((day) => [day, this.#sunOn(day)])),
    };
  }

  #hasLocation(): boolean {
    const { latitude, longitude } = this.get();
    return latitude !== null && longitude !== null;
  }

  #today(): string {
    const { year, month, day } = civilAt(this.#clock.now(), this.#zone());
    return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
  }

  #sunOn(date: string): { sunrise: string | null; sunset: string | null } {
    const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
    const { sunrise, sunset } = sunTimes(dateOf(dayNumberOf(year, month, day)), this.#zone(), this.get());
    return { sunrise: this.#clockTime(sunrise), sunset: this.#clockTime(sunset) };
  }

  #clockTime(at: number | null): string | null {
    if (at === null) return null;
    const { hour, minute } = civilAt(at, this.#zone());
    return formatTime(hour * 60 + minute);
  }
}
