import { gpioSteppers } from '../../hw/panel/gpio-steppers/description.ts';
import { shiftSteppers } from '../../hw/panel/shift-steppers/description.ts';
import { describePanel } from './panel.ts';
describePanel(gpioSteppers);
describePanel(shiftSteppers);
