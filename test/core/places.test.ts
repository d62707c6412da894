import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeGrid } from '../../src/core/flaps/flaps.ts';
import { geometryOf, onFlaps, type Area } from '../../src/core/flaps/geometry.ts';
import { createGrid } from '../../src/core/flaps/grid.ts';
import { layoutIndicator } from '../../src/core/flaps/indicator.ts';
import { layoutLines, layoutText } from '../../src/core/flaps/message.ts';
import { compilePage } from '../../src/core/template/page.ts';
import type { LineMetadata } from '../../src/schema/content/pages.ts';
import { seededRandom } from '../support/seeded.ts';
import { contextOf } from '../support/template-context.ts';

const test = suite('cells that have a flap');

/** An area from a drawing: `#` has a flap, `.` has none. */
const areaOf = (...lines: string[]): Area => ({
  rows: lines.length,
  cols: lines[0]?.length ?? 0,
  places: lines.map((line) => [...line].flatMap((sign, col) => (sign === '#' ? [col] : []))),
});
const drawn = (area: Area, ...rows: string[]): string => rows.map((line) => line.padEnd(area.cols)).join('\n');

const GAP = areaOf('###..###', '###..###');
const STAIRS = areaOf('##....', '####..', '######');
const EMPTY_ROW = areaOf('....', '####', '....', '####');

const texts: [what: string, area: Area, text: string, rows: string[]][] = [
  ['a text flows over a gap', GAP, 'abcdef', ['ABC  DEF', '']],
  ['a word that a row cannot hold goes to the next', GAP, 'abcd efgh', ['ABC  D', 'EFG  H']],
  ['a word goes on to a wider row', STAIRS, 'abcd ef', ['', 'ABCD', 'EF']],
  ['a word wider than this row and the next is broken', STAIRS, 'abcdefghi', ['AB', 'CDEF', 'GHI']],
  ['a row without flaps takes no line', EMPTY_ROW, 'ab\ncd', ['', 'AB', '', 'CD']],
  ['a row without flaps takes no words', EMPTY_ROW, 'abcd efg', ['', 'ABCD', '', 'EFG']],
  ['an empty line takes a row with flaps', EMPTY_ROW, '\nab', ['', '', '', 'AB']],
];
for (const [what, area, text, rows] of texts)
  test(`message: ${what}`, () => assert.is(decodeGrid(layoutText(text, area)), drawn(area, ...rows)));

test('lines stay on their rows', () => {
  assert.is(decodeGrid(layoutLines(['ABCDEFG', 'X'], GAP)), drawn(GAP, 'ABC  DEF', 'X'));
  assert.is(decodeGrid(layoutLines(['LOST', 'AB', '', 'CD'], EMPTY_ROW)), drawn(EMPTY_ROW, '', 'AB', '', 'CD'));
});

const meta = (alignment: LineMetadata['alignment'], wrap = false): LineMetadata => ({ alignment, wrap });
const pages: [what: string, template: string[], line_metadata: LineMetadata[], rows: string[]][] = [
  ['left', ['AB'], [meta('left')], ['AB', '']],
  ['centred over the flaps, not over the gap', ['AB'], [meta('center')], ['  A  B', '']],
  ['right', ['AB'], [meta('right')], ['      AB', '']],
  ['filled', ['A{{fill_space}}B'], [meta('left')], ['A      B', '']],
  ['wrapped', ['ABCDE FG'], [meta('left', true)], ['ABC  DE', 'FG']],
  ['cut', ['ABCDEFGHIJ'], [meta('left')], ['ABC  DEF', '']],
];
for (const [what, template, line_metadata, rows] of pages) {
  test(`page: ${what}`, () => {
    const page = compilePage({ template, line_metadata }, GAP);
    assert.is(decodeGrid(page.render(contextOf({}))), drawn(GAP, ...rows));
    assert.is(page.renderLines(contextOf({})).join('\n').toUpperCase(), drawn(GAP, ...rows));
  });
}

