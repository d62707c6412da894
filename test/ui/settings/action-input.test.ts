import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inputsOf, readInput } from '../../../ui/settings/boards/hardware/action-input.ts';

const test = suite('ui/settings/boards/action-input');

test('the inputs of a command stand between quotes in its summary, each once', () => {
  assert.equal(inputsOf('Moves by "steps". All of them unless "modules" lists addresses; "steps" may be negative.'), [
    'steps',
    'modules',
  ]);
  assert.equal(inputsOf('Looks for modules.'), []);
});

test('whole numbers are numbers, lists of addresses are lists, and the rest is text', () => {
  assert.equal(
    readInput({ steps: ' -4 ', modules: '1, 2 5', serial: '0012', flaps: '123', way: 'left', empty: '  ' }),
    { steps: -4, modules: [1, 2, 5], serial: '0012', flaps: '123', way: 'left' },
  );
});

test.run();
