import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Ramp } from '../../../hw/motion/ramp.ts';
import { INSTANT } from '../../../src/board/driver.ts';
import { gridFromRows } from '../../../src/core/flaps/grid.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { until } from '../../support/until.ts';
import { never } from '../rig.ts';
import { stepperRig, type StepperRig } from './rig.ts';

// How long a way is taken to last: so long the next module waits at most where one may turn at a time.
const test = suite('ways of motors');

let awake: NodeJS.Timeout;
test.before(() => void (awake = setInterval(() => undefined, 60_000)));
test.after(() => clearInterval(awake));

const SPEEDS = { maxSpeed: 1200, acceleration: 20_000 };
const RAMP = new Ramp(SPEEDS);
const TURN = 200;
const TIMES = { wakeUs: 3000, settleUs: 1000 };
const msOf = (way: number): number => Math.ceil((TIMES.wakeUs + way + TIMES.settleUs) / 1000);

/** What two modules show one after the other, and how many steps the longer of their ways has. */
const SHOWN: Readonly<Record<string, readonly (readonly [what: string, codes: number[], steps: number])[]>> = {
  'the shortest way': [
    ['forward', [12, 4], 12 * 5],
    ['to home', [26, 0], 36 * 5],
    ['past home', [2, 4], 16 * 5],
  ],
  'a full turn': [
    ['forward', [12, 4], TURN + 12 * 5],
    ['to the same letter', [12, 4], TURN],
  ],
};

const act = async ({ driver }: StepperRig, name: string): Promise<Record<string, unknown>> =>
  (await driver.actions[name]?.run({}, never())) ?? {};

/** Waits until both modules are at rest, and the driver has heard of it. */
const rest = async (rig: StepperRig, codes: readonly number[]): Promise<void> => {
  await until(async () => {
    const modules = (await act(rig, 'diagnose'))['modules'] as Record<string, unknown>[];
    return modules.every(
      ({ state, moving, position }, at) => state === 'ok' && moving === false && position === codes[at],
    );
  });
  // Whatever it tells the clock of steps, it looks at what that says afterwards.
  await act(rig, 'release');
};

for (const [kind, shown] of Object.entries(SHOWN))
  test(`with ${kind}`, async () => {
    // No time passes here: modules tell that they are at rest.
    const clock = createFakeClock('2026-01-01T00:00:00Z');
    const waits: number[] = [];
    const rig = await stepperRig({
      size: { rows: 1, cols: 2 },
      motion: { max_speed: SPEEDS.maxSpeed, acceleration: SPEEDS.acceleration, full_turn: kind === 'a full turn' },
      panel: { max_moving: 1 },
      times: TIMES,
      clock: { ...clock, after: (ms, run) => (waits.push(ms), clock.after(ms, run)) },
    });
    try {
      await rig.driver.start();
      await rest(rig, [0, 0]);
      const search = 2 * TURN * RAMP.shortest;
      assert.ok(waits.includes(msOf(search + RAMP.durationOf(TURN))), `looking for home: ${waits.join(' ')}`);
      for (const [what, codes, steps] of shown) {
        waits.length = 0;
        await rig.driver.write({ grid: gridFromRows([codes], 1, 2), transition: INSTANT }, never());
        await rest(rig, codes);
        assert.ok(waits.includes(msOf(RAMP.durationOf(steps))), `${what}: ${waits.join(' ')}`);
      }
    } finally {
      await rig.driver.stop();
    }
  });

test.run();
