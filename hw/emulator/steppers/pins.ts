import { mkdirSync, openSync, readFileSync, readSync, readdirSync, writeFileSync, writeSync } from 'node:fs';
import type { SteppedWall } from './wall.ts';

/** The far ends of the wires: what drives the coils, and what the sensors pull at. */
export interface WireEnds {
  /** Whether the pin of a wire is high; wires count as they are listed. */
  isHigh(wire: number): boolean;
  /** Pulls the pin of a sensor down, or lets it go up. */
  pull(wire: number, low: boolean): void;
}

const [LOW, HIGH] = [Buffer.from('0'), Buffer.from('1')];
const ONE = 0x31;
const HEADER_PINS = 54;

const readsOne = (file: number, byte: Buffer): boolean => readSync(file, byte, 0, 1, 0) === 1 && byte[0] === ONE;

/**
 * A folder that stands for `/sys/class/gpio`, of plain files. All pins of the header are open in it, since nobody
 * answers who asks for one.
 */
export const openFolderPins = (folder: string, label: string, pins: readonly number[]): WireEnds => {
  const write = (path: string, text: string): void => writeFileSync(`${folder}/${path}`, text);
  mkdirSync(`${folder}/gpiochip0`, { recursive: true });
  for (const [file, text] of Object.entries({ label, base: '0', ngpio: String(HEADER_PINS) }))
    write(`gpiochip0/${file}`, `${text}\n`);
  write('export', '');
  write('unexport', '');
  const byte = Buffer.alloc(1);
  const files = pins.map((pin) => {
    mkdirSync(`${folder}/gpio${pin}`, { recursive: true });
    write(`gpio${pin}/direction`, 'in');
    write(`gpio${pin}/value`, '0');
    return openSync(`${folder}/gpio${pin}/value`, 'r+');
  });
  return {
    isHigh: (wire) => readsOne(files[wire] ?? -1, byte),
    pull: (wire, low) => void writeSync(files[wire] ?? -1, low ? LOW : HIGH, 0, 1, 0),
  };
};

/** The simulated chip of a name, as the kernel's gpio-sim shows it from outside. Throws when there is none. */
const findSimulated = (label: string, root: string): string => {
  for (const device of readdirSync(root).filter((name) => name.startsWith('gpio-sim')))
    for (const chip of readdirSync(`${root}/${device}`).filter((name) => name.startsWith('gpiochip')))
      if (readdirSync(`${root}/${device}/${chip}`).includes('sim_gpio0') && isLabelled(`${root}/${device}`, label))
        return `${root}/${device}/${chip}`;
  throw new Error(`There is no simulated GPIO chip "${label}".`);
};

const isLabelled = (device: string, label: string): boolean => {
  try {
    return readdirSync(`${device}/gpio`).some(
      (name) => readFileSync(`${device}/gpio/${name}/label`, 'utf8').trim() === label,
    );
  } catch {
    return false;
  }
};

/** The far ends of pins of the kernel's gpio-sim, whose chip has this label. Throws when there is none. */
export const openSimulatedPins = (label: string, pins: readonly number[], root = '/sys/devices/platform'): WireEnds => {
  const chip = findSimulated(label, root);
  const byte = Buffer.alloc(1);
  const values = pins.map((pin) => openSync(`${chip}/sim_gpio${pin}/value`, 'r'));
  return {
    isHigh: (wire) => readsOne(values[wire] ?? -1, byte),
    pull: (wire, low) => writeFileSync(`${chip}/sim_gpio${pins[wire] ?? -1}/pull`, low ? 'pull-down' : 'pull-up'),
  };
};

const PER_MODULE = 5;
const COILS = [0, 1, 2, 3] as const;
/** Two neighbouring coils, or none: what a driver leaves on; anything else is a change that is halfway. */
const SETTLED: ReadonlySet<number> = new Set([0, 3, 6, 9, 12]);

/** Modules of a wall that hang on pins, five wires each: what was done to the coils is looked up again and again. */
export class WiredWall {
  readonly #wall: SteppedWall;
  readonly #ends: WireEnds;
  readonly #coils: Uint8Array;
  readonly #near: Uint8Array;
  readonly #told: Uint8Array;

  constructor(wall: SteppedWall, ends: WireEnds) {
    this.#wall = wall;
    this.#ends = ends;
    const modules = wall.models.length;
    this.#coils = new Uint8Array(modules);
    this.#near = new Uint8Array(modules);
    // Nothing was told yet, so everything is at the first look.
    this.#told = new Uint8Array(modules).fill(2);
  }

  /** Reads all coils, moves the motors, and lets the sensors tell. */
  look(atUs: number): void {
    for (let address = 0; address < this.#coils.length; address++) {
      let pattern = 0;
      for (const coil of COILS) if (this.#ends.isHigh(address * PER_MODULE + coil)) pattern |= 1 << coil;
      if (SETTLED.has(pattern)) this.#coils[address] = pattern;
    }
    this.#wall.apply(this.#coils, atUs);
    this.#wall.look(this.#near);
    for (let address = 0; address < this.#near.length; address++) this.#tell(address, this.#near[address] ?? 0);
  }

  #tell(address: number, near: number): void {
    if (this.#told[address] === near) return;
    this.#told[address] = near;
    this.#ends.pull(address * PER_MODULE + COILS.length, near === 1);
  }
}
