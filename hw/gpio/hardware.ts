import type { Clock } from '../../src/platform/clock.ts';
import type { Log } from '../../src/platform/log.ts';
import type { GpioHardware } from '../../src/service/gpio/gpio.ts';
import { Button } from './button.ts';
import { Light } from './light.ts';
import { openPin } from './pin.ts';
import { gpioPaths } from './source.ts';

/** What buttons and the light of a machine depend on. */
export interface HardwareDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** The root below which the kernel shows its devices; `` for `/`. */
  readonly root: string;
  /** The label of the header's chip where it is not that of a Raspberry Pi. */
  readonly chipLabel?: string | undefined;
}

/** The buttons and the light at the pins of this machine; nothing is opened yet. */
export const createHardware = ({ clock, log, root, chipLabel }: HardwareDeps): GpioHardware => {
  const deps = { clock, log, paths: gpioPaths(root), openPin, chipLabel };
  return { makeButton: (events, isFirst) => new Button(deps, events, isFirst), light: new Light(deps) };
};
