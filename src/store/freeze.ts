/** Freezes a value in depth and answers it; what is frozen already is taken as frozen in depth. */
export const freeze = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  const members: unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const member of members) if (typeof member === 'object') freeze(member);
  return value;
};
