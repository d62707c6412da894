import { colorCode } from '../../flaps/flaps.ts';
import { define } from './definition.ts';
import { VALUE } from './errors.ts';

/** Functions of tile colours. */
export const COLOR_FUNCTIONS = {
  COLOR: define(
    'COLOR(name_or_code)',
    'The marker of a colour tile, by its name or its code from 63 to 71.',
    ['text'],
    (_, text) => {
      const code = colorCode(text.trim());
      return code === undefined ? VALUE : `{${code}}`;
    },
  ),
};
