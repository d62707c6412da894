import type { Alignment } from '../flaps/layout.ts';

/**
 * The prefixes of a line without metadata, and the text behind them: `{wrap}` as written, then an alignment in any
 * case.
 */
export const readPrefixes = (template: string): { wraps: boolean; alignment: Alignment; text: string } => {
  const wraps = template.startsWith('{wrap}');
  const rest = wraps ? template.slice('{wrap}'.length) : template;
  const [prefix = '', name = 'left'] = /^\{(left|center|right)\}/i.exec(rest) ?? [];
  return { wraps, alignment: name.toLowerCase() as Alignment, text: rest.slice(prefix.length) };
};
