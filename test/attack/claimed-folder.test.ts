import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { KINDS, put } from './file-kinds.ts';
import { isRunning, startService, withService } from './files-service.ts';

/** A data folder has one service, however many are started on it, and whatever lies there. */
const test = suite('a data folder that is claimed');

let root = '';
test.before(() => {
  root = mkdtempSync(join(tmpdir(), 'flapbox-claimed-'));
});
test.after(() => rmSync(root, { recursive: true, force: true }));

const END = 'cannot be used: another flapbox uses it';

/** Starts another service on a folder that one has: it ends with one line and code 2. */
const expectRefused = async (dir: string): Promise<void> => {
  const second = await startService(dir);
  if (isRunning(second)) {
    await second.stop('SIGKILL');
    return assert.unreachable(`a second one was let into ${basename(dir)}`);
  }
  assert.equal([second.code, second.said.includes(END)], [2, true], second.said);
};

test('of many starts on one folder exactly one wins, the others end with one line and code 2', async () => {
  const dir = join(root, 'claimed');
  const started = await Promise.all(Array.from({ length: 8 }, () => startService(dir)));
  const winners = started.filter(isRunning);
  try {
    assert.is(winners.length, 1);
    for (const service of started) {
      if (isRunning(service)) continue;
      assert.is(service.code, 2);
      assert.match(service.said, /^SERVICE_DATA_DIR: [^\n]+\n$/);
      assert.match(service.said, END);
    }
    assert.is((await winners[0]?.get('/health'))?.status, 200);
  } finally {
    for (const service of winners) await service.stop();
  }
});

test('the folder of a process that was killed is free at once, that of a stopped one is not', async () => {
  const dir = join(root, 'killed');
  for (let round = 0; round < 3; round++) {
    const service = await startService(dir);
    assert.ok(isRunning(service));
    if (!isRunning(service)) return;
    service.child.kill('SIGSTOP');
    await expectRefused(dir);
    await service.stop('SIGKILL');
  }
  await withService(dir, async (service) => assert.is((await service.get('/health')).status, 200));
  assert.is(statSync(join(dir, 'in-use')).size, 0, 'nothing is kept that could be out of date');
});

test('the lock is of the folder itself, not of its name', async () => {
  const dir = join(root, 'named');
  mkdirSync(dir);
  symlinkSync(dir, join(root, 'another-name'));
  await withService(dir, async () => {
    await expectRefused(join(root, 'another-name'));
  });
});

test('where the file that is locked is no file, the folder is locked all the same', async () => {
  for (const kind of Object.keys(KINDS)) {
    const dir = join(root, `unlocked-${kind.replaceAll(' ', '-')}`);
    mkdirSync(dir);
    await put(dir, 'in-use', kind);
    const service = await startService(dir);
    assert.ok(isRunning(service), kind);
    if (!isRunning(service)) return;
    await expectRefused(dir);
    await service.stop('SIGKILL');
    await withService(dir, async () => undefined);
  }
});

test('whoever removes the file that is locked lets nobody in', async () => {
  const dir = join(root, 'unlocked');
  await withService(dir, async () => {
    rmSync(join(dir, 'in-use'));
    await expectRefused(dir);
  });
});

test.run();
