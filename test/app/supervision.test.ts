import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';
import { startMachineRig, type MachineRig } from '../support/machine-rig.ts';
import { until } from '../support/until.ts';

const test = suite<{ folder: string; rig: MachineRig | null }>('app/supervision');

test.before.each((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'flapbox-supervision-'));
  context.rig = null;
});

test.after.each(async ({ folder, rig }) => {
  await rig?.close();
  rmSync(folder, { recursive: true });
});

const pipeIn = (folder: string): { env: Record<string, string>; heard: () => string[] } => {
  const path = join(folder, 'pipe');
  return {
    env: { FLAPBOX_NOTIFY_FD: String(openSync(path, 'w')) },
    heard: () => readFileSync(path, 'utf8').split('\n').filter(Boolean),
  };
};

/** A clock in whose hands the display loop stands still: neither full minutes nor the steps between them come. */
const withoutTicks = (clock: FakeClock): FakeClock => ({
  ...clock,
  everyMinute: () => () => undefined,
  after: (ms, run) => (ms > 10_000 ? () => undefined : clock.after(ms, run)),
});

const WORD_MS = 10_000;

/**
 * Passes the time until the next word is due, and waits for it: the disk, which the look asks too, knows nothing of the
 * clock.
 */
const hearOneMore = async (clock: FakeClock, heard: () => string[]): Promise<void> => {
  const before = heard().length;
  await clock.advance(WORD_MS);
  await until(() => heard().length > before);
};

test('the display loop feeds the watchdog as long as it looks at the boards', async (context) => {
  const clock = createFakeClock('2026-03-01T10:00:00Z');
  const { env, heard } = pipeIn(context.folder);
  context.rig = await startMachineRig({ clock, env });
  await until(() => heard().length === 3);
  assert.equal(heard(), ['READY=1', 'STATUS=running', 'WATCHDOG=1']);
  for (let beat = 0; beat < 90; beat++) await hearOneMore(clock, heard);
  assert.is(heard().filter((line) => line === 'WATCHDOG=1').length, 91);
});

test('a display loop that stands still starves it, though everything else answers', async (context) => {
  const clock = withoutTicks(createFakeClock('2026-03-01T10:00:00Z'));
  const { env, heard } = pipeIn(context.folder);
  context.rig = await startMachineRig({ clock, env });
  await until(() => heard().length === 3);
  for (let beat = 0; beat < 19; beat++) await hearOneMore(clock, heard);
  assert.match(heard().at(-1) ?? '', /^STATUS=The display loop/);
  assert.is(heard().filter((line) => line === 'WATCHDOG=1').length, 19);
  assert.is((await fetch(`${context.rig.url}/api/health`)).status, 200);
});

test('a display loop that was stopped on purpose does not', async (context) => {
  const clock = createFakeClock('2026-03-01T10:00:00Z');
  const { env, heard } = pipeIn(context.folder);
  context.rig = await startMachineRig({ clock, env });
  assert.is((await fetch(`${context.rig.url}/api/stop`, { method: 'POST' })).status, 200);
  await until(() => heard().length === 3);
  for (let beat = 0; beat < 30; beat++) await hearOneMore(clock, heard);
  assert.is(heard().filter((line) => line === 'WATCHDOG=1').length, 31);
});

test.run();
