import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  describeGeometry,
  fits,
  flapsOn,
  geometryOf,
  isMapped,
  usualGlyph,
  widthOf,
} from '../../src/core/flaps/geometry.ts';
import {
  createGrid,
  fitGrid,
  gridDifference,
  gridFromRows,
  gridToRows,
  gridsEqual,
  layBelow,
  withRegions,
  type Grid,
} from '../../src/core/flaps/grid.ts';
import { layoutIndicator } from '../../src/core/flaps/indicator.ts';

const test = suite('grids and their geometry');

const grid = (...rows: number[][]): Grid => gridFromRows(rows, rows.length, rows[0]?.length ?? 0);

test('rows are cut, and what is missing is blank', () => {
  assert.equal(gridToRows(gridFromRows([[1, 2, 3], [4]], 3, 2)), [
    [1, 2],
    [4, 0],
    [0, 0],
  ]);
  assert.equal(gridToRows(gridFromRows([[1], [2]], 1, 1)), [[1]]);
});
for (const [stored, rows, cols] of [
  [{ grid_rows: 7, grid_cols: 20 }, 7, 20],
  [{ grid_rows: 1e300, grid_cols: 20_000 }, 96, 128],
  [{ grid_rows: -1e300, grid_cols: 0 }, 1, 1],
  [{ grid_rows: 2.5, grid_cols: null }, 2, 15],
] as const)
  test(`a panel that is stored with ${JSON.stringify(stored)} has ${rows} x ${cols} flaps`, () => {
    const { rows: found, cols: wide } = geometryOf({ device_type: 'panel', ...stored });
    assert.equal([found, wide], [rows, cols]);
  });

test('an array of Notes is at most as large as the largest display', () => {
  const { rows, cols } = geometryOf({ device_type: 'note_array', notes_wide: 1e9, notes_tall: -3 });
  assert.equal([rows, cols], [3, 120]);
});

test('two grids show the same where size and codes are the same', () => {
  assert.ok(gridsEqual(grid([1, 2]), grid([1, 2])));
  assert.not.ok(gridsEqual(grid([1, 2]), grid([1, 3])));
  assert.not.ok(gridsEqual(grid([1, 2]), grid([1], [2])));
  assert.not.ok(gridsEqual(createGrid(2, 1), createGrid(2, 2)));
  assert.not.ok(gridsEqual(createGrid(1, 2), createGrid(2, 2)));
});
test('regions of a grid are as another one has them, blank without one', () => {
  const [ones, twos] = [createGrid(3, 3, 1), createGrid(3, 3, 2)];
  const regions = [
    { row: 1, col: 1, rows: 2, cols: 2 },
    { row: 0, col: 0, rows: 1, cols: 1 },
  ];
  const mixed = (other: number) => [
    [other, 1, 1],
    [1, other, other],
    [1, other, other],
  ];
  assert.equal(gridToRows(withRegions(ones, regions, twos)), mixed(2));
  assert.equal(gridToRows(withRegions(ones, regions, null)), mixed(0));
  assert.equal(gridToRows(ones)[0], [1, 1, 1], 'the grid itself stays as it is');
  assert.is(withRegions(ones, [], twos), ones);
});
test('cells that differ are told by their index', () => {
  assert.equal(gridDifference(grid([1, 2], [3, 4]), grid([1, 9], [3, 9])), [1, 3]);
  assert.equal(gridDifference(grid([1]), grid([1])), []);
});
test('a grid is cut and padded to another size', () => {
  assert.equal(gridToRows(fitGrid(grid([1, 2], [3, 4]), 1, 3)), [[1, 2, 0]]);
  assert.equal(gridToRows(fitGrid(grid([1, 2], [3, 4]), 3, 1)), [[1], [3], [0]]);
});
test('what is laid below stands on the last rows', () => {
  const content = grid([5, 0], [0, 0], [0, 0]);
  assert.equal(gridToRows(layBelow(content, grid([1, 1], [2, 2], [3, 3]))), [
    [1, 1],
    [2, 2],
    [5, 0],
  ]);
  assert.equal(gridToRows(layBelow(grid([0, 0], [0, 6], [0, 0]), null)), [
    [0, 0],
    [0, 0],
    [0, 6],
  ]);
  assert.equal(gridToRows(layBelow(createGrid(1, 1), grid([7]))), [[7]]);
});

