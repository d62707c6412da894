import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  addressesByCell,
  doubleAddresses,
  freeAddress,
  modulesOf,
  withModule,
  within,
} from '../../../ui/settings/boards/hardware/module-plan.ts';

const test = suite('ui/settings/boards/module-plan');

const SIZE = { rows: 3, cols: 15 };

test('a common wiring gives every place an address', () => {
  const zigzag = addressesByCell(modulesOf({ layout: 'zigzag', first: 1 }, SIZE), SIZE);
  assert.equal([zigzag.size, zigzag.get(0), zigzag.get(14), zigzag.get(15), zigzag.get(29)], [45, 1, 15, 30, 16]);
});

test('a module is put at a place, takes the place of another, and is taken away', () => {
  const one = withModule([], { row: 1, col: 2 }, 7);
  assert.equal(one, [{ row: 1, col: 2, address: 7 }]);
  assert.equal(withModule(one, { row: 1, col: 2 }, 8), [{ row: 1, col: 2, address: 8 }]);
  assert.equal(withModule(one, { row: 1, col: 2 }, null), []);
  assert.is(withModule(one, { row: 2, col: 1 }, 8).length, 2);
});

test('the next free address skips those that are taken', () => {
  const modules = [0, 1, 3].map((address) => ({ row: 0, col: address, address }));
  assert.equal([freeAddress(modules, 0), freeAddress(modules, 3), freeAddress(modules, 9)], [2, 4, 9]);
});

test('addresses that stand twice are told once each', () => {
  assert.equal(doubleAddresses([4, 4, 4, 5, 6, 6].map((address, col) => ({ row: 0, col, address }))), [4, 6]);
});

test('modules beyond the edge of a wall that became smaller do not count', () => {
  const modules = [
    { row: 0, col: 0, address: 0 },
    { row: 3, col: 0, address: 1 },
    { row: 0, col: 15, address: 2 },
  ];
  assert.equal(within(modules, SIZE), [modules[0]]);
});

test.run();
