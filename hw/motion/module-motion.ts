import { MODES, STATES, isAtRest, patternAt, type MotionSettings } from './motion-settings.ts';
import { wholeFrom, within, windowsOf, type Windows } from './reel.ts';

/** What is not late: so large a part of a pause. A later step is followed by a whole pause and slows the motor down. */
const JITTER = 1 / 8;
/** The part of that by which wires may come late without any consequence. */
const UNFELT = 1 / 4;
/** Homes in a row that were missed or unexpected until a module is left alone. */
const MOST_LOSSES = 3;
/** A home that is off by more steps than this moves the place from which steps are counted. */
const SLIP = 2.5;
/** In so many equal parts a halt takes the speed away. */
const HALT_PARTS = 6;
const ENDLESS = Infinity;
const NONE = -1;
const SECOND_US = 1_000_000;

/**
 * One module: its motor, its sensor and what is known of its place. It only knows what it is told: times in
 * microseconds on one clock, and whether the sensor is near the magnet. Whoever owns the clock calls `step` at `due` or
 * later, and puts `coils` on the wires. A late step delays the next ones and slows the motor down: none is left out or
 * caught up.
 */
export class ModuleMotion {
  /** When `step` is to be called next; `Infinity` when nothing is to be done. */
  due = ENDLESS;
  /** The pattern for the coils now. */
  coils = 0;
  mode: number = MODES.rest;
  state: number = STATES.stopped;
  /** Homes that came not at all, or too early. */
  missedHomes = 0;
  unexpectedHomes = 0;
  /** Steps from the magnet's edge to the first flap. */
  offset = 0;
  /** Whether this motor turns the other way. */
  reversed = false;
  /** The pattern that is or was on, 0 to 3. */
  phase = 0;
  /** The flap it was sent to; -1 when there is none. */
  flap = NONE;
  readonly #settings: MotionSettings;
  readonly #windows: Windows;
  /** Steps made, and the count at the last home, which may lie between two steps. */
  #count = 0;
  #home = 0;
  #left = 0;
  #index = 0;
  #period = ENDLESS;
  #direction = 1;
  #isJog = false;
  #isHalting = false;
  /** Whether its coils go off when it has settled, although they are kept on at rest otherwise. */
  #lets = false;
  /** Whether it stood still for long enough since its last step. */
  #hasSettled = true;
  #haltUntil = 0;
  #haltStep = 0;
  #losses = 0;
  #searched = 0;
  #sample = NONE;
  #isNear = true;
  #hasBeenFar = false;

  constructor(settings: MotionSettings) {
    this.#settings = settings;
    this.#windows = windowsOf(settings.reel);
  }

