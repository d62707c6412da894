import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFakeClock } from '../../support/fake-clock.ts';
import { startFlatRig, type FlatRig } from '../../support/flat-rig.ts';
import { serveJson, withServer } from '../../plugins/loopback.ts';
import { fileFor } from '../../plugins/source-file.ts';

/** Sources over HTTP: files of the owner, their trial, and what a backup has of them. */
const test = suite<{ rig: FlatRig }>('http/flat/sources');

test.before.each(async (context) => {
  context.rig = await startFlatRig(createFakeClock('2026-11-20T13:30:00Z'));
});
test.after.each(({ rig }) => rig.close());

const FILE = JSON.stringify(fileFor('https://api.example.com'));

test('a fresh appliance lists no source among its plugins', async ({ rig }) => {
  const { body } = await rig.call<{ plugins: { source?: object }[] }>('GET', '/plugins');
  assert.not.ok(body.plugins.some(({ source }) => source !== undefined));
  assert.is((await rig.call('GET', '/plugins/catalogue')).status, 200);
  assert.equal((await rig.call('GET', '/plugins/hosts')).body, { hosts: [], total: 0 });
  assert.is((await rig.call('GET', '/plugins/source-schema')).status, 200);
});

test('a file is kept, configured, comes back from a backup, and is removed', async ({ rig }) => {
  const saved = await rig.call('POST', '/plugins/own', { file: FILE });
  assert.is(saved.status, 201);
  assert.equal(saved.body, { id: 'probe', name: 'Probe', hosts: ['api.example.com'] });
  assert.is((await rig.call('PUT', '/plugins/probe/config', { config: { units: 'imperial' } })).status, 200);
  const backup = await rig.call<object>('GET', '/backup/export');
  assert.is(backup.status, 200, JSON.stringify(backup.body).slice(0, 200));
  assert.is((await rig.call('DELETE', '/plugins/probe/file')).status, 200);
  assert.is((await rig.call('GET', '/plugins/probe')).status, 404);
  const restored = await rig.call('POST', '/backup/import', backup.body);
  assert.is(restored.status, 200, JSON.stringify(restored.body));
  const { body } = await rig.call<{ config: object }>('GET', '/plugins/probe');
  assert.equal(body.config, { units: 'imperial' });
  assert.is((await rig.call<{ file: string }>('GET', '/plugins/own/probe')).body.file, FILE);
});

test('a backup with another file gets none of the secrets that are stored here', async ({ rig }) => {
  const settings = { key: { type: 'string', title: 'Key', 'ui:widget': 'password' } };
  const file = JSON.stringify(fileFor('https://api.example.com', { settings }));
  await rig.call('POST', '/plugins/own', { file });
  await rig.call('PUT', '/plugins/probe/config', { config: { key: 'secret7' } });
  const { body: backup } = await rig.call<object>('GET', '/backup/export');
  const configOf = async () => (await rig.call<{ config: object }>('GET', '/plugins/probe')).body.config;
  await rig.call('POST', '/backup/import', backup);
  assert.equal(await configOf(), { key: '***' });
  const other = JSON.parse(JSON.stringify(backup).replace('api.example.com', 'api.other.example')) as object;
  await rig.call('POST', '/backup/import', other);
  assert.equal(await configOf(), {});
});

test('a bad file is a 400 that names line and column', async ({ rig }) => {
  const { status, body } = await rig.call<{ detail: string }>('POST', '/plugins/own', { file: '{ x' });
  assert.is(status, 400);
  assert.match(body.detail, /^file: line 1, column 3: /);
  assert.is((await rig.call('POST', '/plugins/own', { file: 'x'.repeat(70_000) })).status, 422);
});

test('a file is tried out with an answer of the moment', ({ rig }) =>
  withServer(serveJson({ t: 7 }), async (base) => {
    const file = JSON.stringify(fileFor(base));
    const refused = await rig.call<{ destinations: object[] }>('POST', '/plugins/own/try', { file });
    assert.is(refused.status, 409);
    assert.equal(refused.body.destinations, [{ destination: base, home: true, secrets: [] }]);
    const { status, body } = await rig.call<{ data: object }>('POST', '/plugins/own/try', {
      file,
      confirm: refused.body.destinations,
    });
    assert.is(status, 200);
    assert.equal(body.data, { temp: 7 });
  }));

test('a plugin that is off is tried out, and stays as it was', async ({ rig }) => {
  const before = await rig.call('GET', '/plugins/quotes');
  const { status, body } = await rig.call<{ error: null; flagship: number[][] }>('POST', '/plugins/quotes/try', {
    config: { quotes: [{ text: 'AB', author: 'ME' }] },
  });
  assert.equal([status, body.error], [200, null]);
  assert.ok(body.flagship.some((row) => row.join().includes('1,2')));
  assert.equal(await rig.call('GET', '/plugins/quotes'), before);
  const wrong = await rig.call<{ detail: string }>('POST', '/plugins/quotes/try', { config: { quotes: 7 } });
  assert.is(wrong.status, 400);
  assert.match(wrong.body.detail, /^quotes: /);
  assert.is((await rig.call('POST', '/plugins/nothing/try', {})).status, 404);
  assert.is((await rig.call('POST', '/plugins/quotes/try', { config: 7 })).status, 422);
});

test.run();
