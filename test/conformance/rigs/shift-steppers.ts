import { codesOf } from '../../hw/panel/codes.ts';
import { stepperRig, type StepperRigOptions } from '../../hw/steppers/rig.ts';
import type { DriverRig, Rigs } from '../driver.ts';
import type { EnduranceRig, EnduranceRigs } from '../endurance.ts';

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

/** The same in front of ten thousand frames. */
export const lastingSteppers = (options: StepperRigOptions) => async (): Promise<EnduranceRig> => {
  const { driver, rows, cols } = await stepperRig({ size: { rows: 1, cols: 3 }, ...options });
  return { driver, rows, cols, forget: () => undefined, close: () => Promise.resolve() };
};

/** Chains in front of the suite. */
export const rigs: Rigs = {
  'a board of six': steppers({}),
};

/** Chains in front of ten thousand frames. */
export const endurance: EnduranceRigs = {
  'all at once': lastingSteppers({}),
  'one after the other': lastingSteppers({ panel: { max_moving: 1 } }),
};
