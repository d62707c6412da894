import { numberField } from '../../../src/schema/boards/connection-field.ts';
import { describePanelDriver } from '../description.ts';
import { UNIT_FLAPS } from './unit-flaps.ts';

/** Units with a microcontroller each, on an I2C bus. */
export const i2cUnits = describePanelDriver({
  kind: 'i2c-units',
  label: 'I2C units',
  summary: 'Units on the I2C pins of a Raspberry Pi',
  connection: {
    bus: numberField(
      { title: 'Number of the I2C bus', description: 'Number of the I2C bus.', required: true, usual: 1, ports: 'i2c' },
      0,
    ),
  },
  flaps: UNIT_FLAPS,
  modules: true,
  tells: { readBack: 'depends', restart: true, health: true, actions: true },
  found: 'i2c',
  emulator: { name: 'i2c-units', entry: 'hw/emulator/i2c-units/main.ts' },
  create: (setup, deps) => {
    const { I2cUnits } = require('./i2c-units.ts') as typeof import('./i2c-units.ts');
    return new I2cUnits(setup, deps);
  },
});
