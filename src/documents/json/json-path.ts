import { stepsOf } from '../../core/path-steps.ts';

const stepInto = (value: unknown, step: string): unknown => {
  if (Array.isArray(value))
    return /^-?\d+$/.test(step) ? value.at(Number(step)) : step === 'length' ? value.length : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.hasOwn(value, step) ? (value as Record<string, unknown>)[step] : undefined;
};

/**
 * The value at a path; negative indexes count from the end, `length` is the length of a list, and the empty path is the
 * value itself. Undefined when nothing is there.
 */
export const valueAt = (value: unknown, path: string): unknown => stepsOf(path.trim()).reduce(stepInto, value);
