import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { changesAll } from '../../../ui/settings/boards/hardware/action-input.ts';
import { isSweeping, requestsOf, stepsFor, toggled } from '../../../ui/settings/boards/hardware/calibration-plan.ts';

const test = suite('calibration on the picture of a wall');
const actions = (...list: readonly (readonly [string, string])[]) => list.map(([name, summary]) => ({ name, summary }));

test('the steps are those that the hardware knows, with nothing more to be filled in', () => {
  const chain = stepsFor(
    actions(
      ['home', 'All unless "modules".'],
      ['set_offset', 'All unless "modules".'],
      ['save_offsets', ''],
      ['diagnose', ''],
    ),
  );
  assert.equal(
    chain.map(({ action }) => action),
    ['home', 'set_offset', 'save_offsets'],
  );
  const units = stepsFor(
    actions(['set_offset', 'Stores "steps" of "modules".'], ['jog', 'Turns "modules" by "steps".']),
  );
  assert.equal(
    units.map(({ action, input }) => [action, input]),
    [
      ['jog', { steps: -4 }],
      ['jog', { steps: 4 }],
    ],
  );
});

test('modules on pins are nudged by quarters of a flap; what turns one place of the chain is no step', () => {
  const steps = stepsFor(
    actions(
      ['jog', 'Turns one "module" by "steps".'],
      ['nudge', 'Moves the home of "modules" by "quarters" of a flap.'],
      ['set_offset', 'All unless "modules".'],
    ),
  );
  assert.equal(
    steps.map(({ action, input, scope }) => [action, input, scope]),
    [...[-4, -1, 1, 4].map((quarters) => ['nudge', { quarters }, 'list']), ['set_offset', {}, 'list']],
  );
});

test('a step goes to the chosen modules: at once, one by one, or to the board', () => {
  const [home, nudge, , store] = stepsFor(
    actions(['home', '"modules"'], ['nudge', '"module" "value"'], ['save_offsets', '']),
  );
  assert.ok(home && nudge && store);
  assert.equal(requestsOf(home, [3, 4]), [{ action: 'home', input: { modules: [3, 4] } }]);
  assert.equal(requestsOf(nudge, [3, 4]), [
    { action: 'nudge', input: { value: -8, module: 3 } },
    { action: 'nudge', input: { value: -8, module: 4 } },
  ]);
  assert.equal(requestsOf(store, [3]), [{ action: 'save_offsets', input: {} }]);
  assert.equal(
    [isSweeping(home, [0, 1], 2), isSweeping(home, [0], 2), isSweeping(home, [0], 1), isSweeping(store, [0, 1], 2)],
    [true, false, false, false],
  );
});

test('every step has the button that says what it does', () => {
  const steps = stepsFor(
    actions(
      ...['blink', 'home', 'turn', 'offset_tenth', 'offset_half', 'set_offset'].map(
        (name) => [name, '"modules"'] as const,
      ),
      ['jog', '"modules" "steps"'],
      ['nudge', '"module" "value"'],
      ['nudge', '"modules" "quarters"'],
      ['calibrate', '"module"'],
      ['save_offsets', ''],
    ),
  );
  assert.equal(
    steps.map(({ text, action, scope, input }) => [text, action, scope, ...Object.entries(input).flat()].join(' ')),
    [
      'blink blink list',
      'home home list',
      'turn turn list',
      'forthLess offset_tenth list',
      'forthMore offset_half list',
      'backLess jog list steps -4',
      'forthLess jog list steps 4',
      'backLess nudge one value -8',
      'forthLess nudge one value 8',
      'backFlap nudge list quarters -4',
      'backQuarter nudge list quarters -1',
      'forthQuarter nudge list quarters 1',
      'forthFlap nudge list quarters 4',
      'measure calibrate one',
      'keep set_offset list',
      'store save_offsets board',
    ],
  );
  assert.equal(
    steps.filter((step) => !isSweeping(step, [0, 1], 2)).map(({ text }) => text),
    ['blink', 'store'],
  );
});

test('tapping chooses a module, and tapping again takes it back', () =>
  assert.equal([toggled([], 5), toggled([5, 6], 5)], [[5], [6]]));

for (const [action, typed, asks] of [
  ['home', {}, true],
  ['home', { modules: ' ' }, true],
  ['home', { modules: '3' }, false],
  ['diagnose', {}, false],
] as const) {
  test(`${action} with ${JSON.stringify(typed)} ${asks ? 'asks' : 'does not ask'} before`, () =>
    assert.is(changesAll(action, ['modules'], typed), asks));
}

test.run();
