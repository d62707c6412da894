import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DeviceMemory } from '../../../hw/panel/description.ts';
import type { StepperWall } from '../../../hw/steppers/stepper-wall.ts';
import { INSTANT, UnusableInput } from '../../../src/board/driver.ts';
import { gridFromRows, gridToRows } from '../../../src/core/flaps/grid.ts';
import type { Clock } from '../../../src/platform/clock.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { until } from '../../support/until.ts';
import { stepperRig, type StepperRig, type StepperRigOptions } from './rig.ts';

const test = suite('hw/steppers/stepper-wall');

let awake: NodeJS.Timeout;
test.before(() => void (awake = setInterval(() => undefined, 60_000)));
test.after(() => clearInterval(awake));

const never = (): AbortSignal => new AbortController().signal;
const show = (driver: StepperWall, codes: number[]) =>
  driver.write({ grid: gridFromRows([codes], 1, codes.length), transition: INSTANT }, never());
const act = (driver: StepperWall, name: string, input = {}) =>
  driver.actions[name]?.run(input, never()) ?? Promise.reject(new Error(`no action ${name}`));

/** Orders that were just sent may not have come to the coils yet: what stands still may be about to turn. */
const comesToShow = (rig: StepperRig, codes: readonly number[]) =>
  until(async () => String(await rig.shown()) === String(codes));

/** Waits until modules, by address, have made so many steps since they stood at those of `from`, and no more. */
const turnBy = async (rig: StepperRig, from: readonly number[], steps: readonly number[]): Promise<void> => {
  const turned = () => from.map((before, address) => rig.wall.get(address, 'steps') - before);
  await until(() => String(turned()) === String(steps));
  await rig.shown();
  assert.equal(turned(), steps);
};

interface Diagnosis {
  readonly modules: readonly Record<string, unknown>[];
  readonly faults: readonly string[];
}
const diagnose = async (driver: StepperWall): Promise<Diagnosis> => {
  const { modules, faults } = await act(driver, 'diagnose');
  return { modules: modules as Diagnosis['modules'], faults: faults as Diagnosis['faults'] };
};

const withWall = (title: string, options: StepperRigOptions, run: (rig: StepperRig) => Promise<void>) =>
  test(title, async () => {
    const rig = await stepperRig(options);
    try {
      await run(rig);
    } finally {
      await rig.driver.stop();
    }
  });

/** The memory of a board; `saved` has all that was written, as it was. */
const memoryOf = (): DeviceMemory & { readonly saved: Record<string, unknown>[] } => {
  const saved: Record<string, unknown>[] = [];
  return {
    saved,
    load: () => saved.at(-1) ?? null,
    save: (value) => Promise.resolve(void saved.push(structuredClone(value))),
  };
};

withWall('finds all homes at the start, and has neither thread nor timer once all is at rest', {}, async (rig) => {
  await rig.driver.start();
  await until(async () => (await diagnose(rig.driver)).modules.every(({ state }) => state === 'ok'));
  await until(() => !process.getActiveResourcesInfo().includes('MessagePort'));
  const { modules, faults } = await diagnose(rig.driver);
  assert.equal(faults, []);
  assert.equal(modules[2], {
    row: 0,
    col: 2,
    address: 2,
    state: 'ok',
    moving: false,
    position: 0,
    steps: 0,
    missed_homes: 0,
    unexpected_homes: 0,
    offset: 0,
    reversed: false,
    sensor: 'near',
  });
});

withWall('what is shown already is not sent again', { size: { rows: 1, cols: 2 } }, async (rig) => {
  await rig.driver.start();
  assert.is((await show(rig.driver, [3, 4])).status, 'sent');
  await comesToShow(rig, [3, 4]);
  await until(async () => (await show(rig.driver, [3, 4])).status === 'unchanged');
});

