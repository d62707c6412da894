import type { JsonObject } from '../../schema/common.ts';
import type { Rules, Variable } from './manifest.ts';

const variableOf =
  <T extends string | number | boolean>(type: Variable['type']) =>
  (description: string, max_length: number, group: string, example: T): Variable => ({
    description,
    type,
    max_length,
    group,
    example,
  });

/** Declares a text variable: its meaning, its longest rendering, the group it is listed in, and an example. */
export const textVariable = variableOf<string>('string');

/** Declares a number variable. */
export const numberVariable = variableOf<number>('number');

const yesOrNo = variableOf<boolean>('boolean');

/** Declares a yes-or-no variable; templates print Yes or No. */
export const flagVariable = (description: string, group: string, example: boolean): Variable =>
  yesOrNo(description, 3, group, example);

/** Declares a text in the items of a list. */
export const itemVariable = (description: string, max_length: number): Variable => ({
  description,
  type: 'string',
  max_length,
});

/** Declares a variable that holds colour tiles. */
export const markupVariable = (description: string, max_length: number, group: string, example: string): Variable => ({
  ...textVariable(description, max_length, group, example),
  format: 'markup',
});

/** Declares a variable that holds one colour tile. */
export const tileVariable = (description: string, group: string): Variable =>
  markupVariable(description, 1, group, '{66}');

/** Declares a setting that is a whole number within bounds. */
export const integerSetting = (
  title: string,
  [minimum, maximum]: readonly [number, number],
  usual: number,
  description?: string,
): JsonObject => ({
  type: 'integer',
  title,
  ...(description !== undefined && { description }),
  default: usual,
  minimum,
  maximum,
});

/** The colours of a field by what it says. */
export const colorsByValue = (colors: Readonly<Record<string, string>>): { default_rules: Rules } => ({
  default_rules: Object.entries(colors).map(([value, color]) => ({ condition: '==', value, color })),
});

/** Colours of a number by the least that each is for, the highest first, and the one for what is less than all. */
export const colorSteps = (leasts: Readonly<Record<string, number>>, below: string): Rules => [
  ...Object.entries(leasts).map(([color, value]) => ({ condition: '>=' as const, value, color })),
  { condition: '<', value: Math.min(...Object.values(leasts)), color: below },
];

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
