import { numbersField } from '../../../src/schema/boards/connection-field.ts';
import { describePanelDriver } from '../description.ts';
import { UNIT_FLAPS } from '../i2c-units/unit-flaps.ts';
import { HIGHEST_PIN, MOST_ON_PINS, MOTION_FIELDS, STEPPER_WALL } from '../../steppers/fields.ts';

/** Modules whose coils and sensors are wired to pins of the appliance itself. */
export const gpioSteppers = describePanelDriver({
  kind: 'gpio-steppers',
  label: 'Motors on pins',
  summary: 'Up to eight modules wired to the pins of a Raspberry Pi',
  connection: {
    pins: numbersField(
      {
        title: 'Pins',
        description:
          'BCM numbers of the pins, five for each module in the order of their addresses: coils 1 to 4, then the sensor.',
        hint: 'Five numbers for each module: coil 1, 2, 3, 4 and the sensor.',
        required: true,
        ports: 'pins',
        wires: ['coil 1', 'coil 2', 'coil 3', 'coil 4', 'sensor'],
      },
      0,
      HIGHEST_PIN,
      MOST_ON_PINS * 5,
    ),
    ...MOTION_FIELDS,
  },
  flaps: UNIT_FLAPS,
  ...STEPPER_WALL,
  create: (setup, deps) => {
    const { createGpioSteppers } = require('./gpio-steppers.ts') as typeof import('./gpio-steppers.ts');
    return createGpioSteppers(setup, deps);
  },
});
