import { fixedText } from '../values.ts';
import { define, defineWriting } from './definition.ts';

/** Functions that turn one kind of value into another. */
export const CONVERT_FUNCTIONS = {
  TEXT: define('TEXT(x)', 'The value as text, the way it would be printed.', ['text'], (_, text) => text),
  NUM: define('NUM(x)', 'The value as a number.', ['number'], (_, number) => number),
  FIXED: defineWriting(
    'FIXED(x[, n])',
    'The number as text with exactly n decimals, two unless told otherwise.',
    fixedText,
    2,
  ),
};
