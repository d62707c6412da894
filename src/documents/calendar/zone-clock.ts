import { offsetAt } from '../../core/time/zone.ts';
import { DAY_MS, WEEK_MS } from '../../core/time/durations.ts';

/** The clock of a place: what it is ahead of UTC at an instant, in ms. */
export interface ZoneClock {
  offsetAt(instant: number): number;
}

const MOST_REMEMBERED = 2048;

/** The clock of an IANA zone. Weeks in which it does not change are measured once. */
class PlaceClock implements ZoneClock {
  readonly #zone: string;
  /** By week: the offset, or null for a week with a change. */
  readonly #weeks = new Map<number, number | null>();

  constructor(zone: string) {
    this.#zone = zone;
  }

  offsetAt(instant: number): number {
    const week = Math.floor(instant / WEEK_MS);
    let offset = this.#weeks.get(week);
    if (offset === undefined) {
      const first = offsetAt(week * WEEK_MS, this.#zone);
      offset = first === offsetAt((week + 1) * WEEK_MS, this.#zone) ? first : null;
      if (this.#weeks.size >= MOST_REMEMBERED) this.#weeks.clear();
      this.#weeks.set(week, offset);
    }
    return offset ?? offsetAt(instant, this.#zone);
  }
}

const MOST_PLACES = 64;
const places = new Map<string, ZoneClock>();

/** The clock of an IANA zone that this machine knows. */
export const placeClock = (zone: string): ZoneClock => {
  let clock = places.get(zone);
  if (!clock) {
    if (places.size >= MOST_PLACES) places.clear();
    places.set(zone, (clock = new PlaceClock(zone)));
  }
  return clock;
};

/** A clock that is always the same span ahead of UTC. */
export const fixedClock = (offset: number): ZoneClock => ({ offsetAt: () => offset });

/** The clock of UTC. */
export const UTC_CLOCK = fixedClock(0);

/** What a clock shows at an instant, told as if it were UTC. */
export const wallAt = (instant: number, clock: ZoneClock): number => instant + clock.offsetAt(instant);

/**
 * The instant at which a clock shows a time (RFC 5545, 3.3.5): one that is repeated means the first, and one that is
 * skipped is counted from before the change, so that 2:30 becomes 3:30.
 */
export const instantAt = (wall: number, clock: ZoneClock): number => {
  const before = clock.offsetAt(wall - DAY_MS);
  const after = clock.offsetAt(wall + DAY_MS);
  const fitting = [before, after]
    .filter((offset) => clock.offsetAt(wall - offset) === offset)
    .map((offset) => wall - offset);
  return fitting.length === 0 ? wall - before : Math.min(...fitting);
};
