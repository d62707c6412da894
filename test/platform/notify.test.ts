import { spawnSync } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { WATCHDOG_MS, Notify, notifyPipe } from '../../src/platform/notify.ts';
import { createFakeClock, settle } from '../support/fake-clock.ts';
import { createQuietLog } from '../support/quiet-log.ts';
import { until } from '../support/until.ts';

const test = suite('platform/notify');

const rig = (stall: () => Promise<string | null>) => {
  const clock = createFakeClock('2026-03-01T10:00:00Z');
  const said: string[] = [];
  const log = createQuietLog();
  return { clock, said, log, notify: new Notify({ send: (line) => said.push(line), stall, clock, log }) };
};

test('ready at once, then a heartbeat every ten seconds, and a line at the end', async () => {
  const { clock, said, notify } = rig(() => Promise.resolve(null));
  notify.start();
  await settle();
  assert.equal(said, ['READY=1', 'STATUS=running', 'WATCHDOG=1']);
  await clock.advance(WATCHDOG_MS * 3);
  assert.is(said.filter((line) => line === 'WATCHDOG=1').length, 4);
  notify.stop();
  await clock.advance(WATCHDOG_MS * 3);
  assert.is(said.at(-1), 'STOPPING=1');
  notify.stop();
  assert.is(said.filter((line) => line === 'STOPPING=1').length, 1);
});

for (const [name, fail] of [
  ['names a stall', () => Promise.resolve('The board "Hall" is stuck.')],
  ['fails', () => Promise.reject(new Error('The board "Hall" is stuck.'))],
  ['never ends', () => new Promise<string | null>(() => undefined)],
] as const) {
  test(`no heartbeat while the check ${name}; it goes on afterwards`, async () => {
    let isStalled = true;
    const { clock, said, log, notify } = rig(() => (isStalled ? fail() : Promise.resolve(null)));
    notify.start();
    await clock.advance(60_000);
    assert.not.ok(said.includes('WATCHDOG=1'));
    assert.match(said.at(-1) ?? '', /^STATUS=(The board|Health could not be checked: The board|A part of the service)/);
    assert.is(said.filter((line) => line.startsWith('STATUS=')).length, 2, 'reported once');
    assert.ok(log.lines.some((line) => line.startsWith('ERROR') && line.includes('no longer fed')));
    isStalled = false;
    await clock.advance(20_000);
    assert.is(said.filter((line) => line === 'STATUS=running').length, 2);
    assert.ok(said.includes('WATCHDOG=1'));
    assert.is(log.lines.filter((line) => line.includes('no longer fed')).length, 1);
    notify.stop();
  });
}

test('lines go to the pipe, one a line, and no program that is started inherits it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flapbox-notify-'));
  const fd = openSync(join(folder, 'pipe'), 'w');
  const tell = notifyPipe(String(fd));
  tell?.('READY=1');
  tell?.('STATUS=a\nWATCHDOG=1');
  await until(() => readFileSync(join(folder, 'pipe'), 'utf8') === 'READY=1\nSTATUS=a WATCHDOG=1\n');
  const open = spawnSync('sh', ['-c', 'readlink /proc/$$/fd/*'], { encoding: 'utf8' }).stdout;
  assert.match(open, /pipe:|socket:/);
  assert.not.match(open, join(folder, 'pipe'));
  rmSync(folder, { recursive: true });
});

test('lines arrive in their order, however many come at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flapbox-notify-'));
  const path = join(folder, 'pipe');
  const tell = notifyPipe(String(openSync(path, 'w')));
  const lines = Array.from({ length: 30 }, (_, index) => `STATUS=${index}`);
  for (const line of lines) tell?.(line);
  await until(() => readFileSync(path, 'utf8').split('\n').length > lines.length);
  assert.equal(readFileSync(path, 'utf8').split('\n').slice(0, -1), lines);
  rmSync(folder, { recursive: true });
});

test('a check that takes long is one that failed, a shorter one is not', async () => {
  let slowMs = 4999;
  const { clock, said, notify } = rig(() => new Promise((tell) => void clock.after(slowMs, () => tell(null))));
  notify.start();
  await clock.advance(5000);
  assert.equal(said, ['READY=1', 'STATUS=running', 'WATCHDOG=1']);
  slowMs = 5001;
  await clock.advance(WATCHDOG_MS + 5000);
  assert.is(said.at(-1), 'STATUS=A part of the service does not answer.');
  notify.stop();
});

for (const number of [undefined, '', '0', '2', 'x', '1.5', '-1']) {
  test(`${String(number)} is no pipe`, () => assert.is(notifyPipe(number), null));
}

test.run();
