import type { Cancel, Clock } from '../../src/platform/clock.ts';
import type { PanelSettings } from '../../src/schema/boards/panel.ts';

/** A module that sets out for a flap. */
export interface Move {
  readonly module: number;
  readonly flap: number;
}

/** A module that starts now, and how long its way takes in ms, at worst. */
export interface Start extends Move {
  readonly ms: number;
}

/** How a wall moves. Modules are named by their index. */
export interface MovesOptions {
  readonly clock: Clock;
  /** How many modules there are. */
  readonly count: number;
  /** How many may turn at once, null for all; whether short ways start later, so that all end together. */
  readonly panel: Pick<PanelSettings, 'max_moving' | 'land_together'>;
  /** Whether a module that turns takes a new aim on its way, or must come to rest first. */
  readonly redirectable: boolean;
  /** How long a way takes in ms, at worst; `from` is null while the position is unknown. */
  duration(module: number, from: number | null, to: number): number;
  /** Sends modules on their way that had to wait, all of them at once. */
  launch(starts: readonly Start[]): void;
}

interface ModuleMotion {
  /** The flap it was sent to last; null when unknown. */
  at: number | null;
  restAt: number;
  /** The flap it waits to be sent to; null when there is none. The newest one counts. */
  goal: number | null;
  notBefore: number;
}

/**
 * Decides when each module of a wall sets out: at once, unless only so many may turn together, all shall land together,
 * or a module has to come to rest first. Ways that take longest start first. Times are estimates until `rested`
 * corrects them.
 */
export class Moves {
  readonly #options: MovesOptions;
  readonly #modules: ModuleMotion[];
  #cancel: Cancel = () => undefined;

  constructor(options: MovesOptions) {
    this.#options = options;
    this.#modules = Array.from({ length: options.count }, () => ({ at: null, restAt: 0, goal: null, notBefore: 0 }));
  }

  /** Sends modules to flaps; those that may start now are launched before this returns. */
  aim(moves: readonly Move[]): void {
    this.#launch(this.begin(moves));
  }

  /** The same for a caller who launches those that may start now himself: it answers them. */
  begin(moves: readonly Move[]): readonly Start[] {
    for (const { module, flap } of moves) this.#of(module).goal = flap;
    if (this.#options.panel.land_together) this.#align();
    return this.#takeDue();
  }

  /** The flap that a module was sent to or waits for; null when unknown. */
  heading(module: number): number | null {
    const { at, goal } = this.#of(module);
    return goal ?? at;
  }

  /** The flap that a module was sent to last, or said to be at; null when unknown. */
  sentTo(module: number): number | null {
    return this.#of(module).at;
  }

  /** Whether a module turns or waits to. */
  isBusy(module: number): boolean {
    const { goal, restAt } = this.#of(module);
    return goal !== null || restAt > this.#options.clock.monotonic();
  }

  /** In how many ms a module that waits for nothing is at rest; 0 when it is. */
  restsIn(module: number): number {
    return Math.max(0, this.#of(module).restAt - this.#options.clock.monotonic());
  }

  /** A module set out without being asked here, or later than it was asked to. */
  departed(module: number, flap: number, ms: number): void {
    const motion = this.#of(module);
    motion.at = flap;
    motion.restAt = this.#options.clock.monotonic() + ms;
  }

  /** A module says where it is at rest. */
  rested(module: number, flap: number | null): void {
    const motion = this.#of(module);
    motion.at = flap;
    motion.restAt = Math.min(motion.restAt, this.#options.clock.monotonic());
    this.#launch(this.#takeDue());
  }

  /** Drops what waits; what turns comes to rest where it was sent. Answers whether anything waited. */
  halt(): boolean {
    this.#cancel();
    const isWaiting = this.#modules.some(({ goal }) => goal !== null);
    for (const motion of this.#modules) Object.assign(motion, { goal: null, notBefore: 0 });
    return isWaiting;
  }

  /** Drops what waits and forgets all positions. */
  reset(): void {
    this.#cancel();
    for (const motion of this.#modules) Object.assign(motion, { at: null, restAt: 0, goal: null, notBefore: 0 });
  }

  #of(module: number): ModuleMotion {
    const motion = this.#modules[module];
    if (!motion) throw new RangeError(`there is no module ${module}`);
    return motion;
  }

  #wayOf(module: number): number {
    const { at, goal } = this.#of(module);
    return goal === null ? 0 : this.#options.duration(module, at, goal);
  }

  #readyAt({ restAt }: ModuleMotion, now: number): number {
    return this.#options.redirectable ? now : Math.max(now, restAt);
  }

  #waiting(): number[] {
    return this.#modules.flatMap(({ goal }, module) => (goal === null ? [] : [module]));
  }

  /** Everything that waits lands when the last of it can. */
  #align(): void {
    const now = this.#options.clock.monotonic();
    const ways = this.#waiting().map((module) => ({ motion: this.#of(module), way: this.#wayOf(module) }));
    const landing = ways.reduce((latest, { motion, way }) => Math.max(latest, this.#readyAt(motion, now) + way), now);
    for (const { motion, way } of ways) motion.notBefore = landing - way;
  }

  #launch(starts: readonly Start[]): void {
    if (starts.length > 0) this.#options.launch(starts);
  }

  #takeDue(): Start[] {
    this.#cancel();
    const now = this.#options.clock.monotonic();
    const waiting = this.#waiting().map((module) => ({ module, way: this.#wayOf(module) }));
    const due: Start[] = [];
    for (const { module, way } of waiting.sort((a, b) => b.way - a.way))
      if (this.#mayStart(module, now)) due.push(this.#start(module, way, now));
    this.#arm(now);
    return due;
  }

  #mayStart(module: number, now: number): boolean {
    const motion = this.#of(module);
    if (motion.notBefore > now || this.#readyAt(motion, now) > now) return false;
    return motion.restAt > now || this.#turning(now) < (this.#options.panel.max_moving ?? Infinity);
  }

  #turning(now: number): number {
    return this.#modules.reduce((sum, { restAt }) => sum + (restAt > now ? 1 : 0), 0);
  }

  #start(module: number, way: number, now: number): Start {
    const motion = this.#of(module);
    const flap = motion.goal ?? 0;
    Object.assign(motion, { at: flap, restAt: now + way, goal: null, notBefore: 0 });
    return { module, flap, ms: way };
  }

  /** Wakes when something that waits may start: its own time has come, or a module has come to rest. */
  #arm(now: number): void {
    const waiting = this.#waiting();
    if (waiting.length === 0) return;
    const own = waiting.map((module) => Math.max(this.#of(module).notBefore, this.#readyAt(this.#of(module), now)));
    const rests = this.#options.panel.max_moving === null ? [] : this.#modules.map(({ restAt }) => restAt);
    const next = Math.min(...[...own, ...rests].filter((at) => at > now));
    if (Number.isFinite(next))
      this.#cancel = this.#options.clock.after(Math.ceil(next - now), () => this.#launch(this.#takeDue()));
  }
}
