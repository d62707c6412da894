import * as assert from 'uvu/assert';
import { compileFormula } from '../../../src/core/template/formula/formula.ts';
import { contextOf, type ContextOptions } from '../../support/template-context.ts';

/** A formula's body and the text it prints. */
export type Row = readonly [body: string, expected: string];

/** The data that rows may mention. */
export const DATA: Record<string, Record<string, unknown>> = {
  demo: {
    temp: 68,
    rain: 0.25,
    cold: -3,
    Mixed: 'Case',
    text: 'Hello World',
    empty: '',
    blank: '  ',
    unknown: '???',
    yes: true,
    no: false,
    none: null,
    numeric: ' 12.5 ',
    exponent: '1e3',
    hex: '0x10',
    infinite: Infinity,
    nan: NaN,
    big: 1e21,
    huge: 1.7e308,
    list: [3, 1, 2],
    nolist: [],
    object: { a: 1, Deep: { er: 'x' } },
    noobject: {},
    emoji: 'a😀b',
    date: '2026-03-01',
    'a-1': 7,
    temp_color: 'own field',
    words: ['pear', 'Apple', 'fig'],
    mixed: ['b', 10, 'A', '9', true, null, 'a'],
    holes: [1, null, '2', true],
    bad: [1, 'x'],
    unsure: ['???'],
    nested: [[1, 2], [3]],
  },
  'demo:north': { temp: -5 },
  sport: {
    games: [
      { home: 'SEA', away: 'DEN', pts: 7, Open: true, index: 'own' },
      { home: 'BOS', away: 'NYC', pts: 12 },
      { home: 'den', pts: 3, away: null },
    ],
  },
};

/** What a body prints over DATA. */
export const print = (body: string, options: ContextOptions = {}, data = DATA): string =>
  compileFormula(body).print(contextOf(data, options));

/** Makes one test of each row, named by its body. */
export const addRows = (
  test: (name: string, run: () => void) => void,
  group: string,
  rows: readonly Row[],
  options: ContextOptions = {},
): void => {
  for (const [body, expected] of rows) test(`${group}: ${body}`, () => assert.is(print(body, options), expected));
};
