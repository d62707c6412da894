/**
 * How many objects and lists may lie within each other: far more than anybody needs, far fewer than writing them as
 * JSON can take.
 */
export const MOST_LEVELS = 200;

/** Whether a JSON value has more than `levels` objects and lists within each other; looks no deeper than that. */
export const isDeeperThan = (value: unknown, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Array.isArray(value)
    ? value.some((one) => isDeeperThan(one, levels - 1))
    : Object.values(value).some((one) => isDeeperThan(one, levels - 1));
};
