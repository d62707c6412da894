import { createHmac } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { builtinPlugins, latePlugins } from '../../../src/plugins/builtin/builtins.ts';
import { isTransition } from '../../../src/plugins/contract/plugin.ts';
import type { Conditions } from '../../../src/schema/boards/conditions.ts';
import type {
  DemoPageAnswer,
  DemoPageStatus,
  FlatPluginDetail,
  SourceVariables,
  PluginData,
  PluginDetail,
  PluginList,
} from '../../../src/schema/plugins/plugins.ts';
import type { Preview } from '../../../src/schema/content/pages.ts';
import { serveJson, withServer } from '../../plugins/loopback.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { startFlatRig, type FlatRig } from '../../support/flat-rig.ts';
import { until } from '../../support/until.ts';

const test = suite('http/flat/plugins');

const PLUGINS = [...builtinPlugins(), ...latePlugins().flatMap(({ load }) => load())];
const clock = createFakeClock('2026-03-02T10:00:30Z');
let rig: FlatRig;
test.before(async () => {
  rig = await startFlatRig(clock);
});
test.after(() => rig.close());

const status = async (method: string, path: string, body?: unknown): Promise<number> =>
  (await rig.call(method, path, body)).status;
const detail = async (id: string) => (await rig.call<PluginDetail>('GET', `/plugins/${id}`)).body;

test('the list and the details are those of the versioned surface', async () => {
  const { body: list } = await rig.call('GET', '/plugins');
  assert.equal(list, (await rig.call('GET', '/v1/plugins')).body);
  for (const path of ['/plugins/date_time', '/plugins/typewriter']) {
    const { max_age_seconds, ...detail } = (await rig.call<FlatPluginDetail>('GET', path)).body;
    assert.equal([max_age_seconds, detail], [null, (await rig.call('GET', `/v1${path}`)).body], path);
  }
  const { body } = await rig.call<PluginList>('GET', '/plugins');
  assert.is(body.total, PLUGINS.length);
  assert.is(body.enabled_count, 1);
});

for (const [method, path, body] of [
  ['GET', '', undefined],
  ['PUT', '/config', {}],
  ['POST', '/enable', undefined],
  ['POST', '/disable', undefined],
  ['GET', '/data', undefined],
  ['GET', '/variables', undefined],
  ['GET', '/manifest', undefined],
  ['GET', '/instances', undefined],
  ['POST', '/instances', { label: 'a' }],
  ['DELETE', '/instances/a', undefined],
  ['POST', '/receive', {}],
  ['GET', '/demo-page', undefined],
  ['POST', '/demo-page', undefined],
] as const) {
  test(`an unknown plugin: ${method} ${path || '/'} is 404`, async () =>
    assert.is(await status(method, `/plugins/nope${path}`, body), 404));
}

test('a plugin is switched on and off', async () => {
  assert.is((await rig.call<PluginDetail>('POST', '/plugins/quotes/enable')).body.enabled, true);
  assert.is((await detail('quotes')).enabled, true);
  assert.is((await rig.call<PluginDetail>('POST', '/plugins/quotes/disable')).body.enabled, false);
  const { body } = await rig.call<PluginData>('GET', '/plugins/quotes/data');
  assert.equal([body.available, body.data], [false, null]);
  assert.ok(body.error);
});

test('settings are replaced, in either form; secrets are masked and kept', async () => {
  await rig.call('PUT', '/plugins/guest_wifi/config', { config: { ssid: 'HOME', password: 'open sesame' } });
  assert.equal((await detail('guest_wifi')).config, { ssid: 'HOME', password: '***' });
  const { body } = await rig.call<PluginDetail>('PUT', '/plugins/guest_wifi/config', {
    ssid: 'OTHER',
    password: '***',
  });
  assert.equal([body.config, body.configured], [{ ssid: 'OTHER', password: '***' }, true]);
  await rig.call('POST', '/plugins/guest_wifi/enable');
  assert.equal((await rig.call<PluginData>('GET', '/plugins/guest_wifi/data')).body.data, {
    ssid: 'OTHER',
    password: 'open sesame',
  });
});

for (const [name, id, body, expected] of [
  ['a value of the wrong kind', 'countdown', { config: { target_datetime: 5 } }, 400],
  ['a value that the plugin refuses', 'countdown', { target_datetime: 'soon' }, 400],
  ['a list', 'countdown', [], 422],
  ['a text', 'countdown', '"x"', 422],
  ['settings of a transition', 'typewriter', { chars_per_frame: 20 }, 200],
  ['too much for a transition', 'typewriter', { chars_per_frame: 21 }, 400],
] as const) {
  test(`settings: ${name} is ${expected}`, async () =>
    assert.is(await status('PUT', `/plugins/${id}/config`, body), expected));
}

