/** The inputs of a command: its summary names them between double quotes, in this order. */
export const inputsOf = (summary: string): string[] => [
  ...new Set([...summary.matchAll(/"([a-z_]+)"/g)].map(([, name = '']) => name)),
];

/** Inputs that stay text although they may look like numbers. */
const TEXTS = new Set(['serial', 'flaps']);

/** Commands that only tell something. */
const TELLING = new Set(['diagnose', 'health', 'scan', 'describe']);

/** Whether a command would change all modules of a wall, because none were named. */
export const changesAll = (
  action: string,
  inputs: readonly string[],
  typed: Readonly<Record<string, string>>,
): boolean => inputs.includes('modules') && !TELLING.has(action) && (typed['modules'] ?? '').trim() === '';

const readValue = (name: string, text: string): unknown => {
  if (name === 'modules')
    return text
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number);
  return !TEXTS.has(name) && /^-?\d+$/.test(text) ? Number(text) : text;
};

/**
 * What was typed into the fields of a command, as the service takes it: whole numbers, lists of them, else text. Empty
 * fields are left out.
 */
export const readInput = (typed: Readonly<Record<string, string>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(typed)
      .map(([name, text]) => [name, text.trim()] as const)
      .filter(([, text]) => text !== '')
      .map(([name, text]) => [name, readValue(name, text)]),
  );
