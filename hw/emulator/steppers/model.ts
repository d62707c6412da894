/** What may be wrong with a sensor: it always or never sees the magnet, or it chatters at every edge. */
export type SensorFault = 'none' | 'stuck' | 'dead' | 'bouncing';

/** How one emulated module is built. Lengths are full steps, speeds full steps a second. */
export interface StepperOptions {
  readonly stepsPerTurn: number;
  readonly flaps: number;
  /** Where the reel stands at first; flap 0 begins to show at 0. */
  readonly start: number;
  /** The fastest speed to which the motor jumps from rest. */
  readonly pullIn: number;
  /** The fastest speed at all. */
  readonly pullOut: number;
  /** How fast the motor follows a rising speed, in steps/s²: what its torque does against its inertia. */
  readonly agility: number;
  /** Where the magnet begins to be seen, turning forwards, and for how many steps. */
  readonly magnet: number;
  readonly magnetWidth: number;
  /** How much further the magnet is seen once it was seen. */
  readonly hysteresis: number;
}

/** A module like those that many have built: a 28BYJ-48 at 12 V and 40 flaps. */
const USUAL_STEPPER: StepperOptions = {
  stepsPerTurn: 2037.886,
  flaps: 40,
  start: 0,
  pullIn: 500,
  pullOut: 800,
  agility: 5000,
  magnet: 0,
  magnetWidth: 40,
  hysteresis: 4,
};

/** The place in half steps, 0 to 7, to which a pattern of coils pulls the rotor; -1 pulls nowhere. */
const PLACES = [-1, 5, 3, 4, 1, -1, 2, 3, 7, 6, -1, 5, 0, 7, 1, -1];
const HALF_STEPS = 8;
const OPPOSITE = 4;
const SECOND_US = 1_000_000;
/** A motor that lags behind its field by more than this share of a step falls out of step. */
const LAG_SHARE = 0.75;
/** How fast a rotor loses speed while its field waits, in steps/s². */
const BRAKING = 40_000;
const BOUNCES = 3;

/** Where a number lies on a circle of this length. */
const wrap = (value: number, length: number): number => ((value % length) + length) % length;

/** Where a pattern pulls a rotor; two wires that are swapped mirror the places. */
const placeOf = (nibble: number, reversed: boolean): number => {
  const place = PLACES[nibble] ?? -1;
  return reversed && place >= 0 ? (HALF_STEPS - place) % HALF_STEPS : place;
};

/** The shorter way between two places, from -4 to 3 half steps. */
const wayTo = (place: number, from: number): number => wrap(place - from + OPPOSITE, HALF_STEPS) - OPPOSITE;

/** How strong the supply is: 1, or less while too many motors turn. */
type Strength = () => number;

/**
 * One motor with a reel, as it answers to its coils: it follows steps as far as its inertia lets it, and loses them
 * above that, four at a time, as real motors do.
 */
export class StepperModel {
  readonly options: StepperOptions;
  sensorFault: SensorFault = 'none';
  /** Whether two of its wires are swapped, so that it turns the other way. */
  reversed = false;
  /** Whether the module is not there at all. */
  missing = false;
  /** How many steps the motor could not follow. */
  lostSteps = 0;
  readonly #strength: Strength;
  /** Where the rotor stands, in half steps since the beginning. */
  #rotor = 0;
  /** The speed of the rotor, negative backwards. */
  #speed = 0;
  /** When the rotor got to where it stands. */
  #arrivedAt = Number.NEGATIVE_INFINITY;
  #steppedAt = Number.NEGATIVE_INFINITY;
  #stalled = false;
  #near = false;
  #bounces = 0;
  #nibble = 0;
  /** Where its field pulls. */
  #place = 0;

  constructor(options: Partial<StepperOptions> = {}, strength: Strength = () => 1) {
    this.options = { ...USUAL_STEPPER, ...options };
    this.#strength = strength;
    this.#look();
    this.#bounces = 0;
  }

  /** How many steps the rotor made so far; those backwards count against it. */
  get effectiveSteps(): number {
    return this.#rotor / 2;
  }

