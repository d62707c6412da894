import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { shiftSteppers } from '../../../../hw/panel/shift-steppers/description.ts';
import { systemClock } from '../../../../src/platform/clock.ts';
import { firstCells, panelOf } from '../rig.ts';

const test = suite('hw/panel/shift-steppers');

const make = (connection: object, cols = 6) =>
  shiftSteppers.create(
    { rows: 1, cols, panel: panelOf('shift-steppers', { connection, modules: firstCells(cols) }) },
    { clock: systemClock },
  );
const PINS = { data_pin: 1, clock_pin: 2, latch_pin: 3, read_pin: 4 };

for (const [title, connection, sentence] of [
  ['no length', {}, 'The panel needs the number of modules on its chain.'],
  [
    'a chain shorter than the map',
    { chain: 5 },
    'The map names module 5 (row 1, column 6), but addresses go from 0 to 4: the chain has only 5 modules ("chain"), ' +
      'and this one would be wired to motor 6 of board 1 and sensor 6 of board 1.',
  ],
  [
    'a plain chain shorter than the map',
    { chain: 1, layout: 'plain' },
    'The map names module 1 (row 1, column 2), but addresses go from 0 to 0: the chain has only 1 module ("chain"), ' +
      'and this one would be wired to outputs 4 to 7 of the 1st output register and input 1 of the 1st input register.',
  ],
  [
    'another device',
    { chain: 6, device: '/dev/ttyUSB0' },
    'The SPI device of the chain has to be a path that ends in ".0", such as /dev/spidev0.0.',
  ],
  [
    'a pin too few',
    { chain: 6, data_pin: 1, clock_pin: 2, read_pin: 4 },
    'A chain on plain pins needs four of them: the pin of the latch is missing.',
  ],
  [
    'a pin twice',
    { chain: 6, ...PINS, read_pin: 2 },
    'GPIO 2 is given to the chain twice: every wire needs a pin of its own.',
  ],
] as const)
  test(`${title}: a sentence`, () => {
    const problem = (() => {
      try {
        return make(connection).kind;
      } catch (error) {
        return error instanceof Error ? error.message : '';
      }
    })();
    assert.is(problem, sentence);
  });

test('a chain behind SPI, on another one, and on plain pins', () => {
  for (const connection of [
    { chain: 6 },
    { chain: 7, device: '/dev/spidev1.0' },
    { chain: 6, layout: 'plain', ...PINS },
  ])
    assert.is(make(connection).kind, 'shift-steppers');
});

test.run();
