import { gpioSteppers } from '../../../hw/panel/gpio-steppers/description.ts';
import { UNIT_FLAPS } from '../../../hw/panel/i2c-units/unit-flaps.ts';
import type { Rigs } from '../driver.ts';
import type { EnduranceRigs } from '../endurance.ts';
import { describePanel } from '../panel.ts';
import { lastingSteppers, steppers } from '../steppers.ts';

const PINS = { kind: 'gpio-steppers', flaps: UNIT_FLAPS } as const;

/** Modules on pins in front of the suite. */
const rigs: Rigs = {
  'eight modules': steppers({ ...PINS, size: { rows: 2, cols: 4 } }),
};

/** Modules on pins in front of thousands of frames. */
const endurance: EnduranceRigs = { 'all at once': lastingSteppers(PINS) };

describePanel(gpioSteppers, rigs, endurance);
