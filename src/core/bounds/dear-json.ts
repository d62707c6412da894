/** A text that is no longer needs little memory, whatever is in it. */
const SMALL = 256 * 1024;

/** Whether a JSON text would take more than so many bytes of heap, told before it is parsed. */
export const isDearJson = (text: string, most: number): boolean => {
  if (text.length <= SMALL) return false;
  const { costOfJson } = require('./json-cost.ts') as typeof import('./json-cost.ts');
  return costOfJson(text, most).bytes > most;
};
