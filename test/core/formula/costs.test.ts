import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileFormula } from '../../../src/core/template/formula/formula.ts';
import { contextOf } from '../../support/template-context.ts';

const test = suite('formula costs');

const DATA = {
  d: {
    text: 'The quick brown fox jumps over the lazy dog. '.repeat(20),
    other: 'ßä'.repeat(50),
    list: Array.from({ length: 10 }, (_, at) => at + 0.5),
    words: ['pear', 'Apple', 'fig', 'pear'],
    objects: [
      { a: 1, b: 'x' },
      { a: 2, b: 'y' },
      { a: 1, b: 'z' },
    ],
    parents: [{ kids: [{ n: 1 }, 2] }, { kids: null }],
    tree: { a: { b: [1, 2, 3] }, c: 2 },
    columns: { x: [1, 2], y: [3, 4] },
    table: [
      ['a', 'b'],
      [1, 2],
      [3, 4],
    ],
    slots: [
      { t: '2026-09-25T00:00:00Z', n: 'one' },
      { t: '2026-09-26T00:00:00', n: 'two' },
    ],
    huge: 1.5e300,
    html: '<b>bold</b> and <i>not</i>',
    date: '2026-03-01T10:00:00',
  },
};

/** What a formula pays, to the hundredth: steps, members of lists, letters of texts. */
const costsOf = (body: string): number[] => {
  const paid = { steps: 0, members: 0, letters: 0 };
  const done = new Set<string>();
  const spend = (steps: number): void => void (paid.steps += steps);
  const budget = {
    left: Infinity,
    spend,
    spendOnce: (name: string, steps: number): void => {
      if (!done.has(name)) spend(steps);
      done.add(name);
    },
    spendMembers: (count: number): void => void (paid.members += count),
    spendLetters: (count: number): void => void (paid.letters += count),
  };
  compileFormula(body).print({ ...contextOf(DATA), budget });
  return [paid.steps, paid.members, paid.letters].map((one) => Math.round(one * 100) / 100);
};

