import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Server } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { serveFolder } from './file-server.ts';
import { ask, askInBackground } from './helper-client.ts';
import { flash, Machine, pause, say, WORK } from './machine.ts';

const test = suite('updates in a virtual board');
const card = flash('update', { 'debug.env': 'serial_shell=1\n' });
const machine = Machine.virtual('update', card);
let url = '';
let server: Server;

test.before(async () => {
  ({ url, server } = await serveFolder(WORK));
});

test.after(async () => {
  server.close();
  await machine.powerCut();
});

const status = (): ReturnType<typeof ask> => ask(machine, { op: 'slot-status' });

const settled = async (ms: number): Promise<ReturnType<typeof status>> => {
  const begun = performance.now();
  for (;;) {
    const now = await status();
    if (now['pending'] === null && now['on_trial'] === false) return now;
    assert.ok(performance.now() - begun < ms, `still on trial: ${JSON.stringify(now)}`);
    await pause(3000);
  }
};

test('a file that is not signed by the maker changes nothing', async () => {
  await machine.powerOn();
  await machine.answers();
  const bytes = readFileSync(join(WORK, 'next.update'));
  writeFileSync(
    join(WORK, 'forged.update'),
    Buffer.concat([
      Buffer.from(bytes.subarray(0, 400).toString('latin1').replace('0.1.0+next', '0.1.0+evil'), 'latin1'),
      bytes.subarray(400, 100_000),
    ]),
  );
  assert.is((await ask(machine, { op: 'update-write' }, `${url}/forged.update`))['code'], 'not-signed');
  const now = await status();
  assert.equal([now['running'], now['next'], now['pending'], now['last_update']], ['A', 'A', null, null]);
});

test('an update is written to the other slot and tried', async () => {
  const begun = performance.now();
  const answer = await ask(machine, { op: 'update-write' }, `${url}/next.update`);
  say('writing and reading back', (performance.now() - begun) / 1000, 's');
  assert.equal([answer['ok'], answer['version'], answer['restart_needed']], [true, '0.1.0+next', true]);
});

test('it is kept when the service proves healthy', async () => {
  await ask(machine, { op: 'reboot' });
  machine.restarts();
  await machine.sees(/SLOT B try 2 good A/, 90_000);
  const seconds = await machine.answers();
  say('restart to API', seconds, 's');
  const now = await settled(180_000);
  assert.equal([now['running'], now['good'], now['version']], ['B', 'B', '0.1.0+next']);
  assert.equal((now['last_update'] as Record<string, unknown>)['result'], 'kept');
});

test('the next start is no trial', async () => {
  await ask(machine, { op: 'reboot' });
  machine.restarts();
  await machine.sees(/SLOT B try 0 good B/, 90_000);
  await machine.answers();
});

test('the plug pulled in the middle of writing changes nothing', async () => {
  await askInBackground(machine, { op: 'update-write' }, `${url}/crash.update`);
  for (let done = 0; done < 40; await pause(200)) {
    const line = await machine.output('tail -n 1 /tmp/answers');
    done =
      line === ''
        ? 0
        : (100 * Number(/"done":(\d+)/.exec(line)?.[1] ?? 0)) / Number(/"total":(\d+)/.exec(line)?.[1] ?? 1);
  }
  await machine.powerCut();
  await machine.powerOn();
  await machine.sees(/SLOT B try 0 good B/, 300_000);
  await machine.answers();
  const now = await settled(30_000);
  assert.equal(
    [now['running'], now['version'], (now['last_update'] as Record<string, unknown>)['result']],
    ['B', '0.1.0+next', 'interrupted'],
  );
});

test('a version whose service ends by itself is given up after three tries', async () => {
  const begun = performance.now();
  assert.is((await ask(machine, { op: 'update-write' }, `${url}/crash.update`))['ok'], true);
  await ask(machine, { op: 'reboot' });
  machine.restarts();
  for (const tries of [2, 1, 0]) await machine.sees(new RegExp(`SLOT A try ${tries} good B`), 240_000);
  await machine.sees(/ROLLBACK[\s\S]*?SLOT B try 0 good B/, 240_000);
  say('three tries and the way back', (performance.now() - begun) / 1000, 's');
  machine.restarts();
  await machine.answers();
  const now = await settled(30_000);
  assert.equal([now['running'], now['good'], now['version']], ['B', 'B', '0.1.0+next']);
  const { result, reason, version } = now['last_update'] as Record<string, unknown>;
  assert.equal([result, version], ['rolled_back', '0.1.0+crash']);
  assert.match(String(reason), /ended \d+ times/);
});

test.run();
