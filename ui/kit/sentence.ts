import type { Range } from '../../src/schema/limits.ts';

/** A text that begins with a capital letter and ends with a full stop. */
export const asSentence = (text: string): string => {
  const trimmed = text.trim();
  return trimmed === ''
    ? ''
    : `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}${/[.!?…]$/.test(trimmed) ? '' : '.'}`;
};

/** A range of numbers in words: `10 to 3600`. */
export const between = ([least, most]: Range): string => `${least} to ${most}`.replaceAll('-', '−');
