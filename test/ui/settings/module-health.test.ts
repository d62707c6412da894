import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  modulesMoving,
  nudgesFrom,
  quartersBetween,
  readHealth,
  reversalsOf,
  type ModuleHealth,
} from '../../../ui/settings/boards/hardware/module-health.ts';

const test = suite('ui/settings/boards/module-health');

const module = (address: number, change: Partial<ModuleHealth> = {}): ModuleHealth => ({
  address,
  row: 0,
  col: address,
  state: 'ok',
  position: 0,
  missed_homes: 0,
  unexpected_homes: 0,
  offset: 0,
  reversed: false,
  sensor: 'far',
  ...change,
});

test('the way from the flap that is seen to the one that should be is the shorter one', () => {
  const ways = [
    [0, 0],
    [3, 0],
    [0, 3],
    [39, 0],
    [0, 39],
    [20, 0],
  ].map(([from = 0, to = 0]) => quartersBetween(from, to, 40));
  assert.equal(ways, [0, -12, 12, 4, -4, 80]);
});

test('modules with the same way to go are nudged together, and those that stand right are left alone', () => {
  const modules = [
    module(0),
    module(1, { position: 2 }),
    module(2),
    module(3, { position: 5 }),
    module(4, { position: null }),
  ];
  assert.equal(nudgesFrom(2, modules, 40), [
    { modules: [0, 2, 4], quarters: -8 },
    { modules: [3], quarters: 12 },
  ]);
});

test('a nudge is no longer than the hardware takes', () =>
  assert.equal(nudgesFrom(128, [module(0)], 256), [{ modules: [0], quarters: 200 }]));

test('each module turns the other way than before', () =>
  assert.equal(reversalsOf([module(0), module(1, { reversed: true }), module(2)]), [
    { modules: [0, 2], reversed: true },
    { modules: [1], reversed: false },
  ]));

test('only hardware that counts its homes tells how its modules do', () => {
  assert.is(readHealth({ modules: [{ address: 0, state: 'ok' }] }), null);
  assert.is(readHealth({}), null);
  const health = readHealth({ modules: [module(0, { state: 'homing' }), module(1)], faults: ['A wire is loose.', 5] });
  assert.ok(health);
  assert.equal(health.faults, ['A wire is loose.']);
  assert.is(modulesMoving(health), 1);
  assert.is(modulesMoving({ modules: [module(0, { moving: true }), module(1, { moving: false })], faults: [] }), 1);
});

test.run();
