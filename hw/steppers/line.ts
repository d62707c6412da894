import type { Layout } from './line-layout.ts';

/**
 * The wires of a wall as the clock of steps sees them: synchronous, on its thread. Every call throws an `Error` with a
 * sentence for the owner when the device is gone.
 */
export interface StepLine {
  readonly modules: number;
  /**
   * By address: why a module is left alone, in a sentence that names it and its wire; null for those that are driven.
   * A line of which all modules can be driven may leave it out.
   */
  readonly faults?: readonly (string | null)[];
  /**
   * Puts a coil pattern (bits 0 to 3 are coils 1 to 4) on every module, and reads every sensor: 1 = magnet near. Both
   * arrays have `modules` entries. Sensors may be one exchange late.
   */
  exchange(coils: Uint8Array, sensors: Uint8Array): void;
  /** Switches all coils off and lets the device go; never throws, and may be called twice. */
  close(): void;
}

/**
 * Pins of the kernel: the folder of its chips and pins, and the label of the chip; null for a Raspberry Pi's header.
 */
export interface PinPlace {
  readonly folder: string;
  readonly chipLabel: string | null;
}

/** The header of a Raspberry Pi. */
export const RASPBERRY_PI: PinPlace = { folder: '/sys/class/gpio', chipLabel: null };

/** Modules wired to pins of their own, five each: coils 1 to 4, then the sensor. */
export interface GpioSetup extends PinPlace {
  readonly kind: 'gpio';
  readonly pins: readonly number[];
}

/** A chain of shift registers behind two SPI devices: one shifts coils out, the other shifts sensors in. */
export interface SpiSetup {
  readonly kind: 'spi';
  readonly writePath: string;
  readonly readPath: string;
  readonly layout: Layout;
  readonly modules: number;
}

/** A chain of shift registers on four plain pins. */
export interface ShiftPinSetup extends PinPlace {
  readonly kind: 'shift-pins';
  readonly data: number;
  readonly clock: number;
  readonly latch: number;
  readonly read: number;
  readonly layout: Layout;
  readonly modules: number;
}

/** A simulated line: a CommonJS file that exports `open(options): StepLine`. Settings never lead here. */
export interface ModuleSetup {
  readonly kind: 'module';
  readonly path: string;
  readonly options: unknown;
}

/** Plain data from which a thread opens its line. */
export type LineSetup = GpioSetup | SpiSetup | ShiftPinSetup | ModuleSetup;
