import type { Driver, DriverAction, Frame, ReadOutcome, Watch, WriteOutcome } from '../../../src/board/driver.ts';
import { sentenceOf } from '../../../src/core/sentence.ts';
import type { Clock } from '../../../src/platform/clock.ts';
import type { Grid } from '../../../src/core/flaps/grid.ts';
import type { PanelSetup } from '../description.ts';
import { LinkedDriver } from '../linked-driver.ts';
import { Moves, type Move } from '../moves.ts';
import { Wall } from '../wall.ts';
import { unitActions } from './actions.ts';
import { openI2cBus, type OpenBus } from './bus.ts';
import { Conversation, I2C_TIMES, type I2cTimes } from './conversation.ts';
import { HIGHEST_ADDRESS, SPEED_RPM } from './protocol.ts';
import { UNIT_FLAPS } from './unit-flaps.ts';
import { Presence } from './presence.ts';
import { Units, type UnitView } from './units.ts';

const READ_EVERY_MS = 30_000;
const LOOK_EVERY_MS = 1000;
const TURN_MS = 60_000 / SPEED_RPM;
/** A unit starts at most this often, to keep its motor cool. */
const LEAST_PAUSE_MS = 2000;
/** The unit lets the reel come to rest before it cuts the motor's current. */
const REST_MS = 200;

/** Size and settings of a panel. */
export type I2cUnitsSettings = PanelSetup<{ readonly bus?: number | null }>;

/** What the driver depends on. */
export interface I2cUnitsDeps {
  readonly clock: Clock;
  readonly openBus?: OpenBus;
  readonly times?: Partial<I2cTimes>;
}

/**
 * Drives units that have a microcontroller each, on an I2C bus: they take the number of a flap and turn by themselves.
 * A unit that turns keeps the newest number for afterwards, so every frame goes out at once.
 */
export class I2cUnits extends LinkedDriver<Units> implements Driver {
  readonly kind = 'i2c-units';
  readonly transitions = 'cells';
  readonly readBackMs = READ_EVERY_MS;
  readonly watch: Watch = {
    everyMs: LOOK_EVERY_MS,
    look: (signal) => this.until(signal, (either) => this.#look(either)),
  };
  readonly actions: Readonly<Record<string, DriverAction>>;
  readonly #bus: number;
  readonly #openBus: OpenBus;
  readonly #context: { readonly clock: Clock; readonly times: I2cTimes };
  readonly #wall: Wall;
  readonly #moves: Moves;
  readonly #presence: Presence;
  #turn = 0;
  #late: string | null = null;

  /** Throws a sentence for the owner when the settings are unusable. */
  constructor({ rows, cols, panel }: I2cUnitsSettings, { clock, openBus = openI2cBus, times }: I2cUnitsDeps) {
    super();
    const { bus } = panel.connection;
    if (bus === undefined || bus === null) throw new Error('The panel needs the number of its I2C bus.');
    this.#bus = bus;
    this.#openBus = openBus;
    this.#context = { clock, times: { ...I2C_TIMES, ...times } };
    this.#wall = new Wall({ rows, cols, panel, highestAddress: HIGHEST_ADDRESS, defaultFlaps: UNIT_FLAPS });
    this.#presence = new Presence(clock, this.#wall.modules.length);
    this.#moves = new Moves({
      clock,
      count: this.#wall.modules.length,
      panel,
      redirectable: true,
      duration: (module, from, to) => this.#duration(module, from, to),
      launch: (moves) => void this.#sendLate(moves, this.stopped),
    });
    this.actions = unitActions({
      clock,
      wall: this.#wall,
      connect: (signal) => this.connect(signal),
      show: (flaps, signal) => this.until(signal, (either) => this.#show(flaps, true, either)),
      forget: (modules) => this.#lose(modules),
    });
  }

