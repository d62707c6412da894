import { codesOf } from '../hw/panel/codes.ts';
import { stepperRig, type StepperRigOptions } from '../hw/steppers/rig.ts';
import type { DriverRig } from './driver.ts';
import type { EnduranceRig } from './endurance.ts';

/** Faster than any motor turns: the suite is about drivers, and these motors follow at any speed. */
const FAST = { max_speed: 6000, acceleration: 100_000 };

/** A wall of emulated motors in front of the suite. */
export const steppers = (options: StepperRigOptions) => async (): Promise<DriverRig> => {
  const { driver, wall, set, rows, cols, shown } = await stepperRig({ motion: FAST, ...options });
  return {
    driver,
    rows,
    cols,
    codes: codesOf(set),
    touched: () => wall.head('exchanges'),
    shown,
    break: () => Promise.resolve(wall.setUnplugged(true)),
    mend: () => Promise.resolve(wall.setUnplugged(false)),
    close: () => Promise.resolve(),
  };
};

/** The same in front of thousands of frames. */
export const lastingSteppers = (options: StepperRigOptions) => async (): Promise<EnduranceRig> => {
  const { driver, rows, cols } = await stepperRig({ size: { rows: 1, cols: 3 }, motion: FAST, ...options });
  return { driver, rows, cols, forget: () => undefined, close: () => Promise.resolve() };
};
