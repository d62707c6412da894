import { colorCode } from '../../flaps/flaps.ts';
import { fixedText } from '../values.ts';
import { ARRAY_FUNCTIONS } from './array.ts';
import { DATA_FUNCTIONS } from './data.ts';
import { DATE_FUNCTIONS } from './date.ts';
import { define, defineWriting, type Definition } from './definition.ts';
import { VALUE } from './errors.ts';
import { FRESH_FUNCTIONS } from './fresh.ts';
import { INSTANT_FUNCTIONS } from './instant.ts';
import { LOGIC_FUNCTIONS } from './logic.ts';
import { MATH_FUNCTIONS } from './math.ts';
import { TEXT_FUNCTIONS } from './text.ts';
import { WORD_FUNCTIONS } from './words.ts';

/** Functions that turn one kind of value into another. */
const CONVERT_FUNCTIONS = {
  TEXT: define(['text'], (_, text) => text),
  NUM: define(['number'], (_, number) => number),
  FIXED: defineWriting(fixedText, 2),
};

const COLOR = define(['text'], (_, text) => {
  const code = colorCode(text.trim());
  return code === undefined ? VALUE : `{${code}}`;
});

/** The functions of the language by upper-case name; `reference.ts` tells what they are for. */
export const DEFINITIONS: ReadonlyMap<string, Definition> = new Map(
  Object.entries({
    ...DATE_FUNCTIONS,
    ...INSTANT_FUNCTIONS,
    ...ARRAY_FUNCTIONS,
    ...DATA_FUNCTIONS,
    ...LOGIC_FUNCTIONS,
    ...FRESH_FUNCTIONS,
    ...MATH_FUNCTIONS,
    ...TEXT_FUNCTIONS,
    ...WORD_FUNCTIONS,
    ...CONVERT_FUNCTIONS,
    COLOR,
  }),
);