/** Budgets bound a page by what its formulas pay: a function that pays less than its work takes breaks that. */
const COSTS: [body: string, steps: number, members: number, letters: number][] = [
  ['1', 3.03, 0, 0],
  ['d.huge', 37, 0, 0],
  ['d.text', 31.72, 0, 0],
  ['1 + 2 * 3', 5.03, 0, 0],
  ['-d.huge', 38.03, 0, 0],
  ['NOT TRUE', 3.06, 0, 0],
  ['1 < 2', 6.09, 0, 0],
  ['d.text < d.other', 69.8, 0, 0],
  ['1 = 1 AND 2 = 2 OR FALSE', 13.09, 0, 0],
  ['d.text & d.other', 37.45, 0, 1000],
  ['d.gone.x', 3.13, 0, 0],
  ['NOW()', 39.5, 0, 0],
  ['TODAY()', 39.5, 0, 0],
  ['DATE(d.date)', 42.09, 0, 0],
  ['YEAR(d.date)', 26.72, 0, 0],
  ['DATEDIFF(d.date, NOW(), "hours")', 50.88, 0, 0],
  ['DATEDIFF(TIME(0, "Asia/Tokyo"), TIME(0, "UTC"))', 2018.44, 0, 0],
  ['DATEADD(d.date, 1, "months")', 45.28, 0, 0],
  ['FORMATDATE(d.date, "YYYY MMM DD")', 33.78, 0, 11],
  ['TIME(d.date)', 1014.09, 0, 0],
  ['TIME(0, "Asia/Tokyo")', 874.81, 0, 0],
  ['EPOCH(d.date)', 158.91, 0, 0],
  ['UTC("2026-03-01T10:00:00Z")', 16.63, 0, 0],
  ['WAIT(d.date)', 157.69, 0, 0],
  ['SPAN(5)', 4.06, 0, 0],
  ['COUNT(d.list)', 8.28, 0, 0],
  ['AT(d.list, 1)', 9.81, 0, 0],
  ['AT(d.objects, 1, "a")', 11.42, 0, 0],
  ['FOREACH(d.list, item)', 37.81, 0, 30],
  ['FOREACH(d.list, item, 3)', 15.94, 0, 9],
  ['COUNT(FILTER(d.list, item > 3))', 71.06, 7, 0],
  ['COUNT(SORT(d.list))', 34.7, 20, 0],
  ['COUNT(SORT(d.words, "desc"))', 22.82, 8, 16],
  ['COUNT(SORT(d.objects, "b"))', 18.63, 6, 3],
  ['COUNT(SLICE(d.list, 2, 3))', 13.44, 3, 0],
  ['JOIN(d.list, ", ")', 25.78, 0, 50],
  ['JOIN(d.objects, ",", "b")', 12.64, 0, 6],
  ['SUMOF(d.list)', 13.28, 10, 0],
  ['SUMOF(d.objects, "a")', 11.48, 3, 0],
  ['AVGOF(d.list)', 13.25, 10, 0],
  ['MINOF(d.list)', 13.31, 10, 0],
  ['MAXOF(d.objects, "a")', 11.48, 3, 0],
  ['PICK(d.tree, "a.b[1]")', 14.5, 0, 0],
  ['COUNT(LIST(1))', 8.09, 0, 0],
  ['COUNT(ENTRIES(d.tree))', 9.75, 6, 0],
  ['COUNT(COLUMNS(d.columns))', 9.8, 8, 0],
  ['COUNT(ROWS(d.table))', 10.95, 9, 0],
  ['COUNT(ROWS(d.table, "x,y"))', 13.11, 9, 0],
  ['COUNT(FLATTEN(d.list, ""))', 14.91, 10, 0],
  ['COUNT(FLATTEN(d.parents, "kids"))', 17.3, 6, 0],
  ['COUNT(MAP(d.list, item))', 28.28, 10, 0],
  ['COUNT(APPEND(d.list, d.words))', 13.14, 14, 0],
  ['COUNT(PAIRS("a", 1, "b", 2))', 6.16, 8, 0],
  ['COUNT(UNIQUE(d.words))', 14.08, 8, 12],
  ['COUNT(UNIQUE(d.objects, "a"))', 17.8, 6, 2],
  ['COUNT(GROUP(d.objects, "a"))', 19.3, 11, 2],
  ['LOOKUP(d.objects, "b", "z", "a")', 20.8, 0, 0],
  ['PICK(SLOT(d.slots, "t"), "n")', 179.45, 0, 0],
  ['LET(x, 2, x * x)', 6.03, 0, 0],
  ['IF(TRUE, 1, 2)', 5.03, 0, 0],
  ['IFS(FALSE, 1, TRUE, 2)', 7.03, 0, 0],
  ['SWITCH(2, 1, "a", 2, "b")', 12.03, 0, 0],
  ['AND(TRUE, TRUE)', 5.09, 0, 0],
  ['NOT(FALSE)', 3.09, 0, 0],
  ['IFERROR(1 / 0, 2)', 6.03, 0, 0],
  ['ISERROR(d.gone)', 5.69, 0, 0],
  ['ISBLANK(d.text)', 5.66, 0, 0],
  ['DEFAULT(NULL, d.text)', 35.72, 0, 0],
  ['COALESCE(NULL, d.text)', 35.72, 0, 0],
  ['FRESH(d.text, "20m")', 35.09, 0, 0],
  ['ABS(-1)', 6.03, 0, 0],
  ['ROUND(1.5, 1)', 11.22, 0, 0],
  ['ROUND(d.huge, 2)', 68.25, 0, 0],
  ['MIN(1, 2, 3)', 7.03, 0, 0],
  ['SUM(1, 2)', 6.03, 0, 0],
  ['POWER(2, 8)', 6.09, 0, 0],
  ['MOD(7, 3)', 6.03, 0, 0],
  ['UPPER(d.text)', 100.34, 0, 900],
  ['TRIM(d.text)', 62.81, 0, 0],
  ['PROPER(d.text)', 962.84, 0, 900],
  ['LEN(d.text)', 35.81, 0, 0],
  ['LEFT(d.text, 10)', 50.09, 0, 10],
  ['RIGHT(d.text, 10)', 50.09, 0, 10],
  ['MID(d.text, 5, 5)', 36.88, 0, 0],
  ['FIND("dog", d.text)', 39.67, 0, 0],
  ['SEARCH("DOG", d.text)', 39.67, 0, 903],
  ['CONCAT(d.text, d.other)', 72.7, 0, 1000],
  ['REPLACE(d.text, "fox", "wolf")', 89.49, 0, 1200],
  ['REPT("ab", 100)', 12.31, 0, 200],
  ['CONTAINS(d.text, "zebra")', 39.94, 0, 0],
  ['STARTSWITH(d.text, "The")', 36.91, 0, 0],
  ['PAD("a", 200)', 12.3, 0, 200],
  ['PADLEFT("a", 200)', 12.3, 0, 200],
  ['ZEROPAD(7, 200)', 13.28, 0, 200],
  ['CENTER("a", 200)', 12.3, 0, 200],
  ['COUNT(SPLIT(d.text))', 50.06, 180, 0],
  ['COUNT(SPLIT(d.text, ". "))', 43.36, 21, 0],
  ['COUNT(SPLIT(d.text, ""))', 97.06, 900, 0],
  ['REGEXMATCH(d.text, "d.g")', 1620.41, 0, 0],
  ['REGEXEXTRACT(d.text, "l(a)zy", 1)', 2010.94, 0, 0],
  ['REGEXREPLACE(d.text, "fox", "wolf")', 6206.19, 0, 894],
  ['PLAIN(d.html)', 12.03, 0, 26],
  ['CUT(d.text, 10)', 149.5, 0, 0],
  ['CUT(d.other, 10)', 184.39, 0, 0],
  ['GROUPED(1234567, 2)', 10.63, 0, 0],
  ['COMPACT(d.huge)', 42.78, 0, 0],
  ['SIGNED(1.5, 1)', 10.25, 0, 0],
  ['TEXT(1)', 6.06, 0, 0],
  ['COLOR("red")', 5.22, 0, 0],
];
for (const [body, ...costs] of COSTS) test(`what ${body} pays`, () => assert.equal(costsOf(body), costs));

test.run();
