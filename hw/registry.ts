import { awtrix } from './panel/awtrix/description.ts';
import { broker } from './panel/broker/description.ts';
import { chainlink } from './panel/chainlink/description.ts';
import { gpioSteppers } from './panel/gpio-steppers/description.ts';
import { i2cUnits } from './panel/i2c-units/description.ts';
import { mbus } from './panel/mbus/description.ts';
import { mqttText } from './panel/mqtt-text/description.ts';
import { pixoo } from './panel/pixoo/description.ts';
import { screen } from './panel/screen/description.ts';
import { shiftSteppers } from './panel/shift-steppers/description.ts';
import { virtual } from './panel/virtual/description.ts';

/**
 * Every driver for panels, a line for each. Settings, API reference, form, discovery, emulators and the test suite go
 * through this list, in its order.
 */
export const PANEL_DRIVERS = [
  virtual,
  screen,
  chainlink,
  mbus,
  i2cUnits,
  gpioSteppers,
  shiftSteppers,
  mqttText,
  broker,
  pixoo,
  awtrix,
] as const;
