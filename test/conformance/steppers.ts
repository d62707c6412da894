import { codesOf } from '../hw/panel/codes.ts';
import { stepperRig, type StepperRigOptions } from '../hw/steppers/rig.ts';
import type { DriverRig } from './driver.ts';
import type { EnduranceRig } from './endurance.ts';

/** A wall of emulated motors in front of the suite. */
export const steppers = (options: StepperRigOptions) => async (): Promise<DriverRig> => {
  const { driver, wall, set, rows, cols, shown } = await stepperRig(options);
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
  const { driver, rows, cols } = await stepperRig({ size: { rows: 1, cols: 3 }, ...options });
  return { driver, rows, cols, forget: () => undefined, close: () => Promise.resolve() };
};
