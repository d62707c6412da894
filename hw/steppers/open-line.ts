import type { LineSetup, ModuleSetup, StepLine } from './line.ts';
import { GpioLine } from './line-gpio.ts';
import { openShiftPinLine } from './line-shift-pins.ts';
import { openSpiLine } from './line-spi.ts';

const openModule = ({ path, options }: ModuleSetup): StepLine =>
  (require(path) as { open(options: unknown): StepLine }).open(options);

/** Opens a line with all coils off. Throws an `Error` with a sentence for the owner when there is none. */
export const openLine = (setup: LineSetup): StepLine => {
  if (setup.kind === 'gpio') return new GpioLine(setup);
  if (setup.kind === 'spi') return openSpiLine(setup);
  if (setup.kind === 'shift-pins') return openShiftPinLine(setup);
  return openModule(setup);
};
