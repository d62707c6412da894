import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stepsOf } from '../../../src/core/path-steps.ts';
import { isPath, readerAt } from '../../../src/core/template/formula/data.ts';
import { print, type Row } from './table.ts';

const test = suite('formula data');

const DATA = {
  d: {
    tree: { a: { b: [10, 20, { 'c d': 'deep' }] }, 'x.y': 'dotted', list: [[1, 2], [3]] },
    empty: '',
    none: null,
    list: [3, 1, 2],
    object: { one: 1, two: 'b' },
    columns: { day: ['MO', 'TU', 'WE'], high: [1, 2], note: 'x' },
    table: [
      ['name', 'age'],
      ['Ann', 30],
      ['Bob', 4],
    ],
    parents: [
      { id: 'p', kids: [{ n: 1 }, { n: 2 }] },
      { id: 'q', kids: null },
      { id: 'r', kids: { n: 3 } },
      { id: 's' },
      { id: 't', kids: [5] },
    ],
    words: ['b', 'A', 'B', 'a', 'c'],
    games: [
      { team: 'SEA', pts: 7, at: { place: 'home' } },
      { team: 'den', pts: 3, at: { place: 'away' } },
      { team: 'sea', pts: 9, at: { place: 'home' } },
    ],
    slots: [
      { t: '2026-09-25T00:00:00Z', n: 'midnight' },
      { t: '2026-09-25T00:30:00Z', n: 'now' },
      { t: '2026-09-25T00:31:00Z', n: 'later' },
      { t: 'x', n: 'never' },
      { t: '2026-09-24T23:00:00Z', n: 'before' },
    ],
    local: [
      { t: '2026-09-24T17:00:00', n: 'here' },
      { t: '2026-09-25T09:00:00', n: 'tokyo' },
    ],
    many: Array.from({ length: 2500 }, (_, at) => at),
    long: { a: Array.from({ length: 2500 }, () => 1) },
    rows: Array.from({ length: 2500 }, () => [1]),
  },
};

/** Each body with what it prints. */
const addData = (group: string, rows: readonly Row[]): void => {
  for (const [body, expected] of rows) test(`${group}: ${body}`, () => assert.is(print(body, {}, DATA), expected));
};

addData('PICK', [
  ['PICK(d.tree, "a.b[0]")', '10'],
  ['PICK(d.tree, "$.a.b[1]")', '20'],
  ['PICK(d.tree, "a.b.1")', '20'],
  ['PICK(d.tree, "a.b[-2]")', '20'],
  ['PICK(d.tree, "a.b[-4]", "none")', 'none'],
  ['PICK(d.tree, "a.b[2][\'c d\']")', 'deep'],
  ['PICK(d.tree, "x.y")', 'dotted'],
  ['PICK(d.tree, "a.z.b")', ''],
  ['PICK(d.tree, "a.z.b", 5)', '5'],
  ['PICK(d.tree, "a.b[0]", 5)', '10'],
  ['PICK(NULL, "a", "n")', 'n'],
  ['PICK(d.list, "0")', '3'],
]);

addData('lists', [
  ['COUNT(LIST(d.list))', '3'],
  ['COUNT(LIST(NULL))', '0'],
  ['COUNT(LIST(d.empty))', '0'],
  ['JOIN(LIST("a"), ",")', 'a'],
  ['JOIN(APPEND(d.list, NULL, "x", d.list), ",")', '3,1,2,x,3,1,2'],
  ['COUNT(APPEND(d.many, d.list))', '2000'],
  ['JOIN(MAP(ENTRIES(d.object), item.key & "=" & item.value), ";")', 'one=1;two=b'],
  ['COUNT(ENTRIES(NULL))', '0'],
  ['ENTRIES(5)', '#VALUE'],
  ['JOIN(MAP(d.list, item * 10 + index), ",")', '31,12,23'],
  ['COUNT(MAP(d.many, item))', '2000'],
  ['MAP(5, item)', '#VALUE'],
  ['JOIN(MAP(d.list, 1 / (item - 1)), ",")', '#DIV/0'],
  ['JOIN(MAP(PAIRS("A", 1, "B", NULL, "C", 1 / 0, "D", ""), item.label & item.value), "")', 'A1B-C-D-'],
  ['PAIRS("A")', '#VALUE'],
  ['PAIRS("A", 1, "B")', '#VALUE'],
]);