test('a plugin is configured, switched on and read to the board, all through the API', () =>
  withServer(serveJson({ data: { temperature: 21.5, place: 'ATTIC' } }), async (base) => {
    const variables = [
      { name: 'temperature', path: 'data.temperature' },
      { name: 'place', path: 'data.place' },
    ];
    await rig.call('PUT', '/plugins/json/config', { config: { url: base, variables } });
    const off = (await rig.call<SourceVariables>('GET', '/plugins/json/variables')).body;
    assert.equal(
      [off.enabled, off.available, off.variables, off.values],
      [false, false, ['temperature', 'place'], { temperature: null, place: null }],
    );
    await rig.call('POST', '/plugins/json/enable');
    const on = (await rig.call<SourceVariables>('GET', '/plugins/json/variables')).body;
    assert.equal(
      [on.enabled, on.available, on.open, on.values],
      [true, true, true, { temperature: 21.5, place: 'ATTIC' }],
    );
    const all = (await rig.call<{ sources: SourceVariables[]; total: number }>('GET', '/plugins/variables/all')).body;
    assert.equal(all.sources.find(({ plugin_id }) => plugin_id === 'json')?.values, {
      temperature: 21.5,
      place: 'ATTIC',
    });
    assert.is(all.total, all.sources.length);
    const { body } = await rig.call<PluginData>('GET', '/plugins/json/data');
    assert.equal([body.available, body.error, body.text], [true, null, body.lines.join('\n')]);
    assert.ok(body.lines.some((line) => line.includes('temperature 21.5')));
    const id = await rig.page('Data', ['{{json.place}} {{json.temperature}}']);
    assert.is((await rig.call<Preview>('POST', `/pages/${id}/preview`)).body.lines[0]?.trim(), 'ATTIC 21.5');
    await rig.call('POST', `/pages/${id}/send?board_id=${rig.wall}`);
    assert.equal(rig.emulator.shown()[0]?.slice(0, 5), [1, 20, 20, 9, 3]);
    await rig.call('POST', '/plugins/json/disable');
    assert.is((await rig.call<Preview>('POST', `/pages/${id}/preview`)).body.lines[0]?.trim().includes('ATTIC'), false);
  }));

test('the lines of the data fit the primary board', async () => {
  const { boards } = (await rig.call<{ boards: object[] }>('GET', '/settings/board')).body;
  await rig.store((state) => ({
    boards: state.boards.map((board, index) => (index === 0 ? { ...board, device_type: 'note' as const } : board)),
  }));
  const { lines } = (await rig.call<PluginData>('GET', '/plugins/date_time/data')).body;
  await rig.store((state) => ({
    boards: state.boards.map((board, index) => (index === 0 ? { ...board, device_type: 'flagship' as const } : board)),
  }));
  assert.is(boards.length, 2);
  assert.ok(lines.length <= 3 && lines.every((line) => line.length <= 15), JSON.stringify(lines));
});

test('a transition has no variables, no data and no page', async () => {
  assert.is(await status('GET', '/plugins/wipe/variables'), 400);
  assert.is((await rig.call<PluginData>('GET', '/plugins/wipe/data')).body.available, false);
  assert.is(await status('POST', '/plugins/wipe/demo-page'), 400);
  assert.is(await status('GET', '/plugins/wipe/demo-page'), 400);
  assert.is(await status('POST', '/plugins/wipe/instances', { label: 'a' }), 400);
});

test('a manifest is what the plugin says of itself', async () => {
  const { body } = await rig.call<Record<string, unknown>>('GET', '/plugins/weather/manifest');
  assert.equal([body['id'], body['plugin_type']], ['weather', 'data']);
});

for (const [label, expected] of [
  ['kitchen', 201],
  ['KITCHEN', 409],
  ['x'.repeat(40), 201],
  ['x'.repeat(41), 400],
  ['', 400],
  ['a b', 400],
  [5, 422],
  [undefined, 422],
] as const) {
  test(`an instance ${String(label).slice(0, 12)} of ${String(label).length} is ${expected}`, async () =>
    assert.is(await status('POST', '/plugins/countdown/instances', { label }), expected));
}

