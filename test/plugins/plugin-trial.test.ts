import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DataPlugin } from '../../src/plugins/contract/plugin.ts';
import { defineManifest } from '../../src/plugins/contract/manifest.ts';
import { createHost } from './fixture.ts';
import { serveJson, withServer } from './loopback.ts';
import { fileFor } from './source-file.ts';

/** Plugins and sources that are tried before they are switched on. */
const test = suite('plugins/plugin-trial');

const faultOf = async (work: Promise<unknown>) => {
  try {
    await work;
    return null;
  } catch (error) {
    const { status, message } = error as { status: number; message: string };
    return { status, message };
  }
};

const SCHEMA = {
  type: 'object',
  required: ['word'],
  properties: { word: { type: 'string', title: 'Word', maxLength: 5 }, key: { type: 'string', secret: true } },
};

const pluginWith = (more: Partial<DataPlugin>, settings_schema: object = SCHEMA): DataPlugin => ({
  manifest: defineManifest({
    id: 'probe',
    name: 'Probe',
    version: '1.0.0',
    settings_schema: settings_schema as Record<string, unknown>,
    variables: { simple: { said: { description: 'What', example: 'SAMPLE' } } },
    demo: { flagship: { template: ['{{probe.said}}'] }, note: { template: ['{{probe.said}}'] } },
  }),
  ...more,
});

const echo = pluginWith({
  fetchData: ({ config }) => Promise.resolve({ available: true, data: { said: config['word'], key: config['key'] } }),
});

const firstCodes = (rows: readonly (readonly number[])[]) => rows[0]?.slice(0, 4);
const HELLO = [8, 5, 12, 12];

test('a plugin that is off shows what it would show with other settings, and nothing of it is stored', async () => {
  const { host, store } = createHost({ builtins: [echo] });
  const { data, error, flagship, note } = await host.gallery.trials.tryOut('probe', { config: { word: 'HELLO' } });
  assert.is(error, null);
  assert.is(data['said'], 'HELLO');
  assert.equal([firstCodes(flagship), firstCodes(note)], [HELLO, HELLO]);
  assert.equal(store.plugins, {});
  assert.is(host.installation.detail('probe').enabled, false);
  assert.equal(host.unconfirmed(), []);
});

test('stored settings count where none are sent, and *** is a stored secret', async () => {
  const { host } = createHost({ builtins: [echo] });
  await host.installation.update('probe', { config: { word: 'HELLO', key: 'secret7' } });
  assert.is((await host.gallery.trials.tryOut('probe', {})).data['said'], 'HELLO');
  const { data } = await host.gallery.trials.tryOut('probe', { config: { word: 'OTHER', key: '***' } });
  assert.equal([data['said'], data['key']], ['OTHER', 'secret7']);
  assert.is((await host.gallery.trials.tryOut('probe', {})).data['said'], 'HELLO');
});

test('settings that are wrong or missing are told by name, and unknown plugins and transitions are refused', async () => {
  const { host } = createHost({ builtins: [echo] });
  const tryWith = (key: string, config: object) =>
    faultOf(host.gallery.trials.tryOut(key, { config: config as Record<string, unknown> }));
  assert.equal(await tryWith('probe', {}), { status: 400, message: 'word: is required' });
  assert.match((await tryWith('probe', { word: 'TOO LONG' }))?.message ?? '', /^word: /);
  assert.is((await tryWith('nothing', {}))?.status, 404);
  assert.is((await tryWith('wipe', {}))?.status, 404);
  assert.is((await faultOf(createHost().host.gallery.trials.tryOut('wipe', {})))?.status, 400);
});

test('what a plugin says when it has no data is told without secrets, and one that waits for pushes says so', async () => {
  const failing = pluginWith({
    fetchData: ({ config }) => Promise.resolve({ available: false, error: `no answer for ${String(config['key'])}` }),
  });
  const { host } = createHost({ builtins: [failing] });
  const tried = await host.gallery.trials.tryOut('probe', { config: { word: 'A', key: 'secret7' } });
  assert.equal(tried, { error: 'no answer for ***', data: {}, flagship: [], note: [] });
  const waiting = createHost({ builtins: [pluginWith({ receive: () => ({}) }, {})] });
  assert.match((await waiting.host.gallery.trials.tryOut('probe', {})).error ?? '', /switch it on first$/);
});

test('a plugin that never answers is given up after its time, and the next one has its turn', async () => {
  let isLost = true;
  const slow = pluginWith({
    fetchData: () =>
      isLost ? new Promise(() => undefined) : Promise.resolve({ available: true, data: { said: 'B' } }),
  });
  const { host, clock } = createHost({ builtins: [slow] });
  const config = { word: 'A' };
  const first = host.gallery.trials.tryOut('probe', { config });
  await clock.advance(9000);
  isLost = false;
  const second = host.gallery.trials.tryOut('probe', { config });
  await clock.advance(1500);
  assert.is((await first).error, 'no answer within 10 s');
  assert.is((await second).data['said'], 'B');
});

test('many trials at once are refused, and wait for each other', async () => {
  const slow = pluginWith({ fetchData: () => new Promise(() => undefined) });
  const { host, clock } = createHost({ builtins: [slow] });
  const config = { word: 'A' };
  const all = Array.from({ length: 6 }, () => faultOf(host.gallery.trials.tryOut('probe', { config })));
  assert.is((await all[5])?.status, 429);
  await clock.advance(60_000);
  assert.equal(await Promise.all(all.slice(0, 5)), [null, null, null, null, null]);
});

test('what a source of the stock or of the owner asks at home needs consent, which is not kept', () =>
  withServer(serveJson({ t: 7 }), async (base, requests) => {
    const { host, store } = createHost({ builtins: [] });
    await host.gallery.own.save({ file: JSON.stringify(fileFor(base)), replace: false, local: false });
    const before = JSON.stringify(store.plugins);
    assert.is((await faultOf(host.gallery.trials.tryOut('probe', {})))?.status, 409);
    assert.is(requests.length, 0);
    const confirm = [{ destination: base, home: true, secrets: [] }];
    const { data, flagship } = await host.gallery.trials.tryOut('probe', { confirm });
    assert.equal(data, { temp: 7 });
    assert.is(flagship.length, 6);
    assert.is(JSON.stringify(store.plugins), before);
    assert.is((await faultOf(host.gallery.trials.tryOut('probe', {})))?.status, 409);
  }));

test('what a trial held is given back', async () => {
  const held: (string | null)[] = [];
  const heavy = pluginWith(
    {
      fetchData: ({ keep }) => {
        held.push(keep('work', 5 * 1024 * 1024));
        return Promise.resolve({ available: true, data: { said: 'A' } });
      },
    },
    {},
  );
  const { host } = createHost({ builtins: [heavy] });
  for (let turn = 0; turn < 4; turn++) await host.gallery.trials.tryOut('probe', {});
  assert.equal(held, [null, null, null, null]);
});

test('a trial ends what runs of a plugin that is off, and leaves alone one that is on', async () => {
  let ends = 0;
  const running = pluginWith(
    {
      fetchData: () => Promise.resolve({ available: true, data: { said: 'A' } }),
      dispose: () => void ends++,
    },
    {},
  );
  const { host } = createHost({ builtins: [running] });
  await host.gallery.trials.tryOut('probe', {});
  assert.is(ends, 1);
  await host.installation.update('probe', { enabled: true });
  await host.gallery.trials.tryOut('probe', {});
  assert.is(ends, 1);
  await host.stop();
});

test.run();