  /** Drops movements that wait for their turn; what the wall was to show is asked for again. */
  halt(): void {
    if (this.#moves.halt()) this.tellRestart();
  }

  write({ grid }: Frame, signal: AbortSignal): Promise<WriteOutcome> {
    return this.until(signal, (either) => this.#write(grid, either));
  }

  async #write(grid: Grid, either: AbortSignal): Promise<WriteOutcome> {
    try {
      const units = await this.connect(either);
      const { flaps, substitutions, repeated } = this.#wall.aim(grid);
      const silent = await this.#show(flaps, repeated, either);
      const reason = units.tellSilence(silent);
      if (reason === null) return { status: 'sent', substitutions };
      const isPartial = silent.length < flaps.length;
      return { status: 'failed', reason, ...(isPartial && { failedRegions: this.#regionsOf(silent) }) };
    } catch (error) {
      return { status: 'failed', reason: this.#fail(error, either) };
    }
  }

  /** What units tell, where their firmware can; otherwise what they took, as long as they answer. */
  read(signal: AbortSignal): Promise<ReadOutcome> {
    return this.until(signal, (either) => this.#read(either));
  }

  async #read(either: AbortSignal): Promise<ReadOutcome> {
    try {
      const units = await this.connect(either);
      const views = await units.look(either);
      const silent = [...this.#wall.modules.keys()].filter((index) => !views.has(index));
      this.#lose(silent);
      this.#judge(units, views, silent);
      const reason = this.#takeLate() ?? units.tellSilence(silent);
      if (reason !== null) return { status: 'failed', reason };
      const flaps = this.#wall.modules.map((_, index) =>
        this.#moves.isBusy(index) ? null : (views.get(index)?.flap ?? null),
      );
      flaps.forEach((flap, index) => flap !== null && this.#moves.rested(index, flap));
      const known = this.#wall.asked !== null || flaps.some((flap) => flap !== null);
      return { status: 'read', grid: known ? this.#wall.gridFrom((index) => flaps[index] ?? null) : null };
    } catch (error) {
      return { status: 'failed', reason: this.#fail(error, either) };
    }
  }

  /** One quick question to each unit, and to one in turn how long it has been running. */
  async #look(signal: AbortSignal): Promise<void> {
    try {
      const units = await this.connect(signal);
      const restarted: number[] = [];
      for (const unit of this.#wall.modules.keys()) {
        const turning = await units.isTurning(unit, signal);
        if (turning === null) this.#presence.missed(unit);
        else if (this.#presence.heard(unit, turning, units.counts(unit))) restarted.push(unit);
      }
      const asked = this.#turn++ % this.#wall.modules.length;
      const seconds = await units.uptimeOf(asked, signal);
      if (seconds !== null && this.#presence.counted(asked, seconds)) restarted.push(asked);
      this.#noteRestart(restarted);
    } catch (error) {
      throw new Error(this.#fail(error, signal), { cause: error });
    }
  }

  #judge(units: Units, views: ReadonlyMap<number, UnitView>, silent: readonly number[]): void {
    const restarted = [...views].flatMap(([unit, { turning }]) =>
      this.#presence.heard(unit, turning, units.counts(unit)) ? [unit] : [],
    );
    for (const unit of silent) this.#presence.missed(unit, true);
    // Where a unit gets that turns beyond its time is not known.
    this.#forgetPlaces(
      [...views].flatMap(([unit, { turning }]) => (turning && !this.#moves.isBusy(unit) ? [unit] : [])),
    );
    this.#noteRestart(restarted);
  }

  #noteRestart(units: readonly number[]): void {
    if (units.length === 0) return;
    this.#lose(units);
    this.tellRestart();
  }

  /** Opens the bus and finds out which firmware its units have. */
  protected async open(signal: AbortSignal): Promise<Units> {
    const talk = new Conversation(await this.#openBus(this.#bus), this.#bus, this.#context);
    const units = new Units(talk, this.#wall.modules);
    try {
      await units.greet(signal);
      return units;
    } catch (error) {
      talk.close();
      if (!signal.aborted) for (const unit of this.#wall.modules.keys()) this.#presence.missed(unit, true);
      throw error;
    }
  }

  protected release(units: Units): void {
    units.talk.close();
  }

  /** A bus that failed is opened again by the next write or read; one that was merely called off is kept. */
  #fail(problem: unknown, signal: AbortSignal): string {
    if (!signal.aborted) {
      void this.drop();
      this.forget();
    }
    return sentenceOf(problem);
  }

  protected override forget(): void {
    this.#late = null;
    this.#moves.reset();
  }

  /**
   * A reel turns forward only; on a way past home it finds its magnet anew. A unit that still turns starts afterwards.
   */
  #duration(module: number, from: number | null, to: number): number {
    if (from === to) return this.#moves.restsIn(module);
    const { count } = this.#wall.flaps;
    const way = from === null ? count + to : to > from ? to - from : count - from + to;
    return this.#moves.restsIn(module) + Math.max(LEAST_PAUSE_MS, (way * TURN_MS) / count) + REST_MS;
  }

  /** Sends the wall to flaps, those that may not start yet later; answers the modules that did not take theirs. */
  async #show(flaps: readonly number[], again: boolean, signal: AbortSignal): Promise<number[]> {
    const moves = flaps
      .map((flap, module) => ({ module, flap }))
      .filter(({ module, flap }) => again || this.#moves.heading(module) !== flap);
    return this.#send(this.#moves.begin(moves), signal);
  }

  async #sendLate(moves: readonly Move[], signal: AbortSignal): Promise<void> {
    try {
      const silent = await this.#send(moves, signal);
      this.#late = this.link?.tellSilence(silent) ?? this.#late;
    } catch (error) {
      this.#late = sentenceOf(error);
    }
  }

  async #send(moves: readonly Move[], signal: AbortSignal): Promise<number[]> {
    let silent = moves.map(({ module }) => module);
    for (const module of silent) this.#presence.moved(module);
    try {
      silent = (await this.link?.show(moves, signal)) ?? silent;
      return silent;
    } finally {
      this.#lose(silent);
    }
  }

  /** What was not taken is sent again with the next frame. */
  #lose(modules: readonly number[]): void {
    for (const module of modules) this.#presence.moved(module);
    this.#forgetPlaces(modules);
  }

  #forgetPlaces(modules: readonly number[]): void {
    for (const module of modules) this.#moves.rested(module, null);
  }

  #takeLate(): string | null {
    const late = this.#late;
    this.#late = null;
    return late;
  }

  #regionsOf(modules: readonly number[]): { row: number; col: number; rows: number; cols: number }[] {
    return modules.flatMap((index) => {
      const module = this.#wall.modules[index];
      return module ? [{ row: module.row, col: module.col, rows: 1, cols: 1 }] : [];
    });
  }
}
