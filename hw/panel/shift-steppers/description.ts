import { OLD_REEL } from '../chainlink/link.ts';
import { describePanelDriver } from '../description.ts';
import { STEPPER_WALL } from '../../steppers/fields.ts';
import { CHAIN_FIELDS, SHIFT_FIELDS } from './fields.ts';

/** Modules on a chain of shift registers that the appliance itself drives. */
export const shiftSteppers = describePanelDriver({
  kind: 'shift-steppers',
  label: 'Motors on shift registers',
  summary: 'Up to 108 modules on driver boards with shift registers',
  connection: SHIFT_FIELDS,
  ways: [
    { label: 'SPI', fields: ['device', ...Object.keys(CHAIN_FIELDS)] },
    { label: 'Plain pins', fields: ['data_pin', 'clock_pin', 'latch_pin', 'read_pin', ...Object.keys(CHAIN_FIELDS)] },
  ],
  flaps: OLD_REEL,
  ...STEPPER_WALL,
  create: (setup, deps) => {
    const { createShiftSteppers } = require('./shift-steppers.ts') as typeof import('./shift-steppers.ts');
    return createShiftSteppers(setup, deps);
  },
});
