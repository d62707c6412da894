import { MOST_TEXT, padSpaces, padZeros, sliceOf } from './formula/characters.ts';

/** Changes the text of a value; counts characters, not cells. */
export type Filter = (text: string) => string;

const PLAIN: Readonly<Record<string, Filter>> = {
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
};
const COUNTED: Readonly<Record<string, (text: string, count: number) => string>> = {
  pad: padSpaces,
  truncate: (text, count) => sliceOf(text, 0, count),
  zeropad: padZeros,
};

/** What a template calls the filter: its name in lower case and the text behind its colon, if any. */
export const splitFilter = (text: string): { name: string; argument: string | undefined } => {
  const colon = text.indexOf(':');
  const name = (colon < 0 ? text : text.slice(0, colon)).trim().toLowerCase();
  return { name, argument: colon < 0 ? undefined : text.slice(colon + 1).trim() };
};

const isWhole = (text: string): boolean => /^[+-]?\d{1,15}$/.test(text);

/**
 * The filter that a stretch between bars names (any case, spaces around it allowed), or undefined when it changes
 * nothing: an unknown name, a count that is no integer, `wrap`.
 */
export const parseFilter = (text: string): Filter | undefined => {
  const { name, argument } = splitFilter(text);
  if (argument === undefined) return Object.hasOwn(PLAIN, name) ? PLAIN[name] : undefined;
  const change = Object.hasOwn(COUNTED, name) && isWhole(argument) ? COUNTED[name] : undefined;
  const count = Math.min(MOST_TEXT, Math.max(0, Number(argument)));
  return change && ((value) => change(value, count));
};

/** Why a filter changes nothing, for the author of a template; undefined when it is in order. */
export const filterProblem = (text: string): string | undefined => {
  const { name, argument } = splitFilter(text);
  if (name === 'wrap' && argument === undefined) return undefined;
  if (Object.hasOwn(PLAIN, name)) return argument === undefined ? undefined : `filter "${name}" takes no number`;
  if (!Object.hasOwn(COUNTED, name)) return `unknown filter "${name}"`;
  return argument !== undefined && isWhole(argument)
    ? undefined
    : `filter "${name}" needs a whole number, as in "${name}:5"`;
};
