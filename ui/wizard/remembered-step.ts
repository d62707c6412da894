import { keepDraft, keptDraft } from '../kit/draft.ts';

const NAME = 'setup.step';
/** How many steps there are. */
const STEPS = 3;

/** The step that a part of an address names; null for none. */
export const stepOf = (text: string | number | null): number | null => {
  const step = Number(text);
  return Number.isInteger(step) && step >= 1 && step <= STEPS ? step : null;
};

/** The step at which this browser left. */
export const rememberedStep = (): number => stepOf(keptDraft<number>(NAME, 'browser')) ?? 1;

/** Keeps in this browser where one is; null forgets it. */
export const rememberStep = (step: number | null): void => keepDraft(NAME, step, 'browser');
