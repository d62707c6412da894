import { join } from 'node:path';
import type { Driver, DriverAction, Frame, ReadOutcome, WriteOutcome } from '../../src/board/driver.ts';
import { sentenceOf } from '../../src/core/sentence.ts';
import type { Cancel, Clock } from '../../src/platform/clock.ts';
import { MOTION_TIMES, STATES, isAtRest, type MotionTimes } from '../motion/motion-settings.ts';
import { Ramp } from '../motion/ramp.ts';
import { flapAt } from '../motion/reel.ts';
import type { PanelDeps, PanelSetup } from '../panel/description.ts';
import { LinkedDriver } from '../panel/linked-driver.ts';
import { Moves, type Move } from '../panel/moves.ts';
import { unlessAborted } from '../panel/waiting.ts';
import { Wall } from '../panel/wall.ts';
import type { WallPlan } from './clock-loop.ts';
import type { Order } from './clock-memory.ts';
import { faultOf, joinFaults } from './faults.ts';
import { USUAL_MOTION, type MotorSettings } from './fields.ts';
import type { LineSetup } from './line.ts';
import { Places, type Place } from './places.ts';
import { StepClock } from './step-clock.ts';
import { stepperActions } from './stepper-actions.ts';
import type { Wires } from './wires.ts';

const READ_EVERY_MS = 30_000;
const LINGER_MS = 1000;
/** After so long at rest it is written down where modules stand: a clock that moves each minute wears no card out. */
const REST_MS = 600_000;
const US_PER_MS = 1000;

/** What differs between walls on pins and walls on shift registers. */
export interface StepperLine {
  readonly kind: string;
  /** Places of the line. */
  readonly places: number;
  readonly setup: LineSetup;
  readonly wires: Wires;
  /** What a module of an address beyond the line would need, in words that end a sentence. */
  readonly explainBeyond: (address: number) => string;
  readonly defaultFlaps: string;
}

/** What the driver depends on; tests give other times and another program of the thread. */
export interface StepperDeps extends PanelDeps {
  readonly times?: Partial<MotionTimes>;
  readonly lingerMs?: number;
  readonly threadFile?: string;
}

/** What is connected where, as text: behind other wires are other reels. A longer chain begins with the same ones. */
const wiringOf = (setup: LineSetup): string =>
  JSON.stringify(setup, (name, value: unknown) => (name === 'modules' ? undefined : value));

/** Drives a wall whose motors are stepped here, one coil pattern after the other. */
export class StepperWall extends LinkedDriver<StepClock> implements Driver {
  readonly kind: string;
  readonly transitions: 'cells' | 'none';
  readonly guesses: boolean;
  readonly readBackMs = READ_EVERY_MS;
  readonly actions: Readonly<Record<string, DriverAction>>;
  readonly #clock: Clock;
  readonly #deps: StepperDeps;
  readonly #line: StepperLine;
  readonly #plan: WallPlan;
  readonly #ramp: Ramp;
  readonly #turnsBack: boolean;
  readonly #fullTurn: boolean;
  /** Whether what was sent last turns once around on its way. */
  #isAround = false;
  readonly #wall: Wall;
  readonly #moves: Moves;
  #places: Places | null = null;
  #late: string | null = null;
  /** Orders that the wires do not follow yet: until then modules are said to be at rest that are about to start. */
  #pending = 0;
  #cancelRest: Cancel = () => undefined;

