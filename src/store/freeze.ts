/** Freezes a value in depth and answers it; what is frozen already is taken as frozen in depth. */
export const freeze = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  const members: unknown[] = Array.isArray(value) ? value : Object.values(value);
  // Each message has some hundred codes: an iterator would make an object for each.
  for (let at = 0; at < members.length; at++) if (typeof members[at] === 'object') freeze(members[at]);
  return value;
};
