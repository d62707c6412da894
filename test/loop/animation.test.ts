import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Step } from '../../src/board/frame-request.ts';
import { createGrid, type Grid } from '../../src/core/flaps/grid.ts';
import { Animation } from '../../src/loop/animation.ts';
import type { TransitionSettings } from '../../src/schema/appliance/settings.ts';
import { pageWith } from '../support/rules.ts';

const test = suite('loop/animation');

const SETTINGS = { strategy: 'row', step_interval_ms: 100, step_size: 3 } as TransitionSettings;
const [FROM, TO] = [createGrid(1, 2), createGrid(1, 2, 5)];

const rig = (settings = SETTINGS) => {
  const asked: [string, Grid, Grid][] = [];
  const steps: Step[] = [{ grid: TO, delay_ms: 0 }];
  const animation = new Animation(() => settings, {
    has: (id) => id === 'rain',
    revisionOf: (id) => `${id} of today`,
    frames: (id, from, to) => {
      asked.push([id, from, to]);
      return steps;
    },
  });
  return { animation, asked, steps };
};
const page = (fields: object) => pageWith('p', fields);

test('which strategies exist', () => {
  const { animation } = rig();
  const known = [
    'column',
    'reverse-column',
    'edges-to-center',
    'row',
    'diagonal',
    'random',
    'wipe',
    'instant',
    'plugin:rain',
  ];
  for (const strategy of known) assert.ok(animation.knows(strategy), strategy);
  for (const strategy of ['', 'rain', 'plugin:', 'plugin:snow', 'Row'])
    assert.not.ok(animation.knows(strategy), strategy);
});

test('each field is that of the message, else of the page, else of the install', () => {
  const { animation } = rig();
  const of = (...given: [object | null, object | null]) =>
    animation.of(given[0] && page(given[0]), given[1], TO).transition;
  assert.equal(of(null, null), { strategy: 'row', interval_ms: 100, step_size: 3 });
  const own = { transition_strategy: 'column', transition_interval_ms: 20, transition_step_size: 1 };
  assert.equal(of(own, null), { strategy: 'column', interval_ms: 20, step_size: 1 });
  assert.equal(of({ ...own, transition_strategy: null }, null), { strategy: 'row', interval_ms: 20, step_size: 1 });
  assert.equal(of(own, { interval_ms: 7 }), { strategy: 'column', interval_ms: 7, step_size: 1 });
  assert.equal(of(own, { strategy: null, interval_ms: 0, step_size: null }), {
    strategy: null,
    interval_ms: 0,
    step_size: null,
  });
});

test('a plugin draws the way; one that cannot be used leaves the frame without animation', () => {
  const { animation, asked, steps } = rig();
  const motion = animation.of(page({ transition_strategy: 'plugin:rain' }), null, TO);
  assert.equal(motion.transition, { strategy: null, interval_ms: 100, step_size: 3 });
  assert.is(motion.animate?.(FROM), steps);
  assert.equal(asked, [['rain', FROM, TO]]);
  const gone = animation.of(null, { strategy: 'plugin:snow' }, TO);
  assert.equal([gone.transition.strategy, gone.animate], [null, undefined]);
  assert.is(animation.of(null, null, TO).animate, undefined);
});

test('animations have names that tell them apart', () => {
  const { animation } = rig();
  assert.is(animation.nameOf(null, null), animation.nameOf(page({}), null));
  const names = new Set([
    animation.nameOf(null, null),
    animation.nameOf(null, { step_size: 9 }),
    animation.nameOf(null, { strategy: 'plugin:rain' }),
  ]);
  assert.is(names.size, 3);
  assert.match(animation.nameOf(null, { strategy: 'plugin:rain' }), /rain of today/);
  assert.not.match(animation.nameOf(null, null), /of today/);
});

test.run();
