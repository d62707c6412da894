import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '../../src/fault.ts';
import { openSessionKey, SESSION_KEY_FILE, type SessionKey } from '../../src/store/secrets/session-key.ts';
import { UnusableDataFolder } from '../../src/store/files/disk-error.ts';
import { createMemoryDisk, diskError, type MemoryDisk } from '../support/memory-disk.ts';
import { noDamage } from '../support/no-damage.ts';

const test = suite('key of the sessions');

const open = (fs: MemoryDisk): Promise<SessionKey> => openSessionKey({ dir: '/data', damage: noDamage(), fs });
const writes = ({ steps }: MemoryDisk): number => steps.filter((step) => step.startsWith('write')).length;

test('it is made at the first login, once, and stays the same over restarts', async () => {
  const disk = createMemoryDisk();
  const key = await open(disk);
  assert.is(key.current, null);
  assert.is(writes(disk), 0);
  const [first, second] = await Promise.all([key.ensure(), key.ensure()]);
  const third = await key.ensure();
  assert.ok(first === second && second === third && key.current === first);
  assert.is(writes(disk), 1);
  const again = await open(disk);
  assert.ok(again.current?.equals(first));
  assert.ok((await again.ensure()).equals(first));
  assert.is(writes(disk), 1);
});

test('two appliances have two', async () => {
  const [one, other] = await Promise.all([open(createMemoryDisk()), open(createMemoryDisk())]);
  assert.not.ok((await one.ensure()).equals(await other.ensure()));
});

test('a disk that does not tell it ends the start, in a sentence', async () => {
  const disk = createMemoryDisk();
  disk.before = () => {
    throw diskError('EACCES');
  };
  const error = await open(disk).catch((error_: unknown) => error_);
  assert.instance(error, UnusableDataFolder);
  assert.match((error as Error).message, /^SERVICE_DATA_DIR: \/data cannot be used: there is no permission/);
});

test('a disk that takes none is told, and the next login tries again', async () => {
  const disk = createMemoryDisk();
  const key = await open(disk);
  disk.before = (step) => {
    if (step.startsWith('write')) throw diskError('ENOSPC');
  };
  const error = await key.ensure().catch((error_: unknown) => error_);
  assert.instance(error, Fault);
  assert.is((error as Fault).status, 500);
  assert.match((error as Fault).detail, /Nobody can sign in until then\.$/);
  assert.is(key.current, null);
  disk.before = () => undefined;
  assert.ok((await key.ensure()) === key.current);
  assert.ok(disk.files.has(SESSION_KEY_FILE));
});

test.run();
