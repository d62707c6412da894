import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { EMPTY_PROGRAMME } from '../../src/core/programme.ts';
import type { Page } from '../../src/schema/content/pages.ts';
import type { PluginDetail } from '../../src/schema/plugins/plugins.ts';
import { plainMessage } from '../../src/service/messages/stored.ts';
import { changedPages, renamePlugin } from '../../src/service/plugins.ts';
import { sampleCollection, samplePage } from '../support/sample-state.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';

const test = suite('renaming an instance of a plugin');
let appliance: Appliance;
const rename = (from: string, label: string) =>
  appliance.call<{ instance_key: string; pages: string[] }>('PATCH', `/plugins/countdown/instances/${from}`, { label });
const make = async (name: string, rest: object): Promise<string> =>
  (await appliance.call<Page>('POST', '/v1/pages', { name, type: 'template', device_type: 'flagship', ...rest })).body
    .id;
const read = async (id: string): Promise<Page> => (await appliance.call<Page>('GET', `/v1/pages/${id}`)).body;

test.before.each(async () => {
  appliance = await startAppliance();
  for (const label of ['trip', 'trip-two']) await appliance.call('POST', '/plugins/countdown/instances', { label });
});
test.after.each(() => appliance.close());

test('its settings and every page that names it follow; others stay', async () => {
  await appliance.call('PUT', '/plugins/countdown:trip/config', {
    config: { target_date: '2031-01-01', name: 'TRIP' },
  });
  const before = (await appliance.call<PluginDetail>('GET', '/plugins/countdown:trip')).body;
  const uses = await make('Uses', {
    template: [
      '{{countdown:trip.days|pad:3}} countdown:trip',
      '{{= UPPER(countdown:trip.name) }} {{countdown:trip-two.days}}',
    ],
  });
  const alone = await make('Alone', { template: ['{{countdown:trip-two.days}}'] });
  const single = await make('Single', { type: 'single', display_type: 'countdown:trip' });
  const { status, body } = await rename('trip', 'Journey');
  assert.equal([status, body.instance_key, body.pages], [200, 'countdown:journey', ['Uses', 'Single']]);
  assert.equal((await read(uses)).template?.slice(0, 2), [
    '{{countdown:journey.days|pad:3}} countdown:trip',
    '{{= UPPER(countdown:journey.name) }} {{countdown:trip-two.days}}',
  ]);
  assert.is((await read(alone)).template?.[0], '{{countdown:trip-two.days}}');
  assert.is((await read(single)).display_type, 'countdown:journey');
  const after = (await appliance.call<PluginDetail>('GET', '/plugins/countdown:journey')).body;
  assert.equal([after.config, after.enabled], [before.config, before.enabled]);
  assert.is((await appliance.call('GET', '/plugins/countdown:trip')).status, 404);
});

for (const [what, from, label, status, says] of [
  ['a label that is taken', 'trip', 'trip-two', 409, /label: there is already/],
  ['a label that is none', 'trip', 'a b', 400, /label:/],
  ['an unknown instance', 'nope', 'x', 404, /./],
  ['its own label', 'trip', 'TRIP', 200, /^$/],
] as const) {
  test(`${what}: ${status}`, async () => {
    const answer = await rename(from, label);
    assert.is(answer.status, status);
    assert.match(String((answer.body as { detail?: string }).detail ?? ''), says);
  });
}

test('what is asked at once is done once, and a change brings back nothing that is removed', async () => {
  const statusesOf = async (...asked: Promise<{ status: number }>[]): Promise<number[]> =>
    (await Promise.all(asked)).map(({ status }) => status).sort();
  const labels = async (): Promise<string[]> =>
    (
      await appliance.call<{ instances: { label: string }[] }>('GET', '/plugins/countdown/instances')
    ).body.instances.map(({ label }) => label);
  assert.equal(await statusesOf(rename('trip', 'one'), rename('trip-two', 'one')), [200, 409]);
  assert.is((await labels()).length, 2);
  const add = () => appliance.call('POST', '/plugins/countdown/instances', { label: 'new' });
  assert.equal(await statusesOf(add(), add(), add()), [201, 409, 409]);
  const remove = () => appliance.call('DELETE', '/plugins/countdown/instances/new');
  const enable = () => appliance.call('POST', '/plugins/countdown:new/enable');
  // Whichever comes first: what was removed does not come back.
  assert.is((await Promise.all([remove(), enable()]))[0].status, 200);
  assert.not.ok((await labels()).includes('new'));
});

test('the rules and conditions of collections follow too, messages, and rows and demos of pages; what does not name it is the same', () => {
  const rule = (expression: string) => ({ expression, page_id: 'p1' });
  const collection = (id: string, ...expressions: string[]) => ({
    ...sampleCollection(id),
    variable: { rules: expressions.map(rule), default_page_id: 'p1', poll_seconds: 10 },
  });
  const row = (source: string) => ({ source, row_index: 0, target_row: 0 });
  const plain = { enabled: true, config: {}, secrets: {} };
  const page = { ...samplePage('p1'), rows: [row('Weather:Paris'), row('weather')], demo_plugin_id: 'weather:paris' };
  const lines = {
    kind: 'template' as const,
    template: ['{{weather:paris.rain}}', 'weather:paris'],
    line_metadata: null,
  };
  const before = {
    programmes: {
      b1: { ...EMPTY_PROGRAMME, messages: [plainMessage(lines), plainMessage({ kind: 'page', page_id: 'p1' })] },
      b2: { ...EMPTY_PROGRAMME, messages: [plainMessage({ ...lines, template: ['{{weather.rain}}'] })] },
    },
    plugins: { weather: plain, 'weather:paris': plain },
    pages: [page, samplePage('p2')],
    collections: [
      collection('c1', 'weather:paris.rain > 1', 'weather:paris-north.rain > weather.rain', 'my.weather:paris'),
      sampleCollection('c2'),
      {
        ...sampleCollection('c3'),
        members: [{ page_id: 'p1', condition: 'weather:paris.rain > 1' }, { page_id: 'p2' }],
      },
    ],
  };
  const after = renamePlugin(before, 'weather:paris', 'weather:rome');
  assert.equal(
    after.programmes['b1']?.messages.map(({ content }) =>
      content.kind === 'template' ? content.template : content.kind,
    ),
    [['{{weather:rome.rain}}', 'weather:paris'], 'page'],
  );
  assert.ok(after.programmes['b2'] === before.programmes.b2);
  assert.equal(Object.keys(after.plugins), ['weather', 'weather:rome']);
  assert.equal(
    after.collections[0]?.variable?.rules.map(({ expression }) => expression),
    ['weather:rome.rain > 1', 'weather:paris-north.rain > weather.rain', 'my.weather:paris'],
  );
  assert.equal(after.collections[2]?.members, [
    { page_id: 'p1', condition: 'weather:rome.rain > 1' },
    { page_id: 'p2' },
  ]);
  assert.equal(
    [after.pages[0]?.rows?.map(({ source }) => source), after.pages[0]?.demo_plugin_id],
    [['weather:rome', 'weather'], 'weather:rome'],
  );
  assert.ok(after.pages[1] === before.pages[1] && after.collections[1] === before.collections[1]);
  assert.equal(changedPages(before, after), ['Page p1']);
});

test.run();
