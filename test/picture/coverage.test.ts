import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Coverage, type Placing } from '../../src/picture/coverage.ts';

const test = suite('picture/coverage');

const SAME: Placing = { dx: 0, dy: 0, sx: 1, sy: 1 };
const SQUARE = 'm0 0l2 0l0 2l-2 0z';

const rowsOf = (path: string, placing: Placing, width: number, height: number): (number[] | null)[] => {
  const coverage = new Coverage(path, placing, width);
  return Array.from({ length: height }, (_, y) => {
    const row = coverage.row(y);
    return row && [...row].map((part) => Math.round(part * 1000) / 1000);
  });
};
const areaOf = (path: string, placing: Placing, size: number): number =>
  rowsOf(path, placing, size, size)
    .flatMap((row) => row ?? [])
    .reduce((sum, part) => sum + part, 0);

const shapes: [what: string, path: string, placing: Placing, rows: (number[] | null)[]][] = [
  ['a square on whole pixels', SQUARE, { ...SAME, dx: 1, dy: 1 }, [null, [0, 1, 1, 0], [0, 1, 1, 0], null]],
  [
    'a square that begins within a pixel',
    SQUARE,
    { ...SAME, dx: 0.25, dy: 0.5 },
    [[0.375, 0.5, 0.125, 0], [0.75, 1, 0.25, 0], [0.375, 0.5, 0.125, 0], null],
  ],
  ['a square drawn the other way round', 'm0 0l0 2l2 0l0-2z', SAME, [[1, 1, 0, 0], [1, 1, 0, 0], null, null]],
  ['a scaled square', SQUARE, { ...SAME, sx: 1.5, sy: 0.5 }, [[1, 1, 1, 0], null, null, null]],
  ['a square that grows upwards', SQUARE, { ...SAME, dy: 3, sy: -1 }, [null, [1, 1, 0, 0], [1, 1, 0, 0], null]],
  ['a square beyond the left edge', SQUARE, { ...SAME, dx: -1.5 }, [[0.5, 0, 0, 0], [0.5, 0, 0, 0], null, null]],
  ['a square beyond the right edge', SQUARE, { ...SAME, dx: 3.5 }, [[0, 0, 0, 0.5], [0, 0, 0, 0.5], null, null]],
  ['squares that overlap count once', `${SQUARE}m1 0l2 0l0 2l-2 0z`, SAME, [[1, 1, 1, 0], [1, 1, 1, 0], null, null]],
  [
    'a path within another, drawn the other way, is a hole',
    'm0 0l4 0l0 3l-4 0zm1 1l0 1l2 0l0-1z',
    SAME,
    [[1, 1, 1, 1], [1, 0, 0, 1], [1, 1, 1, 1], null],
  ],
  [
    'two shapes in one row, the right one first',
    'm3 0l1 0l0 1l-1 0zm-3 0l1 0l0 1l-1 0z',
    SAME,
    [[1, 0, 0, 1], null, null, null],
  ],
  ['decimals', 'm0.5 0l1.5 0l0 1l-1.5 0z', SAME, [[0.5, 1, 0, 0], null, null, null]],
];
for (const [what, path, placing, rows] of shapes)
  test(what, () => {
    assert.equal(rowsOf(path, placing, 4, 4), rows);
  });

test('a slope is exact along a row', () => {
  const [first, second] = rowsOf('m0 0l4 2l-4 0z', SAME, 4, 2);
  // The four lines of the first row are crossed at 0.25, 0.75, 1.25 and 1.75.
  assert.equal(first, [0.75, 0.25, 0, 0]);
  assert.equal(second, [1, 1, 0.75, 0.25]);
});

test('a line is inside from its first half on, and no longer below the end', () => {
  const [first, second] = rowsOf('m0 0.125l1 0l0 1l-1 0z', SAME, 1, 2);
  assert.equal([first, second], [[1], [0]]);
  const [third, fourth] = rowsOf('m0 0.126l1 0l0 1l-1 0z', SAME, 1, 2);
  assert.equal([third, fourth], [[0.75], [0.25]]);
});

test('a curve bulges towards its control point', () => {
  // A quarter of a bow: the area between the curve and its chord is two thirds of the triangle.
  const area = areaOf('m0 0l8 0q0 8-8 8z', SAME, 8);
  assert.ok(Math.abs(area - (32 + (2 / 3) * 32)) < 0.8, `${area}`);
  const hollow = areaOf('m0 0l8 0q-8 0-8 8z', SAME, 8);
  assert.ok(Math.abs(hollow - (32 - (2 / 3) * 32)) < 0.8, `${hollow}`);
  const scaled = areaOf('m0 0l8 0q0 8-8 8z', { dx: 1, dy: 2, sx: 0.5, sy: 0.75 }, 16);
  assert.ok(Math.abs(scaled - area * 0.5 * 0.75) < 0.4, `${scaled}`);
});

test('a row is good until the next one is asked for, and begins empty', () => {
  const coverage = new Coverage(SQUARE, SAME, 2);
  assert.equal([...(coverage.row(0) ?? [])], [1, 1]);
  assert.equal([...(coverage.row(0) ?? [])], [1, 1]);
  assert.is(coverage.row(2), null);
  assert.is(coverage.row(-1), null);
});

test.run();
