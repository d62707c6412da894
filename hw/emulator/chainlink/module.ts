import type { Clock } from '../../../src/platform/clock.ts';
import type { ReportedModule } from './encoding.ts';

/** States by the protocol's numbers. */
export const STATE = { normal: 0, lookForHome: 1, sensorError: 2, panic: 3, disabled: 4 } as const;

/** How a reel turns. `speed` 1 is that of real ones, 0 makes every way instant. */
export interface Turning {
  readonly clock: Clock;
  readonly flaps: number;
  speed: number;
}

const FLAP_MS = 63;
const RAMP_MS = 250;
const HOMING_FLAP_MS = 169;

/** One emulated module: a reel that only turns forward, with a sensor at its home that may be dead. */
export class EmulatedModule {
  /** Whether the sensor sees the magnet. */
  sensorWorks = true;
  /** How much longer this module takes than others. */
  slowness = 1;
  state: number = STATE.lookForHome;
  missedHomes = 0;
  unexpectedHomes = 0;
  /** Turns of the whole reel or parts of it that were begun. */
  moves = 0;
  readonly #turning: Turning;
  #flap = 0;
  #target = 0;
  #arrivesAt = 0;
  #underway = false;
  #homing = false;
  #missesHome = false;

  constructor(turning: Turning) {
    this.#turning = turning;
  }

  /** Whether it turns. */
  get moving(): boolean {
    return this.#arrivesAt > this.#turning.clock.monotonic();
  }

  /** The flap that it shows or turns to. */
  get target(): number {
    return this.#target;
  }

  /** The flap that it shows; while it turns, the last one at which it stood. */
  get flap(): number {
    return this.#flap;
  }

  /** When it stops, on the monotonic clock. */
  get arrivesAt(): number {
    return this.#arrivesAt;
  }

  /** Turns to a flap, once around when it is there already. Ignored in states that do not allow it. */
  goTo(flap: number): void {
    if (this.state === STATE.lookForHome) {
      this.#target = flap;
      return;
    }
    if (this.state !== STATE.normal) return;
    const { flaps } = this.#turning;
    const way = (flap - this.#flap + flaps) % flaps || flaps;
    this.#missesHome = !this.sensorWorks && this.#flap + way >= flaps;
    this.#target = flap;
    this.#travel(way * FLAP_MS + RAMP_MS);
  }

  /** Looks for home, then turns to its target. */
  home(): void {
    this.state = STATE.lookForHome;
    this.#homing = true;
    const { flaps } = this.#turning;
    this.#travel((this.sensorWorks ? flaps - (this.#flap % flaps) : flaps + 2) * HOMING_FLAP_MS);
  }

  /** Loses its power: it stands where it is and does not know where. */
  cut(): void {
    this.#arrivesAt = 0;
    this.#underway = false;
    this.#homing = false;
    this.state = STATE.lookForHome;
    this.#flap = 0;
    this.#target = 0;
    this.missedHomes = 0;
    this.unexpectedHomes = 0;
  }

  /** Brings it to where it is by now; true when something of it changed. */
  advance(): boolean {
    if (this.moving || !this.#underway) return false;
    this.#underway = false;
    if (this.#homing) this.#endHoming();
    else if (this.#missesHome) this.#missHome();
    else this.#flap = this.#target;
    return true;
  }

  /** What its board reports of it. */
  report(): ReportedModule {
    const { state, moving, unexpectedHomes, missedHomes } = this;
    return {
      state,
      flap: this.#homing ? 0 : this.#target,
      moving,
      atHome: this.#flap === 0 && this.sensorWorks,
      unexpectedHomes,
      missedHomes,
    };
  }

  #endHoming(): void {
    this.#homing = false;
    if (!this.sensorWorks) {
      this.state = STATE.sensorError;
      return;
    }
    this.state = STATE.normal;
    this.#flap = 0;
    if (this.#target !== 0) this.goTo(this.#target);
  }

  #missHome(): void {
    this.#missesHome = false;
    this.missedHomes++;
    this.home();
  }

  #travel(ms: number): void {
    this.moves++;
    this.#underway = true;
    this.#arrivesAt = this.#turning.clock.monotonic() + ms * this.slowness * this.#turning.speed;
  }
}