withWall('a module without a sensor is named with its wire and left alone; the rest goes on', {}, async (rig) => {
  rig.wall.setFault(4, { sensor: 'dead' });
  rig.wall.setFault(1, { sensor: 'stuck' });
  await rig.driver.start();
  assert.is((await show(rig.driver, [1, 2, 3, 4, 5, 6])).status, 'sent');
  await until(async () => (await diagnose(rig.driver)).faults.length === 2);
  const shown = (await rig.shown())[0] ?? [];
  assert.equal([shown[0], shown[2], shown[3], shown[5]], [1, 3, 4, 6]);
  const { modules, faults } = await diagnose(rig.driver);
  assert.is(modules[4]?.['state'], 'sensor_silent');
  assert.match(
    faults[1] ?? '',
    /^Module 4 \(row 1, column 5\) never saw its magnet: check the sensor's wire at sensor 5 of board 1,/,
  );
  assert.match(faults[0] ?? '', /^Module 1 \(row 1, column 2\) sees its magnet all the time: /);
  const reading = await rig.driver.read(never());
  assert.is(reading.status, 'failed');
  if (reading.status === 'failed') assert.match(reading.reason, /Module 1 .*Module 4 /);
  const steps = rig.wall.get(4, 'steps');
  assert.is((await show(rig.driver, [7, 7, 7, 7, 7, 7])).status, 'sent');
  await rig.shown();
  assert.is(rig.wall.get(4, 'steps'), steps);
  rig.wall.setFault(4, { sensor: 'none' });
  rig.wall.setFault(1, { sensor: 'none' });
  await act(rig.driver, 'home', { modules: [1, 4] });
  await until(async () => (await diagnose(rig.driver)).modules.every(({ state }) => state === 'ok'));
});

const SLOW = { motion: { max_speed: 200, acceleration: 400 }, size: { rows: 1, cols: 2 } } as const;

withWall(
  'a halt stops modules where they are; they know where, and their content is asked for again',
  SLOW,
  async (rig) => {
    let restarts = 0;
    rig.driver.listen({ onRestart: () => void restarts++ });
    await rig.driver.start();
    await show(rig.driver, [20, 30]);
    await until(async () => (await diagnose(rig.driver)).modules.every(({ state }) => state === 'ok'));
    const before = (await diagnose(rig.driver)).modules.map(({ steps }) => Number(steps));
    rig.driver.halt();
    assert.is(restarts, 1);
    await rig.shown();
    const { modules } = await diagnose(rig.driver);
    modules.forEach(({ state, steps, moving }, at) => {
      assert.equal([state, moving], ['ok', false]);

      // A way of twenty flaps has a hundred steps; the question itself may have taken some on a busy machine.
      assert.ok(Number(steps) - (before[at] ?? 0) < 60);
    });
    assert.is((await show(rig.driver, [20, 30])).status, 'sent');
    await comesToShow(rig, [20, 30]);
  },
);

withWall(
  'where one may turn at a time the next sets out when a module says that it is at rest',
  // No time passes here, so that nothing is taken to be at rest by its estimate.
  {
    size: SLOW.size,
    motion: { max_speed: 600, acceleration: 4000 },
    panel: { max_moving: 1 },
    clock: createFakeClock('2026-01-01T00:00:00Z'),
  },
  async (rig) => {
    const moving = async () => (await diagnose(rig.driver)).modules.map((module) => module['moving']);
    const seen = new Set<string>();
    const isShown = async (codes: number[]): Promise<boolean> => {
      seen.add(String(await moving()));
      const { modules } = await diagnose(rig.driver);
      return modules.every(
        ({ state, moving: turns, position }, at) => state === 'ok' && !turns && position === codes[at],
      );
    };
    await rig.driver.start();
    await until(() => isShown([0, 0]));
    assert.is((await show(rig.driver, [4, 12])).status, 'sent');
    await until(() => isShown([4, 12]));
    assert.is((await show(rig.driver, [3, 13])).status, 'sent');
    await until(() => isShown([3, 13]));
    assert.not.ok(seen.has('true,true'), [...seen].join(' '));
  },
);

test('places are kept over a restart in which nothing moved, and withdrawn before anything does', async () => {
  const memory = memoryOf();
  const rig = await stepperRig({ memory, size: { rows: 1, cols: 3 } });
  await rig.driver.start();
  await show(rig.driver, [5, 6, 7]);
  await rig.shown();
  await until(async () => (await diagnose(rig.driver)).modules.every(({ state, moving }) => state === 'ok' && !moving));
  assert.ok(!memory.saved.at(-1)?.['resting']);
  await rig.driver.stop();
  assert.ok(memory.saved.at(-1)?.['resting']);
  const steps = [0, 1, 2].map((address) => rig.wall.get(address, 'steps'));
  const next = rig.again();
  await next.start();
  const reading = await next.read(never());
  assert.equal(reading.status === 'read' && reading.grid && gridToRows(reading.grid), [[5, 6, 7]]);
  assert.equal(
    [0, 1, 2].map((address) => rig.wall.get(address, 'steps')),
    steps,
  );
  await show(next, [8, 6, 7]);
  assert.not.ok(memory.saved.at(-1)?.['resting']);
  await comesToShow(rig, [8, 6, 7]);
  assert.ok(rig.wall.get(0, 'steps') - (steps[0] ?? 0) < 40, 'it did not look for its home');
  assert.equal(
    [1, 2].map((address) => rig.wall.get(address, 'steps')),
    steps.slice(1),
  );
  await next.stop();
});

