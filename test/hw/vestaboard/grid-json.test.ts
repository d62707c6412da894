import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGrid, gridToRows } from '../../../src/core/flaps/grid.ts';
import { decodeGrid, encodeGrid } from '../../../hw/vestaboard/grid-json.ts';
import { someGrid } from '../rig.ts';

const test = suite('grids as JSON');

for (const [rows, cols] of [
  [6, 22],
  [3, 15],
  [1, 1],
  [24, 120],
  [96, 128],
] as const) {
  test(`${rows}x${cols} is written as nested rows`, () => {
    const grid = someGrid(rows, cols, rows);
    assert.is(encodeGrid(grid), JSON.stringify(gridToRows(grid)));
  });
}

const ROWS = [
  [0, 1, 71],
  [70, 62, 36],
];
const read = (value: unknown) => decodeGrid(value, 2, 3);

test('rows are read', () =>
  assert.equal(read(ROWS), { grid: { rows: 2, cols: 3, codes: Uint8Array.of(0, 1, 71, 70, 62, 36) } }));
test('rows as JSON text are read', () => assert.equal(read(JSON.stringify(ROWS)), read(ROWS)));
for (const nothing of [null, undefined, '', 'null'])
  test(`${JSON.stringify(nothing)} has nothing to tell`, () => assert.equal(read(nothing), { grid: null }));

const FAULTS: readonly (readonly [unknown, RegExp])[] = [
  [
    [
      [0, 1],
      [2, 3],
    ],
    /has 2 rows x 2 columns, but is set up here with 2 rows x 3 columns/,
  ],
  [[], /has 0 rows x 0 columns/],
  [[[], []], /has 2 rows x 0 columns/],
  [[[0, 1, 2]], /has 1 rows x 3 columns/],
  [
    [
      [0, 1, 2],
      [3, 4],
    ],
    /rows of different lengths/,
  ],
  [
    [
      [0, 1, 72],
      [0, 0, 0],
    ],
    /codes/,
  ],
  [
    [
      [0, 1, -1],
      [0, 0, 0],
    ],
    /codes/,
  ],
  [
    [
      [0, 1, 1.5],
      [0, 0, 0],
    ],
    /codes/,
  ],
  [
    [
      [0, 1, true],
      [0, 0, 0],
    ],
    /codes/,
  ],
  [
    [
      [0, 1, '1'],
      [0, 0, 0],
    ],
    /codes/,
  ],
  [
    [
      [0, 1, null],
      [0, 0, 0],
    ],
    /codes/,
  ],
  [{ rows: 2 }, /not a grid/],
  [5, /not a grid/],
  [true, /not a grid/],
  [[1, 2, 3], /not a grid/],
  ['no json', /not a grid/],
  ['"\\"[[1]]\\""', /not a grid/],
];
for (const [value, fault] of FAULTS) {
  test(`${JSON.stringify(value)} is no grid`, () => {
    const decoded = read(value);
    assert.match('fault' in decoded ? decoded.fault : '', fault);
  });
}

test('a blank grid is a grid', () =>
  assert.equal(decodeGrid(gridToRows(createGrid(6, 22)), 6, 22), { grid: createGrid(6, 22) }));

test.run();