test('an instance is added, set, read and removed like a plugin', async () => {
  const added = await rig.call<Record<string, string>>('POST', '/plugins/countdown/instances', { label: 'Trip' });
  assert.equal(added.body, { plugin_id: 'countdown', instance_label: 'trip', instance_key: 'countdown:trip' });
  await rig.call('PUT', '/plugins/countdown:trip/config', {
    target_datetime: '2026-03-03T11:00:30',
    event_name: 'Trip',
  });
  await rig.call('POST', '/plugins/countdown:trip/enable');
  assert.is((await rig.call<SourceVariables>('GET', '/plugins/countdown:trip/variables')).body.values['days'], 1);
  const { body } = await rig.call<{ instances: { label: string; enabled: boolean }[] }>(
    'GET',
    '/plugins/countdown/instances',
  );
  assert.ok(body.instances.some(({ label, enabled }) => label === 'trip' && enabled));
  const demo = await rig.call<DemoPageAnswer>('POST', '/plugins/countdown:trip/demo-page');
  assert.match(JSON.stringify(demo.body.page.template), /\{\{countdown:trip\.days\}\}/);
  assert.ok((await rig.call<Preview>('POST', `/pages/${demo.body.page.id}/preview`)).body.message.includes('1 DAYS'));
  assert.equal((await rig.call('DELETE', '/plugins/countdown/instances/trip')).body, { id: 'countdown:trip' });
  assert.is(await status('DELETE', '/plugins/countdown/instances/trip'), 404);
  assert.is(await status('GET', '/plugins/countdown:trip'), 404);
});

test('a push: what is off, unsigned, no object, or takes none', async () => {
  assert.is(await status('POST', '/plugins/webhook/receive', { message: 'HI' }), 400);
  await rig.call('POST', '/plugins/webhook/enable');
  assert.equal((await rig.call('POST', '/plugins/webhook/receive', { message: 'HI', n: 1 })).body, {
    status: 'ok',
    plugin_id: 'webhook',
  });
  assert.equal((await rig.call<PluginData>('GET', '/plugins/webhook/data')).body.data, { message: 'HI', n: 1 });
  assert.is(await status('POST', '/plugins/webhook/receive', [1]), 400);
  assert.is(await status('POST', '/plugins/webhook/receive', '{"half"'), 400);
  assert.is(await status('POST', '/plugins/date_time/receive', {}), 405);
  await rig.call('PUT', '/plugins/webhook/config', { secret: 'key' });
  assert.is(await status('POST', '/plugins/webhook/receive', { message: 'NO' }), 403);
  const body = '{"message":"SIGNED"}';
  const signed = await rig.appliance.call('POST', '/plugins/webhook/receive', body, {
    'X-Webhook-Signature': `sha256=${createHmac('sha256', 'key').update(body).digest('hex')}`,
  });
  assert.is(signed.status, 200);
});

test('a source that fails is listed with its error, and no more once it is off', () =>
  withServer(
    (_request, response) => response.writeHead(503).end(),
    async (base) => {
      await rig.call('PUT', '/plugins/json/config', { url: base });
      await rig.call('POST', '/plugins/json/enable');
      await rig.call('GET', '/plugins/json/data');
      const errors = async () =>
        (
          await rig.call<{ errors: { plugin_id: string; error: string }[] }>('GET', '/plugins/errors')
        ).body.errors.filter(({ plugin_id }) => plugin_id === 'json');
      assert.match((await errors())[0]?.error ?? '', /503/);
      await rig.call('POST', '/plugins/json/disable');
      assert.equal(await errors(), []);
    },
  ));

const SETTINGS: Record<string, object> = {
  countdown: { target_datetime: '2026-12-24T18:00' },
  calendar: { url: 'http://127.0.0.1:9/' },
  rss: { url: 'http://127.0.0.1:9/' },
  json: { url: 'http://127.0.0.1:9/' },
  mqtt: { connection: { url: 'mqtt://127.0.0.1:9' }, topics: [{ topic: 'a' }] },
  home_assistant: { url: 'http://127.0.0.1:9/', token: 't' },
  guest_wifi: { ssid: 'A', password: 'B' },
  stocks: { symbols: ['A'] },
};
const SIZES = [
  ['flagship', 6, 22],
  ['note', 3, 15],
] as const;