  /** Where the reel stands, from 0 to below the steps of a turn. */
  get position(): number {
    return wrap(this.options.start + this.#rotor / 2, this.options.stepsPerTurn);
  }

  /** The flap that shows. */
  get flap(): number {
    const { flaps, stepsPerTurn } = this.options;
    return Math.min(flaps - 1, Math.floor((this.position * flaps) / stepsPerTurn));
  }

  /** The pattern on its coils. */
  get nibble(): number {
    return this.#nibble;
  }

  /** Whether the motor fell out of step and has not caught a slow field since. */
  get stalled(): boolean {
    return this.#stalled;
  }

  /** When its field last moved, in microseconds. */
  get steppedAt(): number {
    return this.#steppedAt;
  }

  /** Puts a pattern on the coils at a time in microseconds, which never goes back. */
  apply(nibble: number, atUs: number): void {
    if (nibble === this.#nibble || this.missing) return;
    this.#nibble = nibble;
    const place = placeOf(nibble, this.reversed);
    if (place < 0) return;
    const moved = Math.abs(wayTo(place, this.#place)) / 2;
    const since = atUs - this.#steppedAt;
    this.#place = place;
    if (moved > 0) this.#steppedAt = atUs;
    const way = wayTo(place, this.#rotor);
    if (way === -OPPOSITE) this.#miss(moved);
    else if (way !== 0) this.#turn(way, moved, since);
  }

  /** What its sensor tells now: 1 = magnet near. It may chatter, so each look may tell something else. */
  look(): 0 | 1 {
    if (this.missing || this.sensorFault === 'dead') return 0;
    if (this.sensorFault === 'stuck') return 1;
    const flipped = this.sensorFault === 'bouncing' && this.#bounces > 0 && this.#bounces-- % 2 === 1;
    return this.#near === flipped ? 0 : 1;
  }

  /** Turns the reel by hand, by whole steps; the driver cannot know. */
  slip(steps: number): void {
    this.#rotor += Math.round(steps) * 2;
    this.#look();
  }

  /** The field moved by so many steps after so long: the rotor follows, late perhaps, or falls out of step. */
  #turn(way: number, moved: number, since: number): void {
    if (this.#stalled && moved * SECOND_US > since * this.#pullIn) return this.#miss(moved);
    this.#stalled = false;
    const steps = Math.abs(way) / 2;
    const at = this.#steppedAt;
    const arrivesAt = Math.max(at, this.#arrivedAt + (steps * SECOND_US) / this.#fastest(Math.sign(way), steps));
    if (arrivesAt - at > Math.min(since, SECOND_US) * LAG_SHARE) return this.#miss(moved);
    this.#speed = Math.sign(way) * this.#speedAfter(steps, arrivesAt - this.#arrivedAt);
    this.#arrivedAt = arrivesAt;
    this.#rotor += way;
    this.#look();
  }

  get #pullIn(): number {
    return this.options.pullIn * this.#strength();
  }

  /** The fastest speed that the rotor can have over the next steps. */
  #fastest(direction: number, steps: number): number {
    const { agility, pullOut } = this.options;
    const speed = Math.max(0, this.#speed * direction);
    const reached = Math.sqrt(speed * speed + 2 * agility * this.#strength() * steps);
    return Math.min(pullOut, Math.max(this.#pullIn, reached));
  }

  /** Its speed after steps that took so long: what a late step leaves of it fades with the time. */
  #speedAfter(steps: number, tookUs: number): number {
    const speed = Math.abs(this.#speed);
    const lateUs = speed === 0 ? SECOND_US : Math.max(0, tookUs - (steps * SECOND_US) / speed);
    return Math.max((steps * SECOND_US) / tookUs, speed - (BRAKING * lateUs) / SECOND_US);
  }

  #miss(steps: number): void {
    this.#stalled = true;
    this.#speed = 0;
    this.#arrivedAt = this.#steppedAt;
    this.lostSteps += steps;
  }

  #look(): void {
    const { magnet, magnetWidth, hysteresis, stepsPerTurn } = this.options;
    const more = this.#near ? hysteresis : 0;
    const near = wrap(this.position - magnet + more, stepsPerTurn) < magnetWidth + 2 * more;
    if (near !== this.#near) this.#bounces = BOUNCES;
    this.#near = near;
  }
}