  /** Steps since the magnet's edge, from 0 to less than a turn. */
  get position(): number {
    return within(this.#count - this.#home, this.#settings.reel);
  }

  /** Whole steps made since the start, backward ones taken off. */
  get count(): number {
    return this.#count;
  }

  /** The index on the ramp; 0 at rest. */
  get index(): number {
    return this.#index;
  }

  /** Whether it was given up: only `home` brings it back. */
  get isGivenUp(): boolean {
    return this.state >= STATES.missed;
  }

  /** Takes over where it stands, from an earlier run. */
  restore(position: number, phase: number): void {
    this.#placeAt(position);
    this.phase = phase;
    this.state = STATES.ok;
  }

  /** Sends it to a flap: it looks for its home first where its place is unknown. `least` steps are made at least. */
  aim(flap: number, least = 0): void {
    if (this.isGivenUp) return;
    this.flap = flap;
    if (this.mode === MODES.turning || this.mode === MODES.ready) return this.#redirect(least);
    if (this.state !== STATES.ok && this.#settings.openLoop) this.#assume();
    if (this.state !== STATES.ok) this.#seek();
    else this.#left = this.#wayTo(flap, least || this.#slack);
    if (this.#left > 0) this.mode = MODES.waiting;
    else if (this.mode === MODES.waiting) this.mode = this.#hasSettled ? MODES.rest : MODES.settling;
  }

  /** Lets it look for its home again, whatever is known of it, and go on to a flap; with a sensor only. */
  home(flap: number): void {
    this.#losses = 0;
    if (this.#isJog) this.state = STATES.stopped;
    else this.#seek();
    this.flap = NONE;
    this.aim(flap);
  }

  /** Lets its motor turn the other way from now on. Until then it was counted backwards: its place is unknown. */
  reverse(isReversed: boolean): void {
    if (this.reversed === isReversed) return;
    this.reversed = isReversed;
    this.state = STATES.stopped;
  }

  /** Turns it by steps, backward when negative, past its sensor; it has to be at rest. */
  jog(steps: number): void {
    if (!isAtRest(this.mode) || steps === 0) return;
    this.#isJog = true;
    this.flap = NONE;
    this.#direction = Math.sign(steps);
    this.#left = Math.abs(steps);
    this.mode = MODES.waiting;
  }

  /** Begins the movement that it waits for. */
  begin(now: number): void {
    const { ramp, times } = this.#settings;
    const pause = Math.max(ramp.periodAt(1), this.coils === 0 ? times.wakeUs : 0);
    this.mode = MODES.ready;
    this.coils = patternAt(this.phase);
    this.#lets = false;
    this.#index = 0;
    this.#period = 0;
    this.due = now + pause;
  }

  /** Ends its movement where it is, drops where it was sent, and lets its coils go. Its place stays known. */
  halt(now: number): void {
    this.#lets = true;
    if (this.mode === MODES.rest) return this.release();
    if (this.mode === MODES.settling) return;
    this.flap = NONE;
    if (this.mode === MODES.turning && !this.#isHalting) return this.#brake(now);
    this.#isHalting = true;
    if (this.mode !== MODES.turning) this.#settle(now);
  }

  /** Switches its coils off, unless it turns. */
  release(): void {
    if (!isAtRest(this.mode)) return;
    this.mode = MODES.rest;
    this.#switchOff();
  }

  /** Whether its coils are on although it stands still. */
  get isHeld(): boolean {
    return this.coils !== 0 && (this.mode === MODES.rest || this.mode === MODES.waiting);
  }

  /** Switches its coils off while it stands still; what it waits for it does all the same. */
  letGo(): void {
    if (this.isHeld) this.#switchOff();
  }

  /** Does what is due; `near` is what its sensor says. */
  step(now: number, near: boolean): void {
    if (this.mode !== MODES.ready && this.mode !== MODES.turning) return this.#relax(now);
    if (!this.#isJog && !this.#settings.openLoop) this.#feel(near);
    if (this.#left <= 0) return this.#settle(now);
    this.mode = MODES.turning;
    this.#turn();
    if (this.#left <= 0) return this.#settle(now);
    if (this.#isHalting) this.#slow(now);
    else this.#pace(now);
  }

  /**
   * Its last pattern came on the wires so much later than its step: the motor waited meanwhile, and goes on from there.
   */
  lag(us: number): void {
    if (this.mode !== MODES.turning || this.#isHalting) return;
    const { ramp } = this.#settings;
    const before = this.#period;
    // So little is no matter to a motor, and would keep modules from stepping together.
    if (us <= before * JITTER * UNFELT) return;
    if (us > before * JITTER && this.#index > 0) {
      this.#index = ramp.indexFor(before + us, this.#index);
      this.#period = Math.max(before, ramp.periodAt(this.#index));
    }
    this.due += us + this.#period - before;
  }

  #turn(): void {
    this.phase = (this.phase + (this.reversed ? -this.#direction : this.#direction)) & 3;
    this.coils = patternAt(this.phase);
    this.#count += this.#direction;
    this.#left--;
    if (this.state === STATES.homing) this.#searched++;
  }

  /** Sets the next step: a whole pause after this one when it came late, and no faster than the motor now turns. */
  #pace(now: number): void {
    const { ramp } = this.#settings;
    const late = now - this.due;
    const isLate = late > this.#period * JITTER && this.#index > 0;
    if (isLate) this.#index = ramp.indexFor(this.#period + late, this.#index);
    const isSlow = this.#isJog || this.state === STATES.homing;
    const cruise = isSlow ? ramp.search : ramp.top;
    this.#index += Math.sign(Math.min(cruise, this.#left) - this.#index);
    const pause = isSlow && this.#index === cruise ? 2 * ramp.shortest : ramp.periodAt(this.#index);
    const next = (isLate ? now : this.due) + pause;
    const due = this.#index === cruise ? this.#align(next) : next;
    this.#period = pause + due - next;
    this.due = Math.max(due, now + pause * (1 - JITTER));
  }

  /**
   * Modules at full speed step together: a step is delayed, a little at a time, to a multiple of the shortest pause.
   */
  #align(due: number): number {
    const { shortest } = this.#settings.ramp;
    const rest = shortest - (due % shortest);
    return rest > shortest * (1 - 1e-6) ? due : due + Math.min(rest, shortest * JITTER);
  }

  #brake(now: number): void {
    this.#isHalting = true;
    this.#haltUntil = now + this.#settings.times.haltUs;
    this.#haltStep = SECOND_US / this.#period / HALT_PARTS;
    if (this.due > this.#haltUntil) this.#settle(now);
  }

  #slow(now: number): void {
    const speed = SECOND_US / this.#period - this.#haltStep;
    this.#period = speed > 0 ? SECOND_US / speed : ENDLESS;
    this.due = now + this.#period;
    if (this.due > this.#haltUntil) this.#settle(now);
  }

  #settle(now: number): void {
    const isInterrupted = this.#isHalting || this.#isJog;
    if (this.#isHalting && this.state === STATES.homing) this.state = STATES.stopped;
    if (this.#isJog) this.#placeAt(this.position);
    this.#rest(now + this.#settings.times.settleUs);
    if (isInterrupted && this.flap !== NONE) this.aim(this.flap);
  }

  #rest(until: number): void {
    this.#left = 0;
    this.#index = 0;
    this.#direction = 1;
    this.#isJog = false;
    this.#isHalting = false;
    this.mode = MODES.settling;
    this.#hasSettled = false;
    this.due = until;
  }

  /** It has settled, or was held for as long as may be; it may wait for its next movement meanwhile. */
  #relax(now: number): void {
    if (this.mode === MODES.settling) this.mode = MODES.rest;
    if (!this.#settings.hold || this.#hasSettled || this.#lets) return this.#switchOff();
    this.#hasSettled = true;
    this.due = now + this.#settings.times.holdUs;
  }

  #switchOff(): void {
    this.coils = 0;
    this.#hasSettled = true;
    this.due = ENDLESS;
  }

  /** It stands somewhere without having looked at its sensor on the way: a home that is near counts as passed. */
  #placeAt(position: number): void {
    const { stepsPerTurn } = this.#settings.reel;
    const isBefore = position > stepsPerTurn - this.#windows.tolerance;
    this.#home = this.#count - position + (isBefore ? stepsPerTurn : 0);
    this.#beginSampling();
  }

  /** Nobody can tell where it stands: it is taken to show its first flap. */
  #assume(): void {
    this.#placeAt(this.offset);
    this.state = STATES.ok;
  }

  #seek(): void {
    this.state = STATES.homing;
    this.#searched = 0;
    this.#hasBeenFar = false;
    this.#left = ENDLESS;
    this.#beginSampling();
  }

  #redirect(least: number): void {
    if (this.state !== STATES.ok || this.#isJog || this.#isHalting) return;
    this.#left = this.#wayTo(this.flap, Math.max(least, this.#index) || this.#slack);
  }

  /** A module at rest that is past its flap by so little does not turn once around for it. */
  get #slack(): number {
    return -this.#windows.tolerance / 2;
  }

  /** The steps to a flap, forward, at least `least`. */
  #wayTo(flap: number, least: number): number {
    const { stepsPerTurn, flaps } = this.#settings.reel;
    const place = this.#home + this.offset + (flap * stepsPerTurn) / flaps;
    let turns = Math.floor((this.#count + least - place) / stepsPerTurn);
    let way = wholeFrom(place + turns * stepsPerTurn) - this.#count;
    while (way < least) way = wholeFrom(place + ++turns * stepsPerTurn) - this.#count;
    return way;
  }

  /** Only a magnet that arrives counts, not one that is there. */
  #beginSampling(): void {
    this.#sample = NONE;
    this.#isNear = true;
  }

  /** Takes a sample at the present count; two equal ones count, and the first of them is where it happened. */
  #feel(near: boolean): void {
    const sample = near ? 1 : 0;
    const isSettled = sample === this.#sample;
    this.#sample = sample;
    if (isSettled && !near) {
      this.#isNear = false;
      this.#hasBeenFar = true;
    }
    if (isSettled && near && !this.#isNear) {
      this.#isNear = true;
      this.#passHome(this.#count - 1);
    }
    this.#judge();
  }

  /** The magnet arrived at the sensor. */
  #passHome(at: number): void {
    if (this.state === STATES.homing) return this.#found(at);
    if (this.state !== STATES.ok) return;
    const since = at - this.#home;
    const { stepsPerTurn } = this.#settings.reel;
    if (since < this.#windows.ignoreUntil) return;
    if (since < stepsPerTurn - this.#windows.tolerance) return this.#lose(STATES.unexpected);
    this.#losses = 0;
    this.#home += stepsPerTurn;
    if (Math.abs(at - this.#home) > SLIP) this.#home = at;
    this.#correct();
  }

  #found(at: number): void {
    this.#home = at;
    this.state = STATES.ok;
    this.#left = this.#wayTo(Math.max(0, this.flap), this.#index);
  }

  /** A home that was off by some steps moves the goal by as many, unless it is too near by now. */
  #correct(): void {
    if (this.flap === NONE) return;
    const way = this.#wayTo(this.flap, this.#index);
    if (Math.abs(way - this.#left) <= this.#windows.tolerance + 1) this.#left = way;
  }

  #judge(): void {
    if (this.state === STATES.ok && this.#count - this.#home > this.#windows.missedFrom) this.#lose(STATES.missed);
    if (this.state === STATES.homing && this.#searched > this.#windows.giveUpAfter)
      this.#giveUp(this.#hasBeenFar ? STATES.silent : STATES.stuck);
  }

  #lose(how: number): void {
    if (how === STATES.missed) this.missedHomes++;
    else this.unexpectedHomes++;
    this.#losses++;
    if (this.#losses >= MOST_LOSSES) return this.#giveUp(how);
    this.state = STATES.homing;
    this.#searched = 0;
    this.#hasBeenFar = false;
    if (!this.#isHalting) this.#left = ENDLESS;
  }

  #giveUp(state: number): void {
    this.state = state;
    this.flap = NONE;
    if (!this.#isHalting) this.#left = Math.min(this.#left, this.#index);
  }
}