addData('rows', [
  ['JOIN(MAP(COLUMNS(d.columns), item.day & IFERROR(item.high, "")), ";")', 'MO1;TU2;WE'],
  ['COUNT(COLUMNS(d.long))', '2000'],
  ['COUNT(COLUMNS(NULL))', '0'],
  ['COLUMNS("x")', '#VALUE'],
  ['JOIN(MAP(ROWS(d.table), item.name & item.age), ";")', 'Ann30;Bob4'],
  ['JOIN(MAP(ROWS(d.table, "who, years"), item.who & item.years), ";")', 'nameage;Ann30;Bob4'],
  ['JOIN(MAP(ROWS(d.table, "a,b,c"), IFERROR(item.c, "-")), "")', '---'],
  ['COUNT(ROWS(d.list))', '0'],
  ['COUNT(ROWS(d.rows))', '1999'],
  ['COUNT(ROWS(d.rows, "a"))', '2000'],
  ['JOIN(MAP(ENTRIES(AT(ROWS(MAP(d.words, d.table)), 0)), "[" & item.key & "]"), "")', '[]'],
  ['JOIN(MAP(FLATTEN(d.parents, "kids"), item.parent.id & IFERROR(item.n, item.value)), ";")', 'p1;p2;r3;t5'],
  ['JOIN(FLATTEN(d.tree.list, ""), ",")', '1,2,3'],
  ['COUNT(FLATTEN(d.rows, ""))', '2000'],
]);

addData('items told apart', [
  ['JOIN(UNIQUE(d.words), "")', 'bAc'],
  ['COUNT(UNIQUE(d.table))', '1'],
  ['JOIN(MAP(UNIQUE(d.games, "team"), item.pts), ";")', '7;3'],
  ['JOIN(MAP(GROUP(d.games, "team"), item.key & item.count), ";")', 'SEA2;den1'],
  ['JOIN(MAP(GROUP(d.games, "at.place"), item.key & SUMOF(item.items, "pts")), ";")', 'home16;away3'],
  ['COUNT(GROUP(d.games, "none"))', '1'],
  ['AT(GROUP(d.games, "none"), 0, "key")', ''],
  ['LOOKUP(d.games, "team", "DEN", "pts")', '3'],
  ['LOOKUP(d.games, "team", "sea", "at.place")', 'home'],
  ['LOOKUP(d.games, "pts", 9, "team")', 'sea'],
  ['LOOKUP(d.games, "team", "NYC", "pts")', ''],
  ['LOOKUP(d.games, "team", "NYC")', ''],
  ['PICK(LOOKUP(d.games, "at.place", "away"), "team")', 'den'],
]);

addData('SLOT', [
  ['PICK(SLOT(d.slots, "t"), "n")', 'now'],
  ['PICK(SLOT(d.local, "t"), "n")', 'here'],
  ['PICK(SLOT(d.local, "t", "Asia/Tokyo"), "n")', 'tokyo'],
  ['SLOT(d.list, "t")', ''],
]);

test('a path is taken apart into names and positions', () => {
  assert.equal(stepsOf('$.a["b c"][-1][\'d\'].e'), ['a', 'b c', '-1', 'd', 'e']);
  assert.equal(stepsOf(''), []);
  assert.is(readerAt('a[0].b')({ a: [{ b: 'x' }] }), 'x');
  assert.is(readerAt('a.b.c')({ a: 1 }), undefined);
});
for (const path of ['', '$', 'a', 'a.b', '$.a[0]', 'a[-1]["c d"]', "['x'].y", '.a'])
  test(`${path} is a path`, () => assert.ok(isPath(path)));
for (const path of ['a..b', 'a[', 'a[x]', 'a]', 'a.']) test(`${path} is no path`, () => assert.not.ok(isPath(path)));

test.run();
