import { StepperModel, type SensorFault, type StepperOptions } from './model.ts';

/** A wall of emulated modules. */
export interface SteppedWallOptions {
  readonly modules: number;
  /** How each of them is built; what is not said is as usual. */
  readonly stepper?: Partial<StepperOptions>;
  /** What differs from module to module, by address. */
  readonly each?: readonly Partial<StepperOptions>[];
  /** How many motors the supply feeds in full; more of them at once get less. */
  readonly supply?: number;
}

/** A motor counts as turning for so long after a step. */
const TURNING_US = 20_000;

/** Modules on one supply, which sags when too many of them turn. */
export class SteppedWall {
  readonly models: readonly StepperModel[];
  /** How many motors the supply feeds in full. */
  supply: number;
  #strength = 1;

  constructor({ modules, stepper, each, supply = Number.POSITIVE_INFINITY }: SteppedWallOptions) {
    this.supply = supply;
    this.models = Array.from(
      { length: modules },
      (_, address) => new StepperModel({ ...stepper, ...each?.[address] }, () => this.#strength),
    );
  }

  /** Puts a pattern on every module at a time in microseconds, which never goes back. */
  apply(coils: Uint8Array, atUs: number): void {
    this.#strength = this.#strengthAt(atUs);
    for (let address = 0; address < this.models.length; address++)
      this.models[address]?.apply(coils[address] ?? 0, atUs);
  }

  /** Looks at every sensor: 1 = magnet near. */
  look(sensors: Uint8Array): void {
    for (let address = 0; address < this.models.length; address++) sensors[address] = this.models[address]?.look() ?? 0;
  }

  /** The flaps that show, by address. */
  get flaps(): number[] {
    return this.models.map(({ flap }) => flap);
  }

  #strengthAt(atUs: number): number {
    if (this.supply === Number.POSITIVE_INFINITY) return 1;
    let turning = 0;
    for (const { steppedAt } of this.models) if (atUs - steppedAt < TURNING_US) turning++;
    return turning > this.supply ? this.supply / turning : 1;
  }
}

/** Faults of a sensor by the number under which a shared wall keeps them. */
const SENSOR_FAULTS: readonly SensorFault[] = ['none', 'stuck', 'dead', 'bouncing'];

/** What of a module is kept in shared memory: places in its row of numbers. */
const FIELDS = { flap: 0, steps: 1, lost: 2, nibble: 3, near: 4, sensorFault: 5, reversed: 6, missing: 7 } as const;
type Field = keyof typeof FIELDS;
/** What of the wall is kept before its modules; `changes` counts what the watching thread wrote. */
const HEAD = { exchanges: 0, unplugged: 1, changes: 2 } as const;
type Head = keyof typeof HEAD;
const [HEAD_LENGTH, ROW_LENGTH] = [Object.keys(HEAD).length, Object.keys(FIELDS).length];

/**
 * A wall in memory that two threads share: one plays it, the other one watches it and makes its faults. Steps are whole
 * ones.
 */
export class SharedWall {
  readonly memory: SharedArrayBuffer;
  readonly modules: number;
  readonly #numbers: Int32Array;
  #obeyed = 0;

  constructor(memory: SharedArrayBuffer) {
    this.memory = memory;
    this.#numbers = new Int32Array(memory);
    this.modules = (this.#numbers.length - HEAD_LENGTH) / ROW_LENGTH;
  }

  /** Makes the memory for a wall of so many modules. */
  static make(modules: number): SharedWall {
    return new SharedWall(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * (HEAD_LENGTH + modules * ROW_LENGTH)));
  }

  /** Reads a number of the wall. */
  head(name: Head): number {
    return Atomics.load(this.#numbers, HEAD[name]);
  }

  /** Reads a number of a module. */
  get(address: number, field: Field): number {
    return Atomics.load(this.#numbers, HEAD_LENGTH + address * ROW_LENGTH + FIELDS[field]);
  }

  /** Makes or mends a fault of a module. */
  setFault(address: number, fault: { sensor?: SensorFault; reversed?: boolean; missing?: boolean }): void {
    if (fault.sensor !== undefined) this.#set(address, 'sensorFault', SENSOR_FAULTS.indexOf(fault.sensor));
    if (fault.reversed !== undefined) this.#set(address, 'reversed', Number(fault.reversed));
    if (fault.missing !== undefined) this.#set(address, 'missing', Number(fault.missing));
    Atomics.add(this.#numbers, HEAD.changes, 1);
  }

  /** Takes the device away, or brings it back. */
  setUnplugged(unplugged: boolean): void {
    Atomics.store(this.#numbers, HEAD.unplugged, Number(unplugged));
  }

  /** Lets a wall that was just made stand as the memory says: reels stay where they were when a line is opened anew. */
  restore(wall: SteppedWall): void {
    for (const [address, model] of wall.models.entries()) {
      model.slip(this.get(address, 'steps'));
      model.lostSteps = this.get(address, 'lost');
      this.#tell(address, model);
    }
    this.#obeyed = -1;
  }

  /** Plays the faults that the other thread made. */
  obey(wall: SteppedWall): void {
    const changes = this.head('changes');
    if (changes === this.#obeyed) return;
    this.#obeyed = changes;
    for (const [address, model] of wall.models.entries()) {
      model.sensorFault = SENSOR_FAULTS[this.get(address, 'sensorFault')] ?? 'none';
      model.reversed = this.get(address, 'reversed') === 1;
      model.missing = this.get(address, 'missing') === 1;
    }
  }

  /** Tells the other thread how the wall stands and what its sensors told. */
  publish(wall: SteppedWall, sensors: Uint8Array): void {
    Atomics.add(this.#numbers, HEAD.exchanges, 1);
    for (let address = 0; address < wall.models.length; address++) {
      const model = wall.models[address];
      if (!model || this.get(address, 'nibble') === model.nibble) continue;
      this.#set(address, 'near', sensors[address] ?? 0);
      this.#tell(address, model);
    }
  }

  #tell(address: number, { flap, effectiveSteps, lostSteps, nibble }: StepperModel): void {
    this.#set(address, 'flap', flap);
    this.#set(address, 'steps', effectiveSteps);
    this.#set(address, 'lost', lostSteps);
    this.#set(address, 'nibble', nibble);
  }

  #set(address: number, field: Field, value: number): void {
    Atomics.store(this.#numbers, HEAD_LENGTH + address * ROW_LENGTH + FIELDS[field], Math.trunc(value));
  }
}
