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
  TEXT: define('TEXT(x)', 'The value as text, the way it would be printed.', ['text'], (_, text) => text),
  NUM: define('NUM(x)', 'The value as a number.', ['number'], (_, number) => number),
  FIXED: defineWriting(
    'FIXED(x[, n])',
    'The number as text with exactly n decimals, two unless told otherwise.',
    fixedText,
    2,
  ),
};

const COLOR = define(
  'COLOR(name_or_code)',
  'The marker of a colour tile, by its name or its code from 63 to 71.',
  ['text'],
  (_, text) => {
    const code = colorCode(text.trim());
    return code === undefined ? VALUE : `{${code}}`;
  },
);

/** The functions of the language by category and upper-case name. */
const CATEGORIES: Readonly<Record<string, Readonly<Record<string, Definition>>>> = {
  date: { ...DATE_FUNCTIONS, ...INSTANT_FUNCTIONS },
  array: { ...ARRAY_FUNCTIONS, ...DATA_FUNCTIONS },
  logic: { ...LOGIC_FUNCTIONS, ...FRESH_FUNCTIONS },
  math: MATH_FUNCTIONS,
  text: { ...TEXT_FUNCTIONS, ...WORD_FUNCTIONS },
  convert: CONVERT_FUNCTIONS,
  color: { COLOR },
};

/** The functions of the language by upper-case name. */
export const DEFINITIONS: ReadonlyMap<string, Definition> = new Map(
  Object.values(CATEGORIES).flatMap((definitions) => Object.entries(definitions)),
);

/** What the vocabulary says about a function. */
export interface FunctionEntry {
  readonly category: string;
  readonly signature: string;
  readonly summary: string;
}

/** All functions of the language, by upper-case name: the answer of `GET /v1/functions`. */
export const FUNCTIONS: Readonly<Record<string, FunctionEntry>> = Object.fromEntries(
  Object.entries(CATEGORIES).flatMap(([category, definitions]) =>
    Object.entries(definitions).map(([name, { signature, summary }]) => [name, { category, signature, summary }]),
  ),
);
