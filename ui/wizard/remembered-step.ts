const KEY = 'flapbox.setup.step';

/** How many steps there are. */
const STEPS = 3;

const isStep = (number: number): boolean => Number.isInteger(number) && number >= 1 && number <= STEPS;

/** The step that a part of an address names; null for none. */
export const stepOf = (text: string | null): number | null =>
  text !== null && isStep(Number(text)) ? Number(text) : null;

/** The step at which this browser left. */
export const rememberedStep = (): number => {
  try {
    return stepOf(localStorage.getItem(KEY)) ?? 1;
  } catch {
    return 1;
  }
};

/** Keeps in this browser where one is; null forgets it. */
export const rememberStep = (step: number | null): void => {
  try {
    if (step === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, String(step));
  } catch {
    return;
  }
};