  /** Throws a sentence for the owner when the settings are unusable. */
  constructor({ rows, cols, panel }: PanelSetup<MotorSettings>, line: StepperLine, deps: StepperDeps) {
    super();
    const { connection, max_moving } = panel;
    this.kind = line.kind;
    this.#clock = deps.clock;
    this.#deps = deps;
    this.#line = line;
    const { places, explainBeyond, defaultFlaps } = line;
    this.#wall = new Wall({ rows, cols, panel, highestAddress: places - 1, explainBeyond, defaultFlaps });
    this.#turnsBack = connection.reverse === true;
    this.#fullTurn = connection.full_turn === true;
    // Each step of a transition would turn the whole wall.
    this.transitions = this.#fullTurn ? 'none' : 'cells';
    this.guesses = connection.open_loop === true;
    this.#plan = {
      modules: line.places,
      reel: { stepsPerTurn: connection.steps_per_turn ?? USUAL_MOTION.stepsPerTurn, flaps: this.#wall.flaps.count },
      speeds: {
        maxSpeed: connection.max_speed ?? USUAL_MOTION.maxSpeed,
        acceleration: connection.acceleration ?? USUAL_MOTION.acceleration,
      },
      times: { ...MOTION_TIMES, ...deps.times },
      hold: connection.hold === true,
      openLoop: this.guesses,
      maxMoving: max_moving,
      lingerMs: deps.lingerMs ?? LINGER_MS,
    };
    this.#ramp = new Ramp(this.#plan.speeds);
    this.#moves = new Moves({
      clock: deps.clock,
      count: this.#wall.modules.length,
      panel,
      redirectable: true,
      duration: (_module, from, to) => this.#duration(from, to),
      launch: (moves) =>
        void this.#tell(this.#ordersFor(moves), this.stopped).catch(
          (error: unknown) => (this.#late = sentenceOf(error)),
        ),
    });
    this.actions = stepperActions({
      clock: deps.clock,
      wall: this.#wall,
      reel: this.#plan.reel,
      places: line.places,
      wires: line.wires,
      connect: async (signal) => (await this.connect(signal)).memory,
      tell: (orders, signal) => this.#tell(orders, signal),
      show: (flaps, signal) => this.#show(flaps, signal),
      kept: () => this.#kept,
      turnsBack: this.#turnsBack,
      guesses: this.guesses,
      departed: (module, flap) => this.#moves.departed(module, flap, this.#duration(null, flap)),
    });
  }

  /** Stops what turns where it is, within 20 ms, and drops what waits; what the wall showed is asked for again. */
  halt(): void {
    const isMoving = [...this.#wall.modules.keys()].some((module) => this.#moves.isBusy(module));
    this.#moves.halt();
    this.link?.halt();
    if (isMoving || this.link?.isRunning) this.tellRestart();
  }

  protected override forget(): void {
    this.#moves.reset();
    this.#late = null;
  }

  write({ grid }: Frame, signal: AbortSignal): Promise<WriteOutcome> {
    return this.report(signal, async (either): Promise<WriteOutcome> => {
      await this.connect(either);
      const { flaps, substitutions } = this.#wall.aim(grid);
      if (this.#wall.modules.every((_, module) => this.#isGivenUp(module)))
        return { status: 'failed', reason: joinFaults(this.#faults()) ?? 'No module turns.' };
      const isThere = !this.#fullTurn && flaps.every((flap, module) => this.#standsAt(module, flap));
      await this.#show(flaps, either, this.#fullTurn);
      return isThere
        ? { status: 'unchanged', reason: 'The wall shows this already.' }
        : { status: 'sent', substitutions };
    });
  }

  /** What is shown by where modules stand; a module that was given up makes it a failure that says what to look at. */
  read(signal: AbortSignal): Promise<ReadOutcome> {
    return this.report(signal, async (either): Promise<ReadOutcome> => {
      await this.connect(either);
      const reason = this.#takeLate() ?? joinFaults(this.#faults());
      if (reason !== null) return { status: 'failed', reason };
      const flaps = this.#wall.modules.map((_, module) => this.#flapAt(module));
      const isKnown = this.#wall.asked !== null || flaps.every((flap) => flap !== null);
      return { status: 'read', grid: isKnown ? this.#wall.gridFrom((module) => flaps[module] ?? null) : null };
    });
  }

  /** Opens the line, and lets modules whose place is not known find their home. */
  protected async open(): Promise<StepClock> {
    const clock = new StepClock({
      clock: this.#clock,
      file: this.#deps.threadFile ?? join(this.#deps.distDir ?? '', 'steppers/clock.cjs'),
      plan: this.#plan,
      line: this.#line.setup,
      onChange: () => this.#learn(clock),
      onFailure: (reason) => this.#fail(reason),
    });
    const { stepsPerTurn, flaps } = this.#plan.reel;
    this.#places = new Places(this.#deps.memory ?? null, `${stepsPerTurn}/${flaps} ${wiringOf(this.#line.setup)}`);
    this.#restore(clock, this.#places);
    // Before a coil is on: what switches it off after a crash reads it there.
    await this.#deps.noteLine?.(this.#line.setup);
    try {
      await clock.tell([{ what: 'release' }]);
    } catch (error) {
      await clock.stop();
      await this.#deps.noteLine?.(null);
      throw error;
    }
    this.#findHomes(clock);
    return clock;
  }

  #restore({ memory }: StepClock, { offsets, reversed, resting }: Places): void {
    for (let address = 0; address < memory.modules; address++) {
      const place = resting.get(address);
      memory.set(address, 'offset', offsets.get(address) ?? 0);
      memory.set(address, 'reversed', reversed.has(address) === this.#turnsBack ? 0 : 1);
      memory.set(address, 'position', place?.position ?? 0);
      memory.set(address, 'phase', place?.phase ?? 0);
      memory.set(address, 'state', place ? STATES.ok : STATES.stopped);
    }
    this.#wall.modules.forEach(({ address }, module) => {
      const place = resting.get(address);
      if (place) this.#moves.rested(module, flapAt(place.position - (offsets.get(address) ?? 0), this.#plan.reel));
    });
  }

  /** They go on to what they are asked to show by the time they found it. */
  #findHomes(clock: StepClock): void {
    const lost = [...this.#wall.modules.keys()].filter((module) => this.#get(clock, module, 'state') !== STATES.ok);
    if (lost.length === 0) return;
    setImmediate(() => {
      if (this.link !== clock) return;
      const idle = lost.filter((module) => this.#moves.heading(module) === null);
      this.#moves.aim(idle.map((module) => ({ module, flap: 0 })));
    });
  }

  protected async release(clock: StepClock): Promise<void> {
    this.#cancelRest();
    await clock.stop();
    await this.#deps.noteLine?.(null);
    await this.#keepPlaces(clock);
  }

  async #keepPlaces({ memory }: StepClock): Promise<void> {
    const places = new Map<number, Place>();
    for (let address = 0; address < memory.modules; address++)
      if (memory.get(address, 'state') === STATES.ok)
        places.set(address, { position: memory.get(address, 'position'), phase: memory.get(address, 'phase') });
    // What cannot be written down costs a search for homes at the next start.
    await this.#places?.rest(places).catch(() => undefined);
  }

  get #kept(): Places {
    if (!this.#places) throw new Error('The panel is not connected.');
    return this.#places;
  }

  #duration(from: number | null, to: number): number {
    const { stepsPerTurn, flaps } = this.#plan.reel;
    const { wakeUs, settleUs } = this.#plan.times;
    if (from === to && !this.#isAround) return 0;
    const way = from === null ? stepsPerTurn : (((to - from + flaps) % flaps) * stepsPerTurn) / flaps;
    const steps = this.#isAround ? way + stepsPerTurn : way;
    const search = from === null ? 2 * stepsPerTurn * this.#ramp.shortest : 0;
    return (wakeUs + search + this.#ramp.durationOf(Math.ceil(steps)) + settleUs) / US_PER_MS;
  }

  /**
   * Sends the wall to flaps, once around if so asked; what may not start yet follows by itself, and what was given up
   * stays where it is.
   */
  async #show(flaps: readonly number[], signal: AbortSignal, isAround = false): Promise<void> {
    this.#isAround = isAround;
    const starts = this.#moves.begin(
      flaps
        .map((flap, module) => ({ module, flap }))
        .filter(({ module, flap }) => !this.#isGivenUp(module) && this.#isToTurn(module, flap)),
    );
    await this.#tell(this.#ordersFor(starts), signal);
  }

  #isToTurn(module: number, flap: number): boolean {
    return this.#moves.heading(module) !== flap || (this.#isAround && !this.#moves.isBusy(module));
  }

  #ordersFor(moves: readonly Move[]): Order[] {
    const { stepsPerTurn, flaps } = this.#plan.reel;
    // Half a flap less than a turn: the same letter comes after one turn, any other one after more.
    const b = this.#isAround ? stepsPerTurn - stepsPerTurn / flaps / 2 : 0;
    return moves.map(({ module, flap }) => ({ what: 'aim', module: this.#wall.addressOf(module), a: flap, b }));
  }

  /** Resolves when the wires follow; no orders at all still show whether the line is there. */
  async #tell(orders: readonly Order[], signal: AbortSignal): Promise<void> {
    const clock = this.link;
    if (!clock || signal.aborted) throw new Error('The panel is not connected.');
    this.#cancelRest();
    await unlessAborted(this.#deliver(clock, orders), signal);
  }

  async #deliver(clock: StepClock, orders: readonly Order[]): Promise<void> {
    this.#pending++;
    try {
      await this.#kept.leave();
      await clock.tell(orders.length > 0 ? orders : [{ what: 'offset', a: clock.memory.get(0, 'offset') }]);
    } catch (error) {
      this.#moves.reset();
      throw error;
    } finally {
      this.#pending--;
      this.#learn(clock);
    }
  }

  /** The line failed while nobody waited for it: what was on its way did not get there. */
  #fail(reason: string): void {
    this.#late = reason;
    this.#moves.reset();
    this.tellRestart();
  }

  #learn(clock: StepClock): void {
    if (this.#pending > 0 || !clock.memory.isCurrent) return;
    for (const module of this.#wall.modules.keys())
      if (this.#isAtRest(clock, module)) this.#moves.rested(module, this.#standing(clock, module));
    if (clock.isRunning || this.link !== clock) return;
    this.#cancelRest();
    this.#cancelRest = this.#clock.after(REST_MS, () => void this.#keepPlaces(clock));
  }

  #get(clock: StepClock, module: number, field: 'mode' | 'state' | 'position' | 'offset' | 'flap'): number {
    return clock.memory.get(this.#wall.addressOf(module), field);
  }

  #isAtRest(clock: StepClock, module: number): boolean {
    return isAtRest(this.#get(clock, module, 'mode'));
  }

  /** The flap that a module at rest shows; null while its place is unknown. */
  #standing(clock: StepClock, module: number): number | null {
    if (this.#get(clock, module, 'state') !== STATES.ok) return null;
    return flapAt(this.#get(clock, module, 'position') - this.#get(clock, module, 'offset'), this.#plan.reel);
  }

  /** Null while a module is on its way. */
  #flapAt(module: number): number | null {
    const clock = this.link;
    if (!clock || this.#moves.isBusy(module) || !this.#isAtRest(clock, module)) return null;
    return this.#standing(clock, module);
  }

  #standsAt(module: number, flap: number): boolean {
    return this.#isGivenUp(module) || this.#flapAt(module) === flap;
  }

  #stateOf(module: number): number {
    const clock = this.link;
    return clock ? this.#get(clock, module, 'state') : STATES.stopped;
  }

  #isGivenUp(module: number): boolean {
    return this.#stateOf(module) >= STATES.missed;
  }

  #faults(): string[] {
    const clock = this.link;
    const faults = this.#wall.modules.flatMap(
      (module, at) => clock?.faultOf(module.address) ?? faultOf(module, this.#stateOf(at), this.#line.wires) ?? [],
    );
    return [...new Set(faults)];
  }

  #takeLate(): string | null {
    const late = this.#late;
    this.#late = null;
    return late;
  }
}