test('places are kept once all has been at rest for ten minutes, and by nobody after a stop', async () => {
  const memory = memoryOf();
  const clock = createFakeClock('2026-01-01T00:00:00Z');
  let isResting = false;
  const after: Clock['after'] = (ms, run) => {
    const cancel = clock.after(ms, run);
    if (ms !== 600_000) return cancel;
    isResting = true;
    return () => {
      isResting = false;
      cancel();
    };
  };
  const rig = await stepperRig({ memory, clock: { ...clock, after }, size: { rows: 1, cols: 1 } });
  await rig.driver.start();
  await until(async () => (await diagnose(rig.driver)).modules[0]?.['state'] === 'ok' && isResting);
  const saved = memory.saved.length;
  await clock.advance(599_999);
  assert.is(memory.saved.length, saved);
  await clock.advance(1);
  assert.ok(memory.saved.at(-1)?.['resting']);
  await show(rig.driver, [5]);
  assert.not.ok(memory.saved.at(-1)?.['resting']);
  await rig.driver.stop();
  const stopped = memory.saved.length;
  await clock.advance(600_000);
  assert.is(memory.saved.length, stopped);
});

test('places on other wires mean nothing', async () => {
  const memory = memoryOf();
  const rig = await stepperRig({ memory, size: { rows: 1, cols: 2 } });
  const isKnown = async (driver: StepperWall) =>
    (await diagnose(driver)).modules.every(({ state, moving }) => state === 'ok' && !moving);
  await rig.driver.start();
  await until(() => isKnown(rig.driver));
  await rig.driver.stop();
  assert.ok(memory.saved.at(-1)?.['resting']);
  const steps = [0, 1].map((address) => rig.wall.get(address, 'steps'));
  const other = rig.again('others');
  await other.start();
  await until(() => isKnown(other));
  await other.stop();
  for (const address of [0, 1])
    assert.ok(rig.wall.get(address, 'steps') > (steps[address] ?? 0), 'looked for its home');
});

test('offsets and directions are kept over a restart', async () => {
  const memory = memoryOf();
  const rig = await stepperRig({ memory, size: { rows: 1, cols: 2 }, each: [{ magnet: 51 }] });
  rig.wall.setFault(1, { reversed: true });
  await rig.driver.start();
  await until(async () => (await diagnose(rig.driver)).modules[0]?.['state'] === 'ok');
  await rig.shown();
  await act(rig.driver, 'reverse', { modules: [1], reversed: true });
  await act(rig.driver, 'nudge', { modules: [0], quarters: -40 });
  await act(rig.driver, 'home', { modules: [1] });
  await show(rig.driver, [12, 13]);
  await comesToShow(rig, [12, 13]);
  await rig.driver.stop();
  const next = rig.again();
  await next.start();
  await show(next, [1, 2]);
  await comesToShow(rig, [1, 2]);
  const { modules } = await diagnose(next);
  assert.equal([modules[0]?.['offset'], modules[1]?.['reversed']], [150, true]);
  // What is there already is asked for without an order to turn, which leaves the offsets of all modules alone.
  await show(next, [1, 2]);
  await show(next, [3, 4]);
  await comesToShow(rig, [3, 4]);
  await next.stop();
});

withWall('this is home: where a module stands becomes its first flap', { size: { rows: 1, cols: 1 } }, async (rig) => {
  await rig.driver.start();
  await show(rig.driver, [9]);
  await rig.shown();
  await until(async () => (await diagnose(rig.driver)).modules[0]?.['moving'] === false);
  await act(rig.driver, 'jog', { module: 0, steps: 5 });
  await rig.shown();
  await until(async () => (await diagnose(rig.driver)).modules[0]?.['moving'] === false);
  await act(rig.driver, 'set_offset', {});
  const [module] = (await diagnose(rig.driver)).modules;
  assert.equal([module?.['position'], module?.['offset']], [0, 50]);
  await show(rig.driver, [2]);
  await comesToShow(rig, [12]);
});

