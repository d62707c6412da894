import { shiftSteppers } from '../../../hw/panel/shift-steppers/description.ts';
import type { Rigs } from '../driver.ts';
import type { EnduranceRigs } from '../endurance.ts';
import { describePanel } from '../panel.ts';
import { lastingSteppers, steppers } from '../steppers.ts';

/** Chains in front of the suite. */
const rigs: Rigs = {
  'a board of six': steppers({}),
};

/** Chains in front of thousands of frames. */
const endurance: EnduranceRigs = {
  'all at once': lastingSteppers({}),
  'one after the other': lastingSteppers({ panel: { max_moving: 1 } }),
};

describePanel(shiftSteppers, rigs, endurance);
