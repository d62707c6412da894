import { ModuleMotion } from './module-motion.ts';
import { MODES, type MotionSettings } from './motion-settings.ts';

/** How fast the time that wires usually take may grow from one tick to the next. */
const LAG_GROWTH = 1.02;

/** What a wall is made from. */
export interface WallMotionOptions extends MotionSettings {
  /** How many places the line has. */
  readonly modules: number;
  /** How many may turn at once; `Infinity` for all. */
  readonly maxMoving: number;
}

/**
 * All modules of a wall: which of them may start, what is due, and what is on their coils. Starts follow each other at
 * a distance, so that the supply does not sag, and never more modules turn than may. Times in microseconds.
 */
export class WallMotion {
  readonly modules: readonly ModuleMotion[];
  /** The pattern of each place. */
  readonly coils: Uint8Array;
  /** What each sensor says: 1 is near the magnet. Whoever owns the line fills it in. */
  readonly sensors: Uint8Array;
  /** Grows whenever a module starts or comes to rest. */
  changes = 0;
  readonly #maxMoving: number;
  readonly #staggerUs: number;
  readonly #tickets: Float64Array;
  /** 1 for each module that made a step in the last tick. */
  readonly #stepped: Uint8Array;
  /** The time that wires take at least, as the last steps showed. */
  #usualLag = 0;
  #ticket = 0;
  #waiting = 0;
  /** How many modules turn, are about to, or still have their coils on for it. */
  #moving = 0;
  #nextStart = 0;

  constructor(options: WallMotionOptions) {
    this.modules = Array.from({ length: options.modules }, () => new ModuleMotion(options));
    this.coils = new Uint8Array(options.modules);
    this.sensors = new Uint8Array(options.modules);
    this.#tickets = new Float64Array(options.modules);
    this.#stepped = new Uint8Array(options.modules);
    this.#maxMoving = options.maxMoving;
    this.#staggerUs = options.times.staggerUs;
  }

  /** Whether all modules are at rest, and none waits. */
  get isAtRest(): boolean {
    return this.#moving === 0 && this.#waiting === 0;
  }

  /** When `tick` is to be called next; `Infinity` when nothing is to be done. */
  get due(): number {
    let due = this.#waiting > 0 && this.#moving < this.#maxMoving ? this.#nextStart : Infinity;
    for (const module of this.modules) if (module.due < due) due = module.due;
    return due;
  }

  /** Notes that modules were told something: those that wait start in the order in which they were told. */
  told(): void {
    for (let at = 0; at < this.modules.length; at++)
      if (this.modules[at]?.mode !== MODES.waiting) this.#tickets[at] = 0;
      else if (this.#tickets[at] === 0) this.#tickets[at] = ++this.#ticket;
    this.#count();
  }

  /** Does all that is due, and puts the patterns into `coils`. */
  tick(now: number): void {
    for (let at = 0; at < this.modules.length; at++) {
      const module = this.modules[at];
      this.#stepped[at] = module && module.due <= now ? 1 : 0;
      if (module && module.due <= now) this.#step(module, at, now);
    }
    this.#count();
    while (this.#waiting > 0 && this.#moving < this.#maxMoving && this.#nextStart <= now) this.#startNext(now);
    for (let at = 0; at < this.modules.length; at++) this.coils[at] = this.modules[at]?.coils ?? 0;
  }

  /**
   * What the last tick put into `coils` came on the wires so much later. What wires take at each step leaves the pauses
   * between steps as they are; only what goes beyond is made up for.
   */
  lag(us: number): void {
    this.#usualLag = Math.min(us, Math.max(1, this.#usualLag * LAG_GROWTH));
    const more = us - this.#usualLag;
    if (more <= 0) return;
    for (let at = 0; at < this.modules.length; at++) if (this.#stepped[at] === 1) this.modules[at]?.lag(more);
  }

  /** Ends all movement where it is. */
  halt(now: number): void {
    for (const module of this.modules) module.halt(now);
    this.told();
  }

  #step(module: ModuleMotion, at: number, now: number): void {
    const { mode, state } = module;
    module.step(now, this.sensors[at] === 1);
    if (module.mode === mode && module.state === state) return;
    this.changes++;
    if (module.mode === MODES.waiting) this.#tickets[at] = ++this.#ticket;
  }

  #count(): void {
    this.#waiting = 0;
    this.#moving = 0;
    for (const { mode } of this.modules)
      if (mode === MODES.waiting) this.#waiting++;
      else if (mode !== MODES.rest) this.#moving++;
  }

  /** Coils kept on at rest count like those that turn: the one that is held longest makes room (rules, B16). */
  #letGo(starting: number): void {
    for (;;) {
      let [held, oldest] = [0, -1];
      for (let at = 0; at < this.modules.length; at++) {
        const module = this.modules[at];
        if (at === starting || !module?.isHeld) continue;
        held++;
        if (oldest < 0 || module.due < (this.modules[oldest]?.due ?? Infinity)) oldest = at;
      }
      if (held === 0 || this.#moving + held < this.#maxMoving) return;
      this.modules[oldest]?.letGo();
    }
  }

  #startNext(now: number): void {
    let first = -1;
    for (let at = 0; at < this.modules.length; at++)
      if (
        this.modules[at]?.mode === MODES.waiting &&
        (first < 0 || (this.#tickets[at] ?? 0) < (this.#tickets[first] ?? 0))
      )
        first = at;
    this.#letGo(first);
    this.modules[first]?.begin(now);
    this.#tickets[Math.max(0, first)] = 0;
    this.#nextStart = now + this.#staggerUs;
    this.#waiting--;
    this.#moving++;
    this.changes++;
  }
}