withWall('turning once ends where it began, and coils go off', { size: { rows: 1, cols: 1 } }, async (rig) => {
  await rig.driver.start();
  await show(rig.driver, [9]);
  await comesToShow(rig, [9]);
  const steps = rig.wall.get(0, 'steps');
  await act(rig.driver, 'turn', {});
  await turnBy(rig, [steps], [200]);
  await comesToShow(rig, [9]);
  assert.equal(await act(rig.driver, 'release', {}), { modules: [0] });
});

withWall(
  'with a full turn every reel turns once around, also where the same letter comes',
  { size: { rows: 1, cols: 2 }, motion: { full_turn: true } },
  async (rig) => {
    await rig.driver.start();
    assert.is(rig.driver.transitions, 'none');
    await show(rig.driver, [3, 4]);
    await comesToShow(rig, [3, 4]);
    const steps = [0, 1].map((address) => rig.wall.get(address, 'steps'));
    assert.is((await show(rig.driver, [3, 6])).status, 'sent');
    await turnBy(rig, steps, [200, 210]);
    await comesToShow(rig, [3, 6]);
    assert.is((await show(rig.driver, [3, 6])).status, 'sent');
    await turnBy(rig, steps, [400, 410]);
    await comesToShow(rig, [3, 6]);
    await act(rig.driver, 'nudge', { quarters: 4 });
    // Calibration turns no further than it has to.
    await turnBy(rig, steps.slice(0, 1), [405]);
  },
);

withWall(
  'without sensors a wall shows what it counts, says that it guesses, and is set by hand',
  { size: { rows: 1, cols: 1 }, motion: { open_loop: true }, each: [{ start: 15 }] },
  async (rig) => {
    rig.wall.setFault(0, { sensor: 'dead' });
    await rig.driver.start();
    assert.is(rig.driver.guesses, true);
    await show(rig.driver, [5]);
    await comesToShow(rig, [8]);
    const [module] = (await diagnose(rig.driver)).modules;
    assert.equal([module?.['state'], module?.['position']], ['guessed', 5]);
    assert.equal((await rig.driver.read(never())).status, 'read', 'a silent sensor is no fault');
    await act(rig.driver, 'nudge', { quarters: -12 });
    await comesToShow(rig, [5]);
    await show(rig.driver, [9]);
    await comesToShow(rig, [9]);
    assert.is(rig.driver.actions['home'], undefined, 'nothing could find it');
  },
);

withWall('input that cannot be used is refused before anything turns', { size: { rows: 1, cols: 1 } }, async (rig) => {
  for (const [name, input] of [
    ['nudge', {}],
    ['nudge', { quarters: 201 }],
    ['nudge', { quarters: 1.5 }],
    ['reverse', {}],
    ['reverse', { reversed: 'yes' }],
    ['jog', { module: 1, steps: 5 }],
    ['jog', { module: 0, steps: 5000 }],
    ['jog', { steps: 5 }],
    ['home', { modules: [7] }],
    ['turn', { modules: 'all' }],
  ] as const) {
    await rig.driver.start();
    const problem = await act(rig.driver, name, input).catch((error: unknown) => error);
    assert.instance(problem, UnusableInput, `${name} ${JSON.stringify(input)}`);
  }
});

withWall('a line that fails on the way is told, and modules look for their home again', SLOW, async (rig) => {
  let restarts = 0;
  rig.driver.listen({ onRestart: () => void restarts++ });
  await rig.driver.start();
  await show(rig.driver, [3, 4]);
  rig.wall.setUnplugged(true);
  await until(() => restarts === 1);
  const reading = await rig.driver.read(never());
  assert.is(reading.status === 'failed' && reading.reason, 'The emulated line is gone.');
  assert.is((await show(rig.driver, [3, 4])).status, 'failed');
  rig.wall.setUnplugged(false);
  assert.is((await show(rig.driver, [3, 4])).status, 'sent');
  await comesToShow(rig, [3, 4]);
});

test.run();
