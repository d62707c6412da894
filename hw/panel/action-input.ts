import { UnusableInput, type DriverAction } from '../../src/board/driver.ts';

/** What an owner gives to an action. */
export type ActionInput = Readonly<Record<string, unknown>>;

/**
 * A whole number of an action's input. Throws `UnusableInput` with a sentence when it is none, out of bounds, or absent
 * without a default.
 */
export const integerOf = (input: ActionInput, name: string, low: number, high: number, absent?: number): number => {
  const value = input[name] ?? absent;
  if (typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high) return value;
  throw new UnusableInput(`"${name}" has to be a whole number from ${low} to ${high}.`);
};

/** A text of an action's input that matches `pattern`. Throws `UnusableInput` that says what is expected. */
export const textOf = (input: ActionInput, name: string, pattern: RegExp, expected: string): string => {
  const value = input[name];
  if (typeof value === 'string' && pattern.test(value)) return value;
  throw new UnusableInput(`"${name}" has to be ${expected}.`);
};

/** Throws what a device did not do, as a sentence; null is nothing. */
export const demand = (failure: string | null): void => {
  if (failure !== null) throw new Error(failure);
};

/**
 * The addresses under `modules`, each once, which have to be among `known`; all of them when absent. Throws
 * `UnusableInput` with a sentence.
 */
export const addressesOf = (input: ActionInput, known: readonly number[]): readonly number[] => {
  const value = input['modules'] ?? known;
  if (!Array.isArray(value) || value.length === 0) throw new UnusableInput('"modules" has to be a list of addresses.');
  return [...new Set<unknown>(value)].map((address) => {
    if (typeof address === 'number' && known.includes(address)) return address;
    throw new UnusableInput(`"modules" names ${JSON.stringify(address)}, which is no module of this panel.`);
  });
};

/** A command for the modules that an owner lists; for all of them when none is listed. It answers which. */
export const moduleAction = (
  summary: string,
  known: readonly number[],
  run: (modules: readonly number[], input: ActionInput, signal: AbortSignal) => Promise<void>,
  more: readonly string[] = [],
): DriverAction => ({
  summary,
  members: ['modules', ...more],
  run: async (input, signal) => {
    const modules = addressesOf(input, known);
    await run(modules, input, signal);
    return { modules };
  },
});
