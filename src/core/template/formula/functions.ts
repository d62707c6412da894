import { ARRAY_FUNCTIONS } from './array.ts';
import { COLOR_FUNCTIONS } from './color.ts';
import { CONVERT_FUNCTIONS } from './convert.ts';
import { DATA_FUNCTIONS } from './data.ts';
import { DATE_FUNCTIONS } from './date.ts';
import type { Definition } from './definition.ts';
import { FRESH_FUNCTIONS } from './fresh.ts';
import { INSTANT_FUNCTIONS } from './instant.ts';
import { LOGIC_FUNCTIONS } from './logic.ts';
import { MATH_FUNCTIONS } from './math.ts';
import { TEXT_FUNCTIONS } from './text.ts';
import { WORD_FUNCTIONS } from './words.ts';

/** The functions of the language by category and upper-case name. */
const CATEGORIES: Readonly<Record<string, Readonly<Record<string, Definition>>>> = {
  date: { ...DATE_FUNCTIONS, ...INSTANT_FUNCTIONS },
  array: { ...ARRAY_FUNCTIONS, ...DATA_FUNCTIONS },
  logic: { ...LOGIC_FUNCTIONS, ...FRESH_FUNCTIONS },
  math: MATH_FUNCTIONS,
  text: { ...TEXT_FUNCTIONS, ...WORD_FUNCTIONS },
  convert: CONVERT_FUNCTIONS,
  color: COLOR_FUNCTIONS,
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