/** Rows that become narrower, below one that a page leaves alone. */
const FUNNEL = areaOf('######', '######', '####..', '##....');
const narrowing: [what: string, line: string, metadata: LineMetadata, rows: string[]][] = [
  ['a wrapped line', 'AB CD EFG HIJ', meta('left', true), ['', 'AB CD', 'EFG', 'HI']],
  ['a variable that flows', 'X{{d.v|wrap}}', meta('left'), ['', 'XAB CD', 'EFG', 'HI']],
];
for (const [what, line, metadata, rows] of narrowing)
  test(`page: ${what} has on each row the room of that row`, () => {
    const page = compilePage({ template: ['', line], line_metadata: [meta('left'), metadata] }, FUNNEL);
    const context = contextOf({ d: { v: 'AB CD EFG HIJ' } });
    assert.is(decodeGrid(page.render(context)), drawn(FUNNEL, ...rows));
  });

test('an indicator is placed on the nearest row with flaps, on cells with flaps', () => {
  assert.is(decodeGrid(layoutIndicator('abcd', 'center', GAP)), drawn(GAP, '', ' AB  CD'));
  assert.is(decodeGrid(layoutIndicator('ab', 'top-right', GAP)), drawn(GAP, '      AB', ''));
  assert.is(decodeGrid(layoutIndicator('ab', 'top-left', EMPTY_ROW)), drawn(EMPTY_ROW, '', 'AB', '', ''));
  assert.is(decodeGrid(layoutIndicator('ab', 'center', EMPTY_ROW)), drawn(EMPTY_ROW, '', ' AB', '', ''));
});

test('a panel whose map names every cell has no holes, whatever the order', () => {
  const modules = [3, 1, 0, 2].map((address) => ({ row: 0, col: address, address }));
  assert.is(geometryOf({ device_type: 'panel', grid_rows: 1, grid_cols: 4, panel: { modules } }).places, undefined);
  assert.equal(geometryOf({ device_type: 'panel', grid_rows: 2, grid_cols: 4, panel: { modules } }).places, [
    [0, 1, 2, 3],
    [],
  ]);
  assert.is(
    geometryOf({ device_type: 'panel', grid_rows: 2, grid_cols: 4, panel: { modules: { layout: 'rows', first: 0 } } })
      .places,
    undefined,
  );
});

test('a grid keeps its codes where there are flaps', () => {
  assert.is(decodeGrid(onFlaps(createGrid(2, 8, 1), GAP)), drawn(GAP, 'AAA  AAA', 'AAA  AAA'));
  const whole = createGrid(2, 8, 1);
  assert.is(onFlaps(whole, { rows: 2, cols: 8 }), whole);
});

const WORDS = ['HELLO', 'A', 'WALL', 'OF', 'FLAPS', 'IN', 'MANY', 'PLACES', 'I'];

for (let seed = 1; seed <= 60; seed++) {
  test(`no letter is lost, doubled or out of order while there is room, seed ${seed}`, () => {
    const random = seededRandom(seed);
    const [rows, cols] = [1 + Math.floor(random() * 8), 1 + Math.floor(random() * 20)];
    const places = Array.from({ length: rows }, () =>
      Array.from({ length: cols }, (_, col) => col).filter(() => random() < 0.6),
    );
    const text = Array.from(
      { length: 1 + Math.floor(random() * 6) },
      () => WORDS[Math.floor(random() * WORDS.length)] ?? '',
    ).join(' ');
    const area = { rows, cols, places };
    const grid = layoutText(text, area);
    assert.equal([...onFlaps(grid, area).codes], [...grid.codes], 'nothing lies in a hole');
    const letters = text.replaceAll(' ', '');
    const shown = decodeGrid(grid).replace(/\s/g, '');
    assert.ok(letters.startsWith(shown), `${shown} of ${letters}`);
    const free = places.flat().length - shown.length;
    // Each row may end with a word that did not fit.
    if (shown.length < letters.length) assert.ok(free <= rows * 7, `${free} cells were left free`);
  });
}

test.run();
