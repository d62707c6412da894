import { DEFINITIONS } from '../../src/core/template/formula/functions.ts';
import type { Draw } from './draw.ts';
import { hostileText } from './hostile.ts';

const FUNCTIONS = [...DEFINITIONS.keys()];
const PATHS = [
  'd.text',
  'd.number',
  'd.list',
  'd.rows',
  'd.nothing',
  'd.long',
  'd.braces',
  'd.date',
  'd.deep.er.est',
  'd.list[0]',
  'd.list[-1]',
  'd.rows[1].n',
  'd:two.x',
  'D.TEXT',
  'd',
  'd.',
  '.text',
  'x.y',
  'd.text.text',
  'd.list[99999999999]',
  'd.__proto__',
  'd.constructor.name',
  'd.list.length',
];
const LITERALS = [
  '0',
  '1',
  '-1',
  '2.5',
  '1e308',
  '1e-308',
  '9007199254740993',
  '0/0',
  '""',
  '"a"',
  '"ABC def"',
  '"{63}"',
  '"2024-02-30"',
  '"2024-02-29T23:59:59+14:00"',
  '"[a"',
  '"(a+)+b"',
  '"%"',
  'TRUE',
  'FALSE',
  'true',
  '""""',
  "'a'",
  '"\u0301"',
  '"😀"',
  '1048576',
  '-1048576',
  '0.1+0.2',
];
const OPERATORS = [
  '+',
  '-',
  '*',
  '/',
  '^',
  '&',
  '=',
  '<>',
  '<',
  '>',
  '<=',
  '>=',
  '%',
  '==',
  '!=',
  '&&',
  ',',
  ';',
  ':',
  '.',
  '..',
  '!',
];
const PUNCTUATION = [
  '(',
  ')',
  '((',
  '))',
  '[',
  ']',
  '{',
  '}',
  '|',
  '"',
  ' ',
  '  ',
  '\n',
  '\t',
  '#',
  '#N/A',
  '#REF!',
  '@',
  '$A$1',
  'A1:B2',
  '\\',
  '\0',
  '\uD800',
];
const FILTERS = [
  'upper',
  'lower',
  'pad:4',
  'pad:99999',
  'pad:-1',
  'pad:',
  'truncate:3',
  'zeropad:5',
  'zeropad:1e9',
  'wrap',
  'nothing',
  'pad:4:5',
  '',
  ' upper ',
  'UPPER',
];
const PLAIN = [
  'HELLO',
  ' ',
  '   ',
  'supercalifragilistic',
  '{red}',
  '{/red}',
  '{/}',
  '{63}',
  '{071}',
  '{72}',
  '{sun}',
  '{heart}',
  '{moon}',
  '{center}',
  '{right}',
  '{left}',
  '{wrap}',
  '{',
  '}',
  '{{',
  '}}',
  '{{{{',
  'ä',
  'ﬃ',
  '👨‍👩‍👧',
  'e\u0301',
  '\n',
  '\r\n',
  '\t',
  '\u0000',
  '\u200d',
  '🇩',
  '👨\u200d',
  '{réd}',
  '{\\}',
  '{6',
  '3}',
  '\u0308',
  'a',
  '}}}',
  '{{fill_space}}',
  '{{filled:-}}',
  '{{filled:}}',
  '{{fill_space_repeat:red}}',
  '{{fill_space_repeat:ab}}',
  '{{red}}',
];

/** A formula that mostly parses: functions of the language over hostile values, to a depth. */
export const drawFormula = (draw: Draw, depth = draw.integer(0, 6)): string => {
  if (depth <= 0) return draw.chance(0.5) ? draw.pick(LITERALS) : draw.pick(PATHS);
  const part = (): string => drawFormula(draw, depth - draw.integer(1, 3));
  return draw.pick<() => string>([
    () => `${draw.pick(FUNCTIONS)}(${draw.list(0, 5, part).join(', ')})`,
    () => `${draw.pick(FUNCTIONS)}(${draw.list(1, 3, part).join(', ')})`,
    () => `(${part()} ${draw.pick(OPERATORS.slice(0, 12))} ${part()})`,
    () => `-${part()}`,
    () => `LET(x, ${part()}, x ${draw.pick(OPERATORS.slice(0, 12))} ${part()})`,
    () => `MAP(${part()}, LAMBDA(v, ${part()} & v))`,
    () => `REDUCE(${part()}, ${part()}, LAMBDA(a, b, a & b & ${part()}))`,
  ])();
};

/** Pieces of the formula language in any order. */
export const drawFormulaSoup = (draw: Draw): string =>
  draw
    .list(0, 40, () =>
      draw.pick([
        () => draw.pick(FUNCTIONS),
        () => draw.pick(LITERALS),
        () => draw.pick(PATHS),
        () => draw.pick(OPERATORS),
        () => draw.pick(PUNCTUATION),
      ])(),
    )
    .join(draw.chance(0.5) ? '' : ' ');

const drawVariable = (draw: Draw): string =>
  `{{${draw.pick(PATHS)}${draw.list(0, 3, () => `|${draw.pick(FILTERS)}`).join('')}}}`;

/** A line of a template. */
export const drawLine = (draw: Draw): string =>
  draw
    .list(0, 14, () =>
      draw.pick([
        () => draw.pick(PLAIN),
        () => draw.pick(PLAIN),
        () => drawVariable(draw),
        () => `{{= ${draw.chance(0.7) ? drawFormula(draw, 3) : drawFormulaSoup(draw)} }}`,
        () => (draw.chance(0.1) ? hostileText(draw) : '-'),
      ])(),
    )
    .join('');

/** A text with some of its characters removed, doubled, swapped or replaced. */
export const mutate = (text: string, draw: Draw): string => {
  const units = [...text];
  for (let change = draw.integer(1, 4); change > 0 && units.length > 0; change--) {
    const at = draw.integer(0, units.length - 1);
    const kind = draw.integer(0, 3);
    if (kind === 0) units.splice(at, draw.integer(1, 5));
    else if (kind === 1) units.splice(at, 0, ...units.slice(at, at + draw.integer(1, 30)));
    else if (kind === 2) units[at] = draw.pick(PUNCTUATION);
    else units.splice(at, 0, draw.pick(OPERATORS));
  }
  return units.join('');
};

/** Data with everything that a plugin may bring. */
export const hostileData = (draw: Draw): Record<string, Record<string, unknown>> => ({
  d: {
    text: draw.chance(0.5) ? 'some Text' : hostileText(draw),
    number: draw.pick([0, -0, 1, -1.5, 1e21, 1e308, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]),
    list: draw.pick<unknown[]>([[], [1, 2, 3], ['a', null, true], [[1, 2], [3]], [{ n: 1 }]]),
    rows: [{ n: 1, name: 'a' }, { n: '2', name: null }, 'no row', null],
    nothing: null,
    long: 'word {63} '.repeat(draw.pick([1, 1, 1, 2000])),
    braces: '{{d.text}} {red} }{',
    date: draw.pick(['2024-02-29', '2024-02-30', '9999-12-31T23:59:59Z', 'now', '12:30', '']),
    deep: { er: { est: draw.pick<unknown>([1, 'x', [], {}]) } },
  },
  'd:two': { x: 'two' },
});
