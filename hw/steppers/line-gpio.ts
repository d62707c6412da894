import { sentenceOf } from '../../src/core/sentence.ts';
import type { GpioSetup, StepLine } from './line.ts';
import { closePins, openNamedPin, type NamedPin } from './line-pins.ts';

/** Four coils and a sensor. */
const PER_MODULE = 5;
const COILS = 4;

/** The pins of one module, and the pattern that is on its coils. */
interface WiredModule {
  readonly coils: readonly NamedPin[];
  readonly sensor: NamedPin;
  pattern: number;
}

/** Opens the pins of a module, or none of them. */
const openModule = (setup: GpioSetup, address: number): WiredModule => {
  const [first, last] = [address * PER_MODULE, address * PER_MODULE + COILS];
  const coils: NamedPin[] = [];
  try {
    for (const [index, pin] of setup.pins.slice(first, last).entries())
      coils.push(openNamedPin(setup, pin, `module ${address}, coil ${index + 1}`, 'low'));
    const sensor = openNamedPin(setup, setup.pins[last] ?? -1, `module ${address}, sensor`, 'in');
    return { coils, sensor, pattern: 0 };
  } catch (error) {
    closePins(coils, []);
    throw error;
  }
};

/** Coils are switched off before others are switched on: between two patterns the supply gives less, never more. */
const show = (module: WiredModule, pattern: number): void => {
  const { coils, pattern: before } = module;
  for (let coil = 0; coil < COILS; coil++) if (((before & ~pattern) >> coil) & 1) coils[coil]?.write(false);
  for (let coil = 0; coil < COILS; coil++) if (((pattern & ~before) >> coil) & 1) coils[coil]?.write(true);
  module.pattern = pattern;
};

/** Modules on pins of their own. Those whose pins cannot be had are left alone. */
export class GpioLine implements StepLine {
  readonly modules: number;
  readonly faults: readonly (string | null)[];
  readonly #wired: readonly (WiredModule | null)[];

  /** Throws a sentence when not one of the modules can be had. */
  constructor(setup: GpioSetup) {
    this.modules = Math.floor(setup.pins.length / PER_MODULE);
    const faults: (string | null)[] = [];
    this.#wired = Array.from({ length: this.modules }, (_, address) => {
      try {
        const module = openModule(setup, address);
        faults.push(null);
        return module;
      } catch (error) {
        faults.push(sentenceOf(error));
        return null;
      }
    });
    this.faults = faults;
    const [first] = faults;
    if (first && !faults.includes(null)) throw new Error(first);
  }

  exchange(coils: Uint8Array, sensors: Uint8Array): void {
    for (let address = 0; address < this.modules; address++) {
      const module = this.#wired[address];
      if (!module) continue;
      const pattern = coils[address] ?? 0;
      if (pattern !== module.pattern) show(module, pattern);
      // A sensor pulls its wire down while it sees the magnet.
      sensors[address] = module.sensor.read() ? 0 : 1;
    }
  }

  close(): void {
    for (const module of this.#wired) if (module) closePins(module.coils, [module.sensor]);
  }
}
