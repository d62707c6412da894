import { COLOR_CODES } from '../flaps/flaps.ts';
import { SYMBOL_CODES } from '../flaps/markup.ts';

/** Colour names of the catalogue and their codes; `purple` and `filled` are understood too, but not listed. */
export const COLORS: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(COLOR_CODES).filter(([name]) => name !== 'purple' && name !== 'filled'),
);

/** Symbol names of the catalogue. */
export const SYMBOLS: readonly string[] = Object.keys(SYMBOL_CODES);

/** Filters of the catalogue, as they are written behind a bar. */
export const FILTERS: readonly string[] = ['upper', 'lower', 'pad:N', 'truncate:N', 'zeropad:N', 'wrap'];

/** Places for free room: how they are written and what they do. */
export const FORMATTING: Readonly<Record<string, { readonly syntax: string; readonly description: string }>> = {
  fill_space: {
    syntax: '{{fill_space}}',
    description: 'Takes up the free room of its row; several on one row share it.',
  },
  fill_space_repeat: {
    syntax: '{{fill_space_repeat:pattern}}',
    description: 'Fills the free room of its row with a repeated text, or with tiles of a colour.',
  },
};

/** One sample line for each thing that a template can say. */
export const SYNTAX_EXAMPLES: Readonly<Record<string, string>> = {
  variable: '{{weather.temperature}}',
  variable_with_filter: '{{weather.temperature|pad:3}}',
  color_inline: '{red} ALERT {red}',
  color_code: '{63}',
  symbol: '{sun}',
  wrap: '{{quotes.text|wrap}}',
  fill_space: 'HIGH{{fill_space}}{{weather.high}}',
  fill_space_three_columns: 'A{{fill_space}}B{{fill_space}}C',
};
