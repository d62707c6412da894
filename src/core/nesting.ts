/** How deep objects and lists may be nested: far more than needed, far less than writing them as JSON can take. */
export const MOST_LEVELS = 200;

/** Whether a JSON value has more than `levels` objects and lists within each other; checks no deeper than that. */
export const isDeeperThan = (value: unknown, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  const inside: unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (let at = 0; at < inside.length; at++)
    if (typeof inside[at] === 'object' && isDeeperThan(inside[at], levels - 1)) return true;
  return false;
};
