import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGrid, gridFromRows, gridToRows, gridsEqual, type Grid } from '../../../src/core/flaps/grid.ts';
import { createRandom } from '../../../src/core/random.ts';
import { stepsOf } from '../../../src/core/transition/steps.ts';

const test = suite('transition steps');

/** A grid drawn with letters; `.` is blank. */
const draw = (...lines: string[]): Grid =>
  gridFromRows(
    lines.map((line) => [...line].map((char) => (char === '.' ? 0 : char.charCodeAt(0) - 64))),
    lines.length,
    lines[0]?.length ?? 0,
  );
const text = (grid: Grid): string =>
  gridToRows(grid)
    .map((row) => row.map((code) => (code === 0 ? '.' : String.fromCharCode(code + 64))).join(''))
    .join('/');

const A = draw('AAAA', 'AAAA', 'AAAA');
const B = draw('BBBB', 'BBBB', 'BBBB');

const TABLE: [strategy: string | null, step: number, frames: string[]][] = [
  [null, 1, ['BBBB/BBBB/BBBB']],
  ['instant', 1, ['BBBB/BBBB/BBBB']],
  ['plugin:typewriter', 1, ['BBBB/BBBB/BBBB']],
  ['column', 1, ['BAAA/BAAA/BAAA', 'BBAA/BBAA/BBAA', 'BBBA/BBBA/BBBA', 'BBBB/BBBB/BBBB']],
  ['column', 2, ['BBAA/BBAA/BBAA', 'BBBB/BBBB/BBBB']],
  ['column', 3, ['BBBA/BBBA/BBBA', 'BBBB/BBBB/BBBB']],
  ['column', 99, ['BBBB/BBBB/BBBB']],
  ['column', 0, ['BAAA/BAAA/BAAA', 'BBAA/BBAA/BBAA', 'BBBA/BBBA/BBBA', 'BBBB/BBBB/BBBB']],
  ['reverse-column', 1, ['AAAB/AAAB/AAAB', 'AABB/AABB/AABB', 'ABBB/ABBB/ABBB', 'BBBB/BBBB/BBBB']],
  ['reverse-column', 3, ['ABBB/ABBB/ABBB', 'BBBB/BBBB/BBBB']],
  ['edges-to-center', 1, ['BAAB/BAAB/BAAB', 'BBBB/BBBB/BBBB']],
  ['row', 1, ['BBBB/AAAA/AAAA', 'BBBB/BBBB/AAAA', 'BBBB/BBBB/BBBB']],
  ['row', 2, ['BBBB/BBBB/AAAA', 'BBBB/BBBB/BBBB']],
  [
    'diagonal',
    1,
    ['BAAA/AAAA/AAAA', 'BBAA/BAAA/AAAA', 'BBBA/BBAA/BAAA', 'BBBB/BBBA/BBAA', 'BBBB/BBBB/BBBA', 'BBBB/BBBB/BBBB'],
  ],
  ['diagonal', 4, ['BBBB/BBBA/BBAA', 'BBBB/BBBB/BBBB']],
  ['wipe', 1, ['.AAA/.AAA/.AAA', 'B.AA/B.AA/B.AA', 'BB.A/BB.A/BB.A', 'BBB./BBB./BBB.', 'BBBB/BBBB/BBBB']],
  ['wipe', 2, ['B.AA/B.AA/B.AA', 'BBB./BBB./BBB.', 'BBBB/BBBB/BBBB']],
];
for (const [strategy, step, frames] of TABLE) {
  test(`${strategy}, step size ${step}`, () => assert.equal([...stepsOf(strategy, A, B, step)].map(text), frames));
}

test('an odd number of columns meets in the middle', () => {
  assert.equal([...stepsOf('edges-to-center', draw('AAAAA'), draw('BBBBB'))].map(text), ['BAAAB', 'BBABB', 'BBBBB']);
});
test('steps that change nothing are left out', () => {
  assert.equal([...stepsOf('column', draw('ABCD'), draw('ABXD'))].map(text), ['ABXD']);
  assert.equal([...stepsOf('column', draw('ABCD'), draw('XBCY'))].map(text), ['XBCD', 'XBCY']);
});
test('the step size defaults to one', () => assert.is([...stepsOf('column', A, B)].length, 4));

for (const strategy of ['column', 'reverse-column', 'edges-to-center', 'row', 'diagonal', 'random', 'wipe', null]) {
  test(`${strategy}: nothing to do is one frame`, () =>
    assert.equal([...stepsOf(strategy, A, A)].map(text), [text(A)]));
  test(`${strategy}: every size ends at the target, step by step, without touching what it was given`, () => {
    const random = createRandom(5);
    for (const [rows, cols] of [
      [1, 1],
      [1, 7],
      [6, 22],
      [3, 15],
      [9, 4],
      [12, 1],
    ] as const) {
      for (const step of [1, 2, 5, 1000]) {
        const from = createGrid(rows, cols);
        const to = createGrid(rows, cols);
        for (let cell = 0; cell < rows * cols; cell++) {
          from.codes[cell] = Math.floor(random() * 40);
          to.codes[cell] = random() < 0.3 ? (from.codes[cell] ?? 0) : Math.floor(random() * 40);
        }
        const before = text(from);
        const frames = [...stepsOf(strategy, from, to, step)];
        assert.ok(gridsEqual(frames.at(-1) ?? from, to));
        assert.is(text(from), before);
        frames.slice(1).forEach((frame, index) => assert.not(gridsEqual(frame, frames[index] ?? frame)));
        assert.is(new Set(frames).size, frames.length);
      }
    }
  });
  test(`${strategy}: from a grid of another size`, () => {
    const frames = [...stepsOf(strategy, draw('AA'), B, 2)];
    for (const frame of frames) assert.equal([frame.rows, frame.cols], [3, 4]);
    assert.is(text(frames.at(-1) ?? A), text(B));
  });
}

test('random shows one new cell more at each step, none twice', () => {
  const frames = [...stepsOf('random', A, B)];
  assert.is(frames.length, 12);
  frames.forEach((frame, index) => assert.is(frame.codes.filter((code) => code === 2).length, index + 1));
});
test('random by five cells', () => {
  assert.equal(
    [...stepsOf('random', A, B, 5)].map((frame) => frame.codes.filter((code) => code === 2).length),
    [5, 10, 12],
  );
});
test('random has one order for a seed', () => {
  const frames = (seed?: number) => [...stepsOf('random', A, B, 1, seed)].map(text).join();
  assert.is(frames(1), frames(1));
  assert.is.not(frames(1), frames(2));
  assert.is(frames(), frames());
});
test('random has another order for another target', () => {
  const order = (to: Grid) =>
    [...stepsOf('random', createGrid(6, 22), to)].map((frame) => frame.codes.findIndex((code) => code !== 0)).join();
  assert.is.not(order(createGrid(6, 22, 5)), order(createGrid(6, 22, 6)));
});

test.run();
