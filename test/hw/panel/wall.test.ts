import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGrid, gridFromRows, gridToRows } from '../../../src/core/flaps/grid.ts';
import { Wall } from '../../../hw/panel/wall.ts';
import { firstCells, panelOf } from './rig.ts';

const test = suite('wall');

const REEL = [' ', 'A', 'B', 'C', ':', 'red'];
const make = (change: Parameters<typeof panelOf>[1] = {}, rows = 3, cols = 15) =>
  new Wall({ rows, cols, panel: panelOf('mbus', change), highestAddress: 254, defaultFlaps: REEL });
const row = (...codes: number[]) => gridFromRows([codes], 3, 15);

test('a frame becomes flaps in the order of the modules', () => {
  const wall = make({
    modules: [
      { row: 0, col: 1, address: 0 },
      { row: 0, col: 0, address: 1 },
    ],
  });
  assert.equal(wall.aim(row(1, 2)).flaps, [2, 1]);
});

test('cells without a module are ignored, and read as blank', () => {
  const wall = make({ modules: firstCells(2) });
  const grid = row(1, 2, 3, 64);
  assert.equal(wall.aim(grid).substitutions, {});
  assert.equal(gridToRows(wall.gridFrom((module) => [1, 2][module] ?? null)), gridToRows(row(1, 2)));
});

test('what a smaller frame does not have is blank', () => {
  const wall = make();
  const { flaps } = wall.aim(gridFromRows([[1, 2], [3]], 2, 2));
  assert.equal(
    [flaps.slice(0, 3), flaps.slice(15, 17), flaps.slice(30, 32)],
    [
      [1, 2, 0],
      [3, 0],
      [0, 0],
    ],
  );
  assert.equal(gridToRows(wall.gridFrom(() => null)), gridToRows(gridFromRows([[1, 2], [3]], 3, 15)));
});

test('modules are told in the order of their addresses, and there is nothing behind the last', () => {
  const wall = make({
    modules: [
      { row: 0, col: 0, address: 9 },
      { row: 0, col: 1, address: 4 },
    ],
  });
  assert.equal(
    [0, 1, 2].map((module) => wall.addressOf(module)),
    [4, 9, 0],
  );
});

test('substitutions are those of the frame', () => {
  const wall = make();
  assert.equal(wall.aim(row(64, 1)).substitutions, { '{64}': '{63}' });
  assert.equal(wall.aim(row(1)).substitutions, {});
});

test('the very same frame is a repetition', () => {
  const wall = make();
  assert.not.ok(wall.aim(row(1)).repeated);
  assert.ok(wall.aim(row(1)).repeated);
  assert.not.ok(wall.aim(row(2)).repeated);
  wall.forget();
  assert.not.ok(wall.aim(row(2)).repeated);
});

test('a substitute reads as what was asked for', () => {
  const wall = make();
  const grid = row(64, 1);
  const { flaps } = wall.aim(grid);
  assert.equal(gridToRows(wall.gridFrom((module) => flaps[module] ?? null)), gridToRows(grid));
});

test('a module that shows something else reads as what it shows', () => {
  const wall = make();
  const { flaps } = wall.aim(row(1, 2));
  const read = wall.gridFrom((module) => (module === 1 ? 3 : (flaps[module] ?? null)));
  assert.equal([...read.codes.subarray(0, 3)], [1, 3, 0]);
});

test('a module on its way reads as what was asked for', () => {
  const wall = make();
  wall.aim(row(1, 2));
  assert.equal([...wall.gridFrom(() => null).codes.subarray(0, 3)], [1, 2, 0]);
});

test('before any frame it reads as what it shows', () => {
  assert.equal(
    [
      ...make()
        .gridFrom((module) => (module === 0 ? 5 : 0))
        .codes.subarray(0, 2),
    ],
    [63, 0],
  );
  assert.equal(
    make().gridFrom(() => null),
    createGrid(3, 15),
  );
});

test('a reel of the device replaces the default, not that of the owner', () => {
  const wall = make();
  wall.adopt(' BA');
  assert.is(wall.flaps.flapFor(1), 2);
  wall.adopt(null);
  assert.is(wall.flaps.flapFor(1), 1);
  const owned = make({ flaps: ' CBA' });
  owned.adopt(' BA');
  assert.ok(owned.hasOwnersFlaps);
  assert.is(owned.flaps.flapFor(1), 3);
});

test('the page of the self-test shows each flap, one further with each step', () => {
  const wall = make();
  assert.equal(wall.testFlaps(0).slice(0, 7), [0, 1, 2, 3, 4, 5, 0]);
  assert.equal(wall.testFlaps(1).slice(0, 7), [1, 2, 3, 4, 5, 0, 1]);
});

test('settings that cannot be used are told', () => {
  assert.throws(() => make({ modules: [] }), /empty/);
  assert.throws(() => make({ flaps: 'A' }), /2 to 255/);
});

test.run();
