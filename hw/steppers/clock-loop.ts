import type { MotionTimes } from '../motion/motion-settings.ts';
import { Ramp, type Speeds } from '../motion/ramp.ts';
import type { Reel } from '../motion/reel.ts';
import { WallMotion } from '../motion/wall-motion.ts';
import { ORDERS, type ClockMemory } from './clock-memory.ts';
import type { StepLine } from './line.ts';

/** How a wall moves, as plain data. */
export interface WallPlan {
  /** Places of the line. */
  readonly modules: number;
  readonly reel: Reel;
  readonly speeds: Speeds;
  readonly times: MotionTimes;
  readonly hold: boolean;
  readonly openLoop: boolean;
  /** How many modules may turn at once; null for all. */
  readonly maxMoving: number | null;
  /** The thread stays for so long after everything came to rest. */
  readonly lingerMs: number;
}

/** Makes the motion of a wall. */
const motionOf = ({ speeds, maxMoving, ...plan }: WallPlan): WallMotion =>
  new WallMotion({ ...plan, ramp: new Ramp(speeds), maxMoving: maxMoving ?? Infinity });

/** A sensor tells what it sees one exchange late. */
const FIRST_EXCHANGES = 2;

/**
 * The clock of steps: waits for the time of each step, lets the motion work it out, and puts it on the wires. It runs
 * on a thread of its own, blocks it while it waits, and allocates nothing a step.
 */
export class ClockLoop {
  readonly #memory: ClockMemory;
  readonly #line: StepLine;
  readonly #wall: WallMotion;
  readonly #plan: WallPlan;
  readonly #now: () => number;
  readonly #handle = (what: number, module: number, a: number, b: number): void => this.#obey(what, module, a, b);
  #isStopped = false;
  #changes = 0;

  /** `now` is in microseconds. */
  constructor(plan: WallPlan, memory: ClockMemory, line: StepLine, now: () => number) {
    this.#plan = plan;
    this.#memory = memory;
    this.#line = line;
    this.#now = now;
    this.#wall = motionOf(plan);
    this.#wall.modules.forEach((module, at) => memory.restore(at, module));
  }

  /** Runs until it is stopped, or nothing turned for a while. Throws the line's sentence when the device is gone. */
  run(): void {
    for (let turn = 0; turn < FIRST_EXCHANGES; turn++) this.#exchange();
    while (this.#turn());
    this.#line.close();
    for (const module of this.#wall.modules) module.release();
    this.#publish();
  }

  /** Does one thing; answers whether to go on. */
  #turn(): boolean {
    const { signal } = this.#memory;
    if (this.#memory.hasOrders) this.#takeOrders();
    if (this.#isStopped && this.#wall.isAtRest) return false;
    const { due } = this.#wall;
    const now = this.#now();
    if (due <= now) this.#tick(now, due);
    else if (this.#wall.isAtRest && due === Infinity) return this.#linger(signal);
    else this.#memory.wait(signal, (due - now) / 1000);
    return true;
  }

  #takeOrders(): void {
    this.#memory.take(this.#handle);
    this.#wall.told();
    const now = this.#now();
    this.#wall.tick(now);
    this.#exchange();
    this.#wall.lag(this.#now() - now);
    this.#memory.finish();
  }

  #tick(now: number, due: number): void {
    this.#memory.noteLateness(now - due);
    this.#wall.tick(now);
    this.#exchange();
    this.#wall.lag(this.#now() - now);
    if (this.#wall.changes === this.#changes) return;
    this.#changes = this.#wall.changes;
    this.#memory.tell();
  }

  /** A thread that comes again for each frame of an animation would cost more than one that waits. */
  #linger(signal: number): boolean {
    const isOver = this.#memory.wait(signal, this.#plan.lingerMs);
    return !isOver || this.#memory.hasOrders;
  }

  #exchange(): void {
    this.#line.exchange(this.#wall.coils, this.#wall.sensors);
    this.#publish();
  }

  #publish(): void {
    for (let at = 0; at < this.#wall.modules.length; at++) {
      const module = this.#wall.modules[at];
      if (module) this.#memory.publish(at, module, this.#wall.sensors[at] ?? 0);
    }
  }

  #obey(what: number, at: number, a: number, b: number): void {
    if (what === ORDERS.stop) this.#isStopped = true;
    if (what === ORDERS.stop || what === ORDERS.halt) return this.#wall.halt(this.#now());
    const module = this.#wall.modules[at];
    if (!module) return;
    if (what === ORDERS.aim) module.aim(a, b);
    if (what === ORDERS.home) module.home(a);
    if (what === ORDERS.jog) module.jog(a);
    if (what === ORDERS.offset) module.offset = a;
    if (what === ORDERS.reverse) module.reverse(a === 1);
    if (what === ORDERS.release) module.release();
  }
}
