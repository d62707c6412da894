import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as v from 'valibot';
import { gpioSteppers } from '../../../../hw/panel/gpio-steppers/description.ts';
import { systemClock } from '../../../../src/platform/clock.ts';
import { firstCells, panelOf } from '../rig.ts';

const test = suite('hw/panel/gpio-steppers');

const pins = (count: number) => Array.from({ length: count }, (_, at) => at);
const make = (given: number[] | null, cols = 1) =>
  gpioSteppers.create(
    { rows: 1, cols, panel: panelOf('gpio-steppers', { connection: { pins: given }, modules: firstCells(cols) }) },
    { clock: systemClock },
  );

for (const [title, given, cols, sentence] of [
  ['no pins', null, 1, 'The panel needs its pins: five for each module, four coils and a sensor.'],
  [
    'pins left out',
    pins(8),
    1,
    'Module 1 has only 3 pins: every module needs five, four for its coils and one for its sensor.',
  ],
  [
    'a pin for two modules',
    [...pins(9), 4],
    2,
    'GPIO 4 is given to module 0 and to module 1: every wire needs a pin of its own.',
  ],
  ['a pin twice', [1, 2, 3, 2, 5], 1, 'GPIO 2 is given to module 0 twice: every wire needs a pin of its own.'],
  [
    'more modules on the map than pins',
    pins(5),
    2,
    'The map names module 1 (row 1, column 2), but addresses go from 0 to 0: the list ("pins") has only 5 pins, ' +
      'and the wires of this one would be its numbers 6 to 10.',
  ],
  ['nine modules', pins(45), 1, 'Pins can drive at most 8 modules: use shift registers for more.'],
] as const)
  test(`${title}: a sentence`, () => {
    const problem = (() => {
      try {
        return make(given && [...given], cols).kind;
      } catch (error) {
        return error instanceof Error ? error.message : '';
      }
    })();
    assert.is(problem, sentence);
  });

for (const [given, isTaken] of [
  [pins(40), true],
  [[...pins(40), 40], false],
  [[0, 1, 2, 3, 53], true],
  [[0, 1, 2, 3, 54], false],
] as const)
  test(`${given.length} pins up to ${given.at(-1)} are ${isTaken ? 'taken' : 'refused'} by settings`, () =>
    assert.is(v.is(gpioSteppers.connection.pins, [...given]), isTaken));

test('five pins for each module are enough', () => assert.is(make(pins(10), 2).kind, 'gpio-steppers'));

test.run();