for (const plugin of PLUGINS) {
  if (isTransition(plugin)) continue;
  const { id } = plugin.manifest;
  test(`${id}: lays itself out for a board`, () => assert.type(plugin.format, 'function'));
  for (const [device_type, rows, cols] of SIZES) {
    test(`${id}: has a demo page for a ${device_type}, one only`, async () => {
      if (SETTINGS[id]) await rig.call('PUT', `/plugins/${id}/config`, { config: SETTINGS[id] });
      const path = `/plugins/${id}/demo-page?device_type=${device_type}`;
      assert.equal((await rig.call<DemoPageStatus>('GET', path)).body.exists, false);
      const made = await rig.call<DemoPageAnswer>('POST', path);
      assert.equal(
        [made.status, made.body.recreated, made.body.page.demo_plugin_id, made.body.page.device_type],
        [201, false, id, device_type],
      );
      await rig.call('PUT', `/pages/${made.body.page.id}`, { name: 'Changed' });
      const again = (await rig.call<DemoPageAnswer>('POST', path)).body;
      assert.equal([again.recreated, again.page.id, again.page.name], [true, made.body.page.id, made.body.page.name]);
      assert.equal((await rig.call<DemoPageStatus>('GET', path)).body.page_id, made.body.page.id);
      assert.ok((await detail(id)).demo_page_id);
      const preview = await rig.call<Preview>('POST', `/pages/${made.body.page.id}/preview`);
      if (made.body.page.type === 'template')
        assert.equal(
          preview.body.raw.characters.map((row) => row.length),
          Array.from({ length: rows }, () => cols),
        );
    });
  }
}

test('a demo page wants a plugin that is configured', async () => {
  await rig.call('PUT', '/plugins/stocks/config', {});
  assert.is(await status('POST', '/plugins/stocks/demo-page'), 400);
});

test('a demo page for a board of an odd size shows the own lines of the plugin', async () => {
  await rig.store((state) => ({
    boards: state.boards.map((board, index) =>
      index === 0 ? { ...board, device_type: 'panel' as const, grid_rows: 4, grid_cols: 30 } : board,
    ),
  }));
  const { page } = (await rig.call<DemoPageAnswer>('POST', '/plugins/date_time/demo-page')).body;
  assert.equal([page.type, page.display_type, page.grid_rows, page.grid_cols], ['single', 'date_time', 4, 30]);
  const { body } = await rig.call<Preview>('POST', `/pages/${page.id}/preview`);
  assert.ok(body.message.includes('11:00'));
  const other = (await rig.call<DemoPageAnswer>('POST', `/plugins/date_time/demo-page?board_id=${rig.wall}`)).body.page;
  assert.is(other.type, 'template');
  await rig.store((state) => ({
    boards: state.boards.map((board, index) =>
      index === 0 ? { ...board, device_type: 'flagship' as const, grid_rows: null, grid_cols: null } : board,
    ),
  }));
  assert.is(await status('POST', '/plugins/date_time/demo-page?board_id=nope'), 404);
  assert.is(await status('POST', `/plugins/date_time/demo-page?board_id=${rig.wall}&device_type=note`), 400);
  assert.is(await status('POST', '/plugins/date_time/demo-page?device_type=wall'), 422);
});

test('a source that died goes missing at its age, and the conditions name it', async () => {
  let isUp = true;
  const id = await rig.page('Mine', ['{{json.t}} {{json.age}}', '{{=FRESH(json.t, "30s", "OLD")}}']);
  const conditions = async () => (await rig.call<Conditions>('GET', '/boards/conditions')).body;
  await withServer(
    (request, response) => (isUp ? serveJson({ t: 7 })(request, response) : response.destroy()),
    async (base) => {
      const config = { url: base, variables: [{ name: 't', path: 't' }], refresh_seconds: 10, max_age_seconds: 60 };
      const { body } = await rig.call<FlatPluginDetail>('PUT', '/plugins/json/config', { config });
      assert.equal([body.max_age_seconds, body.config['max_age_seconds']], [60, 60]);
      await rig.call('POST', '/plugins/json/enable');
      await rig.call('PUT', `/v1/boards/${rig.wall}/active-page`, { page_id: id });
      const shown = async () => (await rig.call<Preview>('POST', `/pages/${id}/preview`)).body.lines.slice(0, 2);
      const trimmed = async () => (await shown()).map((line) => line.trim());
      assert.equal(await trimmed(), ['7 0', '7']);
      assert.equal((await conditions()).stale, []);
      isUp = false;
      await clock.advance(61_000);
      await until(async () => (await conditions()).stale.length > 0);
      const { stale, conditions: all } = await conditions();
      assert.equal([stale[0]?.plugin, all.at(-1)?.stale], ['json', stale]);
      assert.ok(Math.abs(Date.parse(stale[0]?.since ?? '') - clock.now()) <= 61_000);
      assert.equal(await trimmed(), ['- 1', 'OLD']);
    },
  );
  await rig.call('PUT', `/v1/boards/${rig.wall}/active-page`, { page_id: null });
});

test.run();
