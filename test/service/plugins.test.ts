import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Page } from '../../src/schema/content/pages.ts';
import type { PluginDetail } from '../../src/schema/plugins/plugins.ts';
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

test.run();