test('sizes of displays (rules, B2)', () => {
  const size = (dimensions: Parameters<typeof geometryOf>[0]) => describeGeometry(geometryOf(dimensions));
  assert.is(size({ device_type: 'flagship' }), 'flagship (6 rows x 22 columns)');
  assert.is(size({ device_type: 'note' }), 'note (3 rows x 15 columns)');
  assert.is(size({ device_type: 'note_array' }), 'note_array (3 rows x 15 columns)');
  assert.is(size({ device_type: 'note_array', notes_wide: 3, notes_tall: 2 }), 'note_array (6 rows x 45 columns)');
  assert.is(size({ device_type: 'panel' }), 'panel (3 rows x 15 columns)');
  assert.is(size({ device_type: 'panel', grid_rows: 7, grid_cols: 9 }), 'panel (7 rows x 9 columns)');
});
test('the degree sign is spelled where no flap shows it (rules, M10)', () => {
  const spells = (dimensions: Parameters<typeof geometryOf>[0]) => geometryOf(dimensions).spellsDegree ?? false;
  assert.not.ok(spells({ device_type: 'flagship' }));
  assert.ok(spells({ device_type: 'flagship', code62_glyph: 'heart' }));
  assert.ok(spells({ device_type: 'note' }));
  assert.ok(spells({ device_type: 'note_array' }));
  assert.not.ok(spells({ device_type: 'note', code62_glyph: 'degree' }));
  assert.equal([usualGlyph('panel'), usualGlyph('note')], ['degree', 'heart']);
  const panel = (driver: string, flaps?: string) =>
    ({ device_type: 'panel', panel: { driver, flaps } }) as unknown as Parameters<typeof geometryOf>[0];
  for (const driver of ['virtual', 'screen', 'pixoo', 'awtrix', 'broker']) assert.not.ok(spells(panel(driver)));
  assert.ok(spells(panel('mbus')));
  assert.ok(spells(panel('mbus', ' ABC')));
  assert.not.ok(spells(panel('mbus', ' ABC°')));
});
test('cells of a panel that have a module', () => {
  const panel = (modules: readonly { row: number; col: number }[], cols = 2) =>
    geometryOf({ device_type: 'panel', grid_rows: 2, grid_cols: cols, panel: { driver: 'mbus', modules } } as never);
  const modules = [
    { row: 0, col: 1 },
    { row: 0, col: 0 },
    { row: 1, col: 1 },
    { row: 1, col: 2 },
    { row: 2, col: 0 },
  ];
  assert.equal(panel(modules).places, [[0, 1], [1]]);
  assert.is(panel(modules).places, panel(modules).places);
  assert.equal(panel(modules, 3).places, [
    [0, 1],
    [1, 2],
  ]);
  assert.is(panel([...modules, { row: 1, col: 0 }]).places, undefined);
  const area = panel(modules);
  assert.equal(
    [isMapped(area.places, 1, 0), isMapped(area.places, 1, 1), isMapped(area.places, 9, 0)],
    [false, true, false],
  );
  assert.ok(isMapped(undefined, 9, 9));
  assert.equal([widthOf(area, 1), widthOf(area, 9), widthOf({ rows: 1, cols: 4 }, 0)], [1, 0, 4]);
});
test('a page fits a display of its rows and columns', () => {
  assert.ok(fits({ rows: 2, cols: 3 }, { rows: 2, cols: 3 }));
  assert.not.ok(fits({ rows: 2, cols: 3 }, { rows: 3, cols: 3 }));
  assert.not.ok(fits({ rows: 2, cols: 3 }, { rows: 2, cols: 4 }));
});

const POSITIONS: [Parameters<typeof layoutIndicator>[1], number, number][] = [
  ['center', 1, 1],
  ['top-left', 0, 0],
  ['top-right', 0, 3],
  ['bottom-left', 2, 0],
  ['bottom-right', 2, 3],
];
for (const [position, row, col] of POSITIONS)
  test(`an indicator at ${position}`, () => {
    const codes = [1, 2];
    const expected = createGrid(3, 5);
    expected.codes.set(codes, row * 5 + col);
    assert.equal(gridToRows(layoutIndicator(' ab ', position, { rows: 3, cols: 5 })), gridToRows(expected));
  });
test('an indicator is cut to the width, and stands only on flaps', () => {
  assert.equal(gridToRows(layoutIndicator('abc', 'center', { rows: 1, cols: 2 })), [[1, 2]]);
  const places = [[], [0, 2], []];
  assert.equal(gridToRows(layoutIndicator('ab', 'top-left', { rows: 3, cols: 3, places })), [
    [0, 0, 0],
    [1, 0, 2],
    [0, 0, 0],
  ]);
  const two = [[0], [], [0], [0]];
  assert.equal(gridToRows(layoutIndicator('a', 'bottom-left', { rows: 5, cols: 1, places: two })), [
    [0],
    [0],
    [0],
    [1],
    [0],
  ]);
});

test('the flaps of several displays are counted together', () => {
  assert.is(flapsOn([]), 0);
  assert.is(
    flapsOn([
      { device_type: 'flagship' },
      { device_type: 'note' },
      { device_type: 'panel', grid_rows: 2, grid_cols: 4 },
    ]),
    6 * 22 + 3 * 15 + 2 * 4,
  );
});

test.run();
