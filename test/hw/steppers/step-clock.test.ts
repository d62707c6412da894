import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { MOTION_TIMES, STATES } from '../../../hw/motion/motion-settings.ts';
import { StepClock } from '../../../hw/steppers/step-clock.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { until } from '../../support/until.ts';
import { failureOf } from '../rig.ts';

/** Threads that do not do what the clock of steps does: each is a program of its own. */
const test = suite('clock of steps');

const folder = mkdtempSync(join(tmpdir(), 'flapbox-steps-'));
test.after(() => rmSync(folder, { recursive: true }));

/** A clock of three modules whose thread runs a program, and what it told. */
const clockOf = (program: string) => {
  const clock = createFakeClock('2026-01-01T00:00:00Z');
  const failures: string[] = [];
  const file = join(folder, 'thread.cjs');
  writeFileSync(file, program);
  const steps = new StepClock({
    clock,
    file,
    plan: {
      modules: 3,
      reel: { stepsPerTurn: 2048, flaps: 40 },
      speeds: { maxSpeed: 600, acceleration: 2600 },
      times: MOTION_TIMES,
      hold: false,
      openLoop: false,
      maxMoving: null,
      lingerMs: 1000,
    },
    line: { kind: 'gpio', folder, chipLabel: null, pins: [] },
    onChange: () => undefined,
    onFailure: (reason) => failures.push(reason),
  });
  return { clock, steps, failures };
};
const HANGS = 'setInterval(() => undefined, 1000);';

test('a thread that breaks down ends what waits for it with a sentence, and nothing is known of places any more', async () => {
  const { steps, failures } = clockOf('throw new Error("no sentence for an owner");');
  steps.memory.set(1, 'state', STATES.ok);
  assert.is(await failureOf(steps.tell([{ what: 'halt' }])), 'The clock of steps ended unexpectedly.');
  assert.equal([steps.isRunning, steps.memory.get(1, 'state'), failures], [false, STATES.stopped, []]);
});

test('a thread that says why it ends is believed', async () => {
  const { steps } = clockOf('require("node:worker_threads").parentPort.postMessage("The device is gone.");');
  assert.is(await failureOf(steps.tell([{ what: 'halt' }])), 'The device is gone.');
});

test('modules that a line does not drive are named by its thread', async () => {
  const { steps, clock } = clockOf(
    `require("node:worker_threads").parentPort.postMessage([null, "Module 1 has no pins.", null]); ${HANGS}`,
  );
  const waiting = failureOf(steps.tell([{ what: 'release' }]));
  await until(() => steps.faultOf(1) !== null);
  assert.equal([steps.faultOf(0), steps.faultOf(1), steps.faultOf(3)], [null, 'Module 1 has no pins.', null]);
  const stopping = steps.stop();
  await clock.advance(1000);
  await stopping;
  assert.is(await waiting, 'The wall was stopped.');
});

test('a thread that takes no orders is ended a second after it was told to stop', async () => {
  const { steps, clock, failures } = clockOf(HANGS);
  const waiting = failureOf(steps.tell([{ what: 'aim', module: 0, a: 5 }]));
  const stopping = steps.stop();
  await clock.advance(999);
  assert.ok(steps.isRunning);
  await clock.advance(1);
  await stopping;
  assert.equal([steps.isRunning, await waiting, failures], [false, 'The wall was stopped.', []]);
  await steps.stop();
});

test.run();
