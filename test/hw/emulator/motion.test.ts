import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGrid, gridToRows } from '../../../src/core/flaps/grid.ts';
import { Display } from '../../../hw/emulator/vestaboard/display.ts';
import { countSteps, gridDuring } from '../../../hw/emulator/vestaboard/motion.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

const test = suite('emulator: motion');

const STEPS: readonly (readonly [string | null, number, number])[] = [
  [null, 1, 1],
  ['column', 1, 22],
  ['column', 2, 11],
  ['column', 3, 8],
  ['column', 22, 1],
  ['column', 99, 1],
  ['reverse-column', 1, 22],
  ['reverse-column', 5, 5],
  ['edges-to-center', 1, 11],
  ['edges-to-center', 2, 6],
  ['row', 1, 6],
  ['row', 4, 2],
  ['diagonal', 1, 27],
  ['diagonal', 2, 14],
  ['random', 1, 132],
  ['random', 10, 14],
];
for (const [strategy, stepSize, steps] of STEPS) {
  test(`${strategy} in steps of ${stepSize} takes ${steps} on a flagship`, () =>
    assert.is(countSteps({ strategy, stepSize, intervalMs: 1 }, 6, 22), steps));
}

const BLANK = createGrid(6, 22);
const ONES = createGrid(6, 22, 1);
const during = (strategy: string, steps: number) =>
  gridToRows(gridDuring({ strategy, stepSize: 1, intervalMs: 10 }, BLANK, ONES, steps * 10));
const FIRST: readonly (readonly [string, (row: number, col: number) => boolean])[] = [
  ['column', (_row, col) => col <= 1],
  ['reverse-column', (_row, col) => col >= 20],
  ['edges-to-center', (_row, col) => col <= 1 || col >= 20],
  ['row', (row) => row <= 1],
  ['diagonal', (row, col) => row + col <= 1],
];
for (const [strategy, moved] of FIRST) {
  test(`${strategy} after one interval`, () =>
    assert.equal(
      during(strategy, 1),
      gridToRows(BLANK).map((line, row) => line.map((_, col) => (moved(row, col) ? 1 : 0))),
    ));
}
test('random moves one cell at a time, and each once', () => {
  for (let step = 0; step < 132; step++)
    assert.is(
      during('random', step)
        .flat()
        .filter((code) => code === 1).length,
      step + 1,
    );
});
test('without an interval all is there at once', () =>
  assert.equal(gridDuring({ strategy: 'column', stepSize: 1, intervalMs: 0 }, BLANK, ONES, 0), ONES));

test('a display that is told something new on the way starts from where it stands', async () => {
  const clock = createFakeClock('2026-03-01T12:00:00Z');
  let changes = 0;
  const display = new Display(6, 22, clock, () => changes++);
  assert.is(display.written, false);
  display.show(ONES, { strategy: 'row', stepSize: 1, intervalMs: 100 });
  assert.is(display.movingMs, 500);
  await clock.advance(150);
  assert.equal(
    gridToRows(display.standing).map((line) => line[0]),
    [1, 1, 0, 0, 0, 0],
  );
  display.show(createGrid(6, 22, 2), { strategy: 'row', stepSize: 1, intervalMs: 100 });
  assert.equal(
    gridToRows(display.standing).map((line) => line[0]),
    [2, 1, 0, 0, 0, 0],
  );
  await clock.advance(1000);
  assert.is(display.movingMs, 0);
  assert.equal(display.standing, createGrid(6, 22, 2));
  assert.is(changes, 2);
});

test('a display that was never told anything rests since ever, and one that lost its power does so again', async () => {
  const clock = createFakeClock('2026-03-01T12:00:00Z');
  let changes = 0;
  const display = new Display(6, 22, clock, () => changes++);
  assert.is(display.restingMs, Number.POSITIVE_INFINITY);
  display.show(ONES, { strategy: 'row', stepSize: 1, intervalMs: 100 });
  await clock.advance(150);
  assert.equal([display.restingMs, display.movingMs, display.written], [150, 350, true]);
  display.forget();
  assert.equal([display.restingMs, display.movingMs, display.written], [Number.POSITIVE_INFINITY, 0, false]);
  assert.equal([display.target, display.standing, changes], [BLANK, BLANK, 2]);
});

test.run();
