import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { layOutModules, type ModuleLayout } from '../../src/core/flaps/module-layout.ts';

const test = suite('modules of a wall');

/** The addresses of the modules where they lie on a wall, row by row. */
const drawn = (layout: ModuleLayout, first: number, rows: number, cols: number): (number | undefined)[][] => {
  const modules = layOutModules(layout, first, { rows, cols });
  assert.is(modules.length, rows * cols);
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: cols }, (_cell, col) => modules.find((one) => one.row === row && one.col === col)?.address),
  );
};

const WALLS: [layout: ModuleLayout, first: number, addresses: number[][]][] = [
  [
    'rows',
    1,
    [
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ],
  ],
  [
    'zigzag',
    0,
    [
      [0, 1, 2],
      [5, 4, 3],
      [6, 7, 8],
    ],
  ],
  [
    'dual_zigzag',
    10,
    [
      [11, 13, 15],
      [10, 12, 14],
      [20, 18, 16],
      [21, 19, 17],
    ],
  ],
  [
    'dual_zigzag',
    0,
    [
      [1, 3],
      [0, 2],
      [6, 4],
    ],
  ],
];
for (const [layout, first, addresses] of WALLS)
  test(`${layout} of ${addresses.length} rows from ${first} on`, () =>
    assert.equal(drawn(layout, first, addresses.length, addresses[0]?.length ?? 0), addresses));

test('addresses rise in the order of the modules', () => {
  for (const [layout, first, addresses] of WALLS) {
    const modules = layOutModules(layout, first, { rows: addresses.length, cols: addresses[0]?.length ?? 0 });
    const told = modules.map(({ address }) => address);
    assert.equal(
      told,
      [...told].sort((a, b) => a - b),
    );
  }
});

test.run();
