import { SteppedWall } from '../../../hw/emulator/steppers/wall.ts';
import type { StepperOptions } from '../../../hw/emulator/steppers/model.ts';
import { MODES, MOTION_TIMES, type MotionTimes } from '../../../hw/motion/motion-settings.ts';
import type { ModuleMotion } from '../../../hw/motion/module-motion.ts';
import { Ramp } from '../../../hw/motion/ramp.ts';
import { WallMotion } from '../../../hw/motion/wall-motion.ts';

/** What a simulation differs in from a usual wall of one module with 40 flaps. */
export interface SimulationOptions {
  readonly modules?: number;
  readonly stepsPerTurn?: number;
  readonly flaps?: number;
  readonly maxSpeed?: number;
  readonly acceleration?: number;
  readonly maxMoving?: number;
  readonly times?: Partial<MotionTimes>;
  readonly stepper?: Partial<StepperOptions>;
  readonly each?: readonly Partial<StepperOptions>[];
  readonly supply?: number;
  readonly openLoop?: boolean;
  /** How late each tick comes, in microseconds. */
  readonly late?: () => number;
  /** How long the wires take to show what a tick asks for, in microseconds. */
  readonly slow?: () => number;
}

/** A step that was seen on the coils: when, and the pause since the one before. */
export interface SeenStep {
  readonly at: number;
  readonly pause: number;
}

/** Motion and emulated motors on a time that only the simulation moves, in microseconds. */
export class Simulation {
  readonly wall: WallMotion;
  readonly motors: SteppedWall;
  readonly ramp: Ramp;
  now = 0;
  /** The steps of each module since `watch`. */
  readonly seen: SeenStep[][];
  mostMoving = 0;
  readonly #late: () => number;
  readonly #slow: () => number;

  constructor(options: SimulationOptions = {}) {
    const { modules = 1, stepsPerTurn = 2037.886, flaps = 40, maxSpeed = 600, acceleration = 2600 } = options;
    const {
      maxMoving = Infinity,
      times,
      stepper,
      each,
      supply,
      late = () => 0,
      slow = () => 0,
      openLoop = false,
    } = options;
    this.ramp = new Ramp({ maxSpeed, acceleration });
    this.wall = new WallMotion({
      modules,
      reel: { stepsPerTurn, flaps },
      ramp: this.ramp,
      times: { ...MOTION_TIMES, ...times },
      hold: false,
      openLoop,
      maxMoving,
    });
    this.motors = new SteppedWall({
      modules,
      stepper: { stepsPerTurn, flaps, ...stepper },
      ...(each ? { each } : {}),
      ...(supply === undefined ? {} : { supply }),
    });
    this.#late = late;
    this.#slow = slow;
    this.seen = Array.from({ length: modules }, () => []);
    this.#exchange();
  }

  /** The first module. */
  get module(): ModuleMotion {
    return this.at(0);
  }

  at(address: number): ModuleMotion {
    const module = this.wall.modules[address];
    if (!module) throw new RangeError(`there is no module ${address}`);
    return module;
  }

  /** Tells modules something at the present time. */
  tell(...orders: (() => void)[]): void {
    for (const order of orders) order();
    this.wall.told();
  }

  /** Lets everything come to rest, for at most so many seconds. */
  run(seconds = 120): void {
    this.runUntil(() => this.wall.isAtRest, seconds);
  }

  /** Goes on until something holds. */
  runUntil(holds: () => boolean, seconds = 120): void {
    const end = this.now + seconds * 1e6;
    while (!holds() && this.wall.due <= end) this.tick();
  }

  /** Goes on for a time. */
  runFor(us: number): void {
    const end = this.now + us;
    while (this.wall.due <= end) this.tick();
    this.now = Math.max(this.now, end);
  }

  /** Does what is due next. */
  tick(): void {
    this.now = Math.max(this.now, this.wall.due) + this.#late();
    const counts = this.wall.modules.map(({ count }) => count);
    this.wall.tick(this.now);
    const slow = this.#slow();
    this.now += slow;
    this.wall.modules.forEach(({ count }, at) => this.#note(at, count - (counts[at] ?? 0)));
    this.mostMoving = Math.max(this.mostMoving, this.wall.modules.filter(({ mode }) => mode === MODES.turning).length);
    this.#exchange();
    this.wall.lag(slow);
  }

  #note(at: number, steps: number): void {
    if (steps === 0) return;
    if (Math.abs(steps) > 1) throw new Error('a tick made more than one step');
    const steps_ = this.seen[at] ?? [];
    steps_.push({ at: this.now, pause: this.now - (steps_.at(-1)?.at ?? -Infinity) });
  }

  #exchange(): void {
    this.motors.apply(this.wall.coils, this.now);
    this.motors.look(this.wall.sensors);
  }
}

/** The flap that a motor shows, by its model. */
export const shown = (simulation: Simulation, address = 0): number => simulation.motors.models[address]?.flap ?? -1;
