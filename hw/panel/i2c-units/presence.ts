import type { Clock } from '../../../src/platform/clock.ts';

/** A unit of the first firmware sleeps through what wakes it, so that one silence means nothing. */
const SILENCES = 2;
/** Units count their seconds in two bytes; near the end of them a small number is no restart. */
const LAST_SECOND = 0xffff;
/** A unit that could have turned home while nobody looked may have done so. */
const UNSEEN_MS = 5000;
/** By how many seconds two clocks may differ. */
const TOLERANCE = 3;

interface Unit {
  silences: number;
  /** Whether it was seen at rest since it was last sent somewhere. */
  rested: boolean;
  seenAt: number;
  uptime: { readonly seconds: number; readonly at: number } | null;
}

/**
 * Keeps what is known of units from one look to the next, and tells which of them must have started anew. Units are
 * named by their index.
 */
export class Presence {
  readonly #clock: Clock;
  readonly #units: readonly Unit[];

  constructor(clock: Clock, count: number) {
    this.#clock = clock;
    this.#units = Array.from({ length: count }, () => ({
      silences: 0,
      rested: false,
      seenAt: clock.monotonic(),
      uptime: null,
    }));
  }

  /** A unit was sent somewhere, or set in motion by a command. */
  moved(unit: number): void {
    this.#of(unit).rested = false;
  }

  /** A unit did not answer; `surely` after it had time to wake up. */
  missed(unit: number, surely = false): void {
    const known = this.#of(unit);
    known.silences = surely ? SILENCES : known.silences + 1;
  }

  /**
   * A unit answered. Whether it started anew: it was gone before, or turns though nobody sent it anywhere; one that
   * cannot count (`counts` false) may have when nobody looked for a while.
   */
  heard(unit: number, turning: boolean, counts: boolean): boolean {
    const known = this.#of(unit);
    const now = this.#clock.monotonic();
    const unseen = !counts && now - known.seenAt > UNSEEN_MS;
    const restarted = known.silences >= SILENCES || (turning && known.rested) || unseen;
    known.seenAt = now;
    known.silences = 0;
    known.rested = !turning;
    return restarted;
  }

  /** A unit told how many seconds it has been running. Whether it started anew. */
  counted(unit: number, seconds: number): boolean {
    const known = this.#of(unit);
    const at = this.#clock.monotonic();
    const before = known.uptime;
    known.uptime = { seconds, at };
    if (!before) return false;
    const expected = before.seconds + (at - before.at) / 1000;
    return expected < LAST_SECOND - TOLERANCE && seconds < expected - TOLERANCE;
  }

  #of(unit: number): Unit {
    const known = this.#units[unit];
    if (!known) throw new RangeError(`there is no unit ${unit}`);
    return known;
  }
}
