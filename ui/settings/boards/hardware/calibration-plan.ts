import type { BoardAction } from '../../api.ts';
import type { boards } from '../../../strings/settings/boards.ts';
import { inputsOf } from './action-input.ts';

/** A command for the hardware with its input. */
export interface Command {
  readonly action: string;
  readonly input: Record<string, unknown>;
}

/** What a press in the calibration does: the command of the hardware, and its input for the chosen modules. */
export interface CalibrationStep {
  /** Which text its button has. */
  readonly text: keyof typeof boards.calibration.step;
  readonly action: string;
  /** Whether the command takes a list of modules, one of them at a time, or concerns the board as a whole. */
  readonly scope: 'list' | 'one' | 'board';
  readonly input: Readonly<Record<string, number>>;
}

const STEPS: readonly CalibrationStep[] = [
  { text: 'blink', action: 'blink', scope: 'list', input: {} },
  { text: 'home', action: 'home', scope: 'list', input: {} },
  { text: 'turn', action: 'turn', scope: 'list', input: {} },
  { text: 'forthLess', action: 'offset_tenth', scope: 'list', input: {} },
  { text: 'forthMore', action: 'offset_half', scope: 'list', input: {} },
  { text: 'backLess', action: 'jog', scope: 'list', input: { steps: -4 } },
  { text: 'forthLess', action: 'jog', scope: 'list', input: { steps: 4 } },
  { text: 'backLess', action: 'nudge', scope: 'one', input: { value: -8 } },
  { text: 'forthLess', action: 'nudge', scope: 'one', input: { value: 8 } },
  { text: 'backFlap', action: 'nudge', scope: 'list', input: { quarters: -4 } },
  { text: 'backQuarter', action: 'nudge', scope: 'list', input: { quarters: -1 } },
  { text: 'forthQuarter', action: 'nudge', scope: 'list', input: { quarters: 1 } },
  { text: 'forthFlap', action: 'nudge', scope: 'list', input: { quarters: 4 } },
  { text: 'measure', action: 'calibrate', scope: 'one', input: {} },
  { text: 'keep', action: 'set_offset', scope: 'list', input: {} },
  { text: 'store', action: 'save_offsets', scope: 'board', input: {} },
];

const CHOSEN = new Set(['module', 'modules']);

/** Whether a command needs nothing but what the step gives. */
const isEnough = ({ scope, input }: CalibrationStep, { summary }: BoardAction): boolean => {
  const names = inputsOf(summary);
  if (scope === 'list' && names.includes('module')) return false;
  return (
    names.every((name) => CHOSEN.has(name) || name in input) && Object.keys(input).every((name) => names.includes(name))
  );
};

/** The steps that the hardware of a board knows, in the order in which they are taken. */
export const stepsFor = (actions: readonly BoardAction[]): CalibrationStep[] =>
  STEPS.filter((step) => actions.some((action) => action.name === step.action && isEnough(step, action)));

/** The requests of a step for the chosen modules, one after another. */
export const requestsOf = ({ action, scope, input }: CalibrationStep, modules: readonly number[]): Command[] => {
  if (scope === 'one') return modules.map((module) => ({ action, input: { ...input, module } }));
  return [{ action, input: scope === 'list' ? { ...input, modules } : input }];
};

/** The choice of modules after one was tapped. */
export const toggled = (chosen: readonly number[], module: number): number[] =>
  chosen.includes(module) ? chosen.filter((one) => one !== module) : [...chosen, module];

/** Whether a step changes every module of a wall of several at once: that is asked before. */
export const isSweeping = ({ scope, text }: CalibrationStep, chosen: readonly number[], all: number): boolean =>
  scope !== 'board' && text !== 'blink' && all > 1 && chosen.length === all;
