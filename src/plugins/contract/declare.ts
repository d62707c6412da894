import type { JsonObject } from '../../schema/common.ts';
import type { Variable } from './manifest.ts';

/** Declares a text variable: its meaning, its longest rendering, the group it is listed in, and an example. */
export const textVariable = (description: string, max_length: number, group: string, example: string): Variable => ({
  description,
  type: 'string',
  max_length,
  group,
  example,
});

/** Declares a number variable. */
export const numberVariable = (description: string, max_length: number, group: string, example: number): Variable => ({
  description,
  type: 'number',
  max_length,
  group,
  example,
});

/** Declares a yes-or-no variable; templates print Yes or No. */
export const flagVariable = (description: string, group: string, example: boolean): Variable => ({
  description,
  type: 'boolean',
  max_length: 3,
  group,
  example,
});

/** Declares a text in the items of a list. */
export const itemVariable = (description: string, max_length: number): Variable => ({
  description,
  type: 'string',
  max_length,
});

/** Declares a variable that holds one colour tile. */
export const tileVariable = (description: string, group: string): Variable => ({
  description,
  type: 'string',
  max_length: 1,
  group,
  example: '{66}',
  format: 'markup',
});

/** Declares a setting with a few words to choose from, which `names` says for people; usually the first of them. */
export const choiceSetting = (
  title: string,
  choices: readonly string[],
  names?: readonly string[],
  usual = choices[0] ?? '',
): JsonObject => ({
  type: 'string',
  title,
  enum: [...choices],
  ...(names && { enumNames: [...names] }),
  default: usual,
});

const page = (name: string, template: readonly string[], alignment: string): JsonObject => ({
  name,
  template: [...template],
  line_metadata: template.map(() => ({ alignment, wrap: false })),
});

/** Demo pages for a flagship (6 rows of 22) and a note (3 rows of 15), each row aligned the same. */
export const demoPages = (
  name: string,
  flagship: readonly string[],
  note: readonly string[],
  alignment = 'center',
): JsonObject => ({
  flagship: page(name, flagship, alignment),
  note: page(name, note, alignment),
});

/** A text in one line, cut to a length. */
export const cutText = (text: unknown, length: number): string =>
  String(text ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, length)
    .trim();

/** An address under a base, whether or not the base ends in a slash. */
export const addressUnder = (base: unknown, path: string): string =>
  `${String(base).replace(/(?<!\/)\/+$/, '')}${path}`;
