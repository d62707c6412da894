import { chainlink } from './panel/chainlink/description.ts';
import { gpioSteppers } from './panel/gpio-steppers/description.ts';
import { i2cUnits } from './panel/i2c-units/description.ts';
import { mbus } from './panel/mbus/description.ts';
import { mqttText } from './panel/mqtt-text/description.ts';
import { shiftSteppers } from './panel/shift-steppers/description.ts';
import { virtual } from './panel/virtual/description.ts';

/**
 * Every driver for panels, a line for each. Settings, API reference, form, discovery, emulators and the test suite go
 * through this list, in its order.
 */
export const PANEL_DRIVERS = [virtual, chainlink, mbus, i2cUnits, gpioSteppers, shiftSteppers, mqttText] as const;
