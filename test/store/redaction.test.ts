import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createLog } from '../../src/platform/log.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createMemoryDisk, diskError } from '../support/memory-disk.ts';

const test = suite('store: what the log hides');

const ADDRESS = 'https://me:S3CR3T-pass@h/private-S3CR3T-path/?key=S3CR3T-key';

const open = async (fs = createMemoryDisk()) => {
  const clock = createFakeClock('2026-03-01T10:00:00Z');
  const log = createLog({ level: 'debug', clock, write: () => undefined });
  const store = await openStore({ dir: '/data', fs, clock, log });
  let serial = 0;
  const said = (text: string): string => {
    log.info(`${serial++} ${text}`);
    return log.entries({ limit: 1 }).logs[0]?.message.replace(/^\d+ /, '') ?? '';
  };
  const set = (secrets: Record<string, unknown>) =>
    store.update(({ plugins }) => ({ plugins: { ...plugins, json: { enabled: false, config: {}, secrets } } }));
  return { fs, store, said, set };
};

test('a secret that is replaced or removed is a word like others', async () => {
  const { said, set } = await open();
  await set({ token: 'first-word' });
  assert.is(said('first-word second-word'), '*** second-word');
  await set({ token: 'second-word' });
  assert.is(said('first-word second-word'), 'first-word ***');
  await set({});
  assert.is(said('first-word second-word'), 'first-word second-word');
});

test('the parts of an address are hidden alone too', async () => {
  const { said, set } = await open();
  await set({ url: ADDRESS });
  for (const text of [ADDRESS, 'S3CR3T-pass', 'S3CR3T-path', 'S3CR3T-key'])
    assert.not.match(said(`failed at ${text}`), 'S3CR3T');
  await set({});
  assert.is(said('S3CR3T-key'), 'S3CR3T-key');
});

test('while it is not known which one is stored, both are hidden', async () => {
  const { fs, said, set } = await open();
  await set({ token: 'first-word' });
  fs.before = (step) => {
    if (step.startsWith('write')) throw diskError('ENOSPC');
  };
  await set({ token: 'second-word' }).catch(() => undefined);
  assert.is(said('first-word second-word'), '*** ***');
  fs.before = () => undefined;
  await set({ token: 'first-word', more: 1 });
  assert.is(said('first-word second-word'), '*** second-word');
});

test('after a start the stored ones are hidden', async () => {
  const { fs, set } = await open();
  await set({ token: 'first-word' });
  const { said } = await open(fs);
  assert.is(said('first-word second-word'), '*** second-word');
});

test.run();
