/** Steps of a path such as `data.items[0].name`, `$.a.b` or `a["b c"]`. */
export const parsePath = (path: string): string[] => {
  const steps: string[] = [];
  for (const match of path
    .trim()
    .replace(/^\$/, '')
    .matchAll(/\["([^"]*)"\]|\['([^']*)'\]|\[(-?\d+)\]|([^.[\]]+)/g))
    steps.push(match[1] ?? match[2] ?? match[3] ?? match[4] ?? '');
  return steps;
};

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
export const valueAt = (value: unknown, path: string): unknown => parsePath(path).reduce(stepInto, value);
