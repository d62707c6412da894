import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAppliance, type Appliance } from '../support/appliance.ts';

const test = suite('attack: passphrases of backups');

type File = Record<string, unknown> & { secrets: Record<string, unknown> };
const PASSPHRASE = 'eight ch';
let appliance: Appliance;
let sealed: File;

test.before(async () => {
  appliance = await startAppliance();
  await appliance.call('POST', '/auth/preference', { enabled: false });
  await appliance.call('PUT', '/settings/mqtt', { password: 'S3CR3T' });
  sealed = (await appliance.call<File>('POST', '/backup/export', { passphrase: PASSPHRASE })).body;
});
test.after(() => appliance.close());

for (const passphrase of ['', 'a', '1234567', 'x'.repeat(1025), 12_345_678, null]) {
  test(`${JSON.stringify(passphrase).slice(0, 12)} is no passphrase`, async () => {
    const { status, body } = await appliance.call<{ detail: { loc: string[] }[] }>('POST', '/backup/export', {
      passphrase,
    });
    assert.equal([status, body.detail[0]?.loc], [422, ['body', 'passphrase']]);
  });
}

test('the file has the cost of its key', () => assert.equal(sealed.secrets['params'], { N: 32_768, r: 8, p: 3 }));

for (const params of [
  { N: 2 ** 30, r: 8, p: 1 },
  { N: 32_768, r: 1024, p: 1 },
  { N: 32_768, r: 8, p: 2 ** 24 },
  { N: 32_767, r: 8, p: 1 },
  { N: 0, r: 8, p: 1 },
  { N: -1, r: 8, p: 1 },
  { N: 1.5, r: 8, p: 1 },
  { N: '32768', r: 8, p: 1 },
  'none',
  null,
]) {
  test(`a file whose key takes ${JSON.stringify(params)} is refused without making it`, async () => {
    const { status } = await appliance.call('POST', '/backup/import', {
      ...sealed,
      secrets: { ...sealed.secrets, params },
      passphrase: PASSPHRASE,
    });
    assert.is(status, 400);
  });
}

test('ten exports at once take the memory of one key', async () => {
  let most = 0;
  const before = process.memoryUsage().rss;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss - before)), 5);
  const all = await Promise.all(
    Array.from({ length: 10 }, () => appliance.call('POST', '/backup/export', { passphrase: PASSPHRASE })),
  );
  clearInterval(watch);
  assert.equal([...new Set(all.map(({ status }) => status))], [200]);
  assert.ok(most < 128 * 1024 * 1024, `${Math.round(most / 2 ** 20)} MiB`);
});

test('the file opens with its passphrase', async () => {
  const { status } = await appliance.call('POST', '/backup/import', { ...sealed, passphrase: PASSPHRASE });
  assert.is(status, 200);
  assert.is(appliance.app.store.state.settings.mqtt.secrets.password, 'S3CR3T');
});

test.run();
