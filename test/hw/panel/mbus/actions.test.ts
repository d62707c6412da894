import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { busActions } from '../../../../hw/panel/mbus/actions.ts';
import { BUS_TIMES } from '../../../../hw/panel/mbus/times.ts';
import { Wall } from '../../../../hw/panel/wall.ts';
import { never } from '../../rig.ts';
import { firstCells, panelOf } from '../rig.ts';
import { openTalk } from './talk.ts';

/** How long each command waits for the answer of a module, and what becomes of answers of modules. */
const test = suite('commands of the m bus');

const SERIAL = 'A3F24C0018E7D29B3F01';

const rig = async (answer?: (frame: string) => string | null) => {
  const made = await openTalk(answer ? { answer } : {});
  const moved: number[] = [];
  const strayed: number[] = [];
  const panel = panelOf('mbus', { modules: firstCells(3) });
  const actions = busActions({
    clock: made.clock,
    wall: new Wall({ rows: 3, cols: 15, panel, highestAddress: 254, defaultFlaps: ' AB' }),
    talk: made.talk,
    times: BUS_TIMES,
    unprovisioned: new Set([SERIAL]),
    connect: () => Promise.resolve(),
    health: () => Promise.resolve(null),
    moved: (modules) => void moved.push(...modules),
    strayed: (modules) => void strayed.push(...modules),
    show: () => Promise.resolve(),
  });
  const act = (name: string, input: Record<string, unknown>) =>
    actions[name]?.run(input, never()) ?? Promise.reject(new Error(`no ${name}`));
  return { ...made, moved, strayed, act };
};

/** A command, its input, how long its answer may take in ms, and the modules that it sets in motion. */
const PATIENCE: readonly (readonly [string, Record<string, unknown>, number, readonly number[]])[] = [
  ['assign', { serial: SERIAL, module: 2 }, 500, []],
  ['describe', { module: 2 }, 1000, []],
  ['calibrate', { module: 2 }, 20_250, [2]],
  ['sensor_test', { module: 2 }, 15_250, [2]],
  ['detect_polarity', { module: 2 }, 15_250, [2]],
  ['motor_test', { module: 2 }, 35_000, [2]],
  ['motor_test', { module: 2, turns: 20 }, 110_000, [2]],
];
for (const [name, input, ms, departed] of PATIENCE)
  test(`the command ${name} ${JSON.stringify(input)} waits ${ms / 1000} s for its answer`, async () => {
    const { clock, act, moved, strayed } = await rig();
    let ended = -1;
    const problem = act(name, input)
      .then(String, (error: Error) => error.message)
      .finally(() => (ended = clock.monotonic()));
    await clock.advance(200_000);
    assert.match(await problem, /does not answer\.$/);
    assert.equal([ended, moved, strayed], [ms, departed, departed]);
  });

test('a search lists modules that say who they are, old ones without a number, and no damaged answer', async () => {
  const { clock, act, say } = await rig();
  const searching = act('scan', { from: 1, to: 9 });
  await clock.advance(100);
  for (const line of ['m01v:31:1:A3F24C0018E7D29B3F01', 'm05v:30:5', 'm06v:3x:6', 'm07Q:1:1:4984:1:0']) say(line);
  await clock.advance(5000);
  assert.equal(await searching, {
    modules: [
      { module: 1, firmware: 31, serial: SERIAL, mapped: true },
      { module: 5, firmware: 30, serial: null, mapped: false },
    ],
    unprovisioned: [SERIAL],
  });
});

const ANSWERS: readonly (readonly [string, string, Record<string, unknown>])[] = [
  ['sensor_test', 'm01T:1:0:0:0', { result: 'stuck', edges: 0, active_steps: 0, falling: 0 }],
  ['sensor_test', 'm01T:3:2:300:2', { result: 'several magnets', edges: 2, active_steps: 300, falling: 2 }],
  ['sensor_test', 'm01T:4:1:160:0', { result: 'inverted', edges: 1, active_steps: 160, falling: 0 }],
  ['sensor_test', 'm01T:9:1:160:0', { result: 'unknown', edges: 1, active_steps: 160, falling: 0 }],
  [
    'motor_test',
    'm01M:1:4000:4200:49',
    { result: 'inconsistent', least_steps: 4000, most_steps: 4200, spread_percent: 4.9 },
  ],
  ['motor_test', 'm01M:2:0:0', { result: 'no motion', least_steps: 0, most_steps: 0, spread_percent: 0 }],
  ['motor_test', 'm01M:7:0:0:0', { result: 'unknown', least_steps: 0, most_steps: 0, spread_percent: 0 }],
  ['detect_polarity', 'm01P:1:0', { found: false, level: 0 }],
  ['detect_polarity', 'm01P:0:0', { found: true, level: 0 }],
];
for (const [name, line, told] of ANSWERS)
  test(`the command ${name} tells what "${line}" means`, async () => {
    const { act } = await rig(() => line);
    assert.equal(await act(name, { module: 1 }), { module: 1, ...told });
  });

test('an id that another module, or another number, was given is no answer', async () => {
  const { act, clock, say } = await rig();
  let told: unknown = null;
  const assigned = act('assign', { serial: SERIAL, module: 7 }).then((answer) => (told = answer));
  await clock.advance(10);
  for (const line of [`mXack:${SERIAL.replace('A3', 'A4')}:7`, `mXack:${SERIAL}:8`]) say(line);
  await clock.advance(10);
  assert.is(told, null);
  say(`mXack:${SERIAL}:7`);
  assert.equal(await assigned, { serial: SERIAL, module: 7 });
});

test('a description that cannot be read is told as such', async () => {
  const { act } = await rig(() => 'm01A:nonsense');
  const problem = await act('describe', { module: 1 }).then(String, (error: Error) => error.message);
  assert.is(problem, 'The answer of module 1 cannot be read.');
});

test.run();
