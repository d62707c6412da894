import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mapModules, nameModule } from '../../../hw/panel/module-map.ts';
import type { MappedModule } from '../../../src/core/flaps/module-layout.ts';

const test = suite('module map');

const bounds = (rows: number, cols: number, highestAddress = 254) => ({ rows, cols, highestAddress });

/** The addresses of a grid, as rows; null where no module is. */
const picture = (modules: readonly MappedModule[], rows: number, cols: number) =>
  Array.from({ length: rows }, (_, row) =>
    Array.from(
      { length: cols },
      (__, col) => modules.find((one) => one.row === row && one.col === col)?.address ?? null,
    ),
  );

const LAYOUTS = [
  [
    'rows',
    2,
    3,
    0,
    [
      [0, 1, 2],
      [3, 4, 5],
    ],
  ],
  [
    'rows, from another address',
    2,
    3,
    10,
    [
      [10, 11, 12],
      [13, 14, 15],
    ],
  ],
  [
    'zigzag',
    3,
    3,
    0,
    [
      [0, 1, 2],
      [5, 4, 3],
      [6, 7, 8],
    ],
  ],
  [
    'zigzag, from another address',
    2,
    2,
    7,
    [
      [7, 8],
      [10, 9],
    ],
  ],
  // Seen from the front, a driver board has its odd modules in the upper row.
  [
    'dual_zigzag',
    2,
    3,
    0,
    [
      [1, 3, 5],
      [0, 2, 4],
    ],
  ],
  [
    'dual_zigzag, two pairs',
    4,
    3,
    0,
    [
      [1, 3, 5],
      [0, 2, 4],
      [10, 8, 6],
      [11, 9, 7],
    ],
  ],
  [
    'dual_zigzag, an odd last row',
    3,
    2,
    0,
    [
      [1, 3],
      [0, 2],
      [6, 4],
    ],
  ],
] as const;
for (const [name, rows, cols, first, wanted] of LAYOUTS) {
  test(`layout ${name}`, () => {
    const layout = name.split(',')[0] as 'rows' | 'zigzag' | 'dual_zigzag';
    assert.equal(picture(mapModules({ layout, first }, bounds(rows, cols)), rows, cols), wanted);
  });
}

for (const layout of ['rows', 'zigzag', 'dual_zigzag'] as const) {
  for (const [rows, cols] of [
    [3, 15],
    [6, 22],
    [4, 15],
    [5, 17],
  ] as const) {
    test(`layout ${layout} gives each cell of ${rows}x${cols} a module`, () => {
      const modules = mapModules({ layout, first: 0 }, bounds(rows, cols));
      assert.is(modules.length, rows * cols);
      assert.is(new Set(modules.map(({ row, col }) => row * cols + col)).size, rows * cols);
      assert.equal(
        modules.map(({ address }) => address),
        [...modules].map(({ address }) => address).sort((a, b) => a - b),
      );
    });
  }
}

test('a list maps a part of the grid, in order of addresses', () => {
  const modules = mapModules(
    [
      { row: 2, col: 14, address: 9 },
      { row: 0, col: 3, address: 4 },
    ],
    bounds(3, 15),
  );
  assert.equal(modules, [
    { row: 0, col: 3, address: 4 },
    { row: 2, col: 14, address: 9 },
  ]);
});

test('the highest address is one', () => {
  assert.is(mapModules([{ row: 0, col: 0, address: 254 }], bounds(3, 15)).length, 1);
  assert.is(mapModules({ layout: 'rows', first: 210 }, bounds(3, 15)).at(-1)?.address, 254);
});

const WRONG: readonly (readonly [string, Parameters<typeof mapModules>[0], RegExp])[] = [
  ['an empty list', [], /empty/],
  [
    'a row too many',
    [{ row: 3, col: 0, address: 0 }],
    /module 0 \(row 4, column 1\) outside the grid of 3 rows and 15 columns/,
  ],
  ['a column too many', [{ row: 0, col: 15, address: 2 }], /module 2 \(row 1, column 16\) outside/],
  ['an address too high', [{ row: 0, col: 0, address: 255 }], /from 0 to 254/],
  [
    'a layout that runs beyond the addresses',
    { layout: 'rows', first: 211 },
    /module 255 \(row 3, column 15\), but addresses go from 0 to 254/,
  ],
  [
    'an address twice',
    [
      { row: 0, col: 0, address: 5 },
      { row: 0, col: 1, address: 5 },
    ],
    /module 5 more than once/,
  ],
  [
    'a cell twice',
    [
      { row: 1, col: 1, address: 5 },
      { row: 1, col: 1, address: 6 },
    ],
    /row 2, column 2 to module 5 and to module 6/,
  ],
];
for (const [name, modules, sentence] of WRONG)
  test(`${name} is told in a sentence`, () => assert.throws(() => mapModules(modules, bounds(3, 15)), sentence));

test('modules are named for people who count from 1', () =>
  assert.is(nameModule({ row: 0, col: 5, address: 7 }), 'module 7 (row 1, column 6)'));

test.run();
