// needs: mosquitto
import type { MqttClient } from 'mqtt';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PASSWORD, USER, startMosquitto, type Mosquitto } from '../hw/panel/mqtt-text/mosquitto.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';

let broker: Mosquitto;
let observer: MqttClient;
let appliance: Appliance;
/** What the broker retains, by topic. */
const kept = new Map<string, string>();
const test = suite('what lies at the broker after connecting');

const connected = async () => (await appliance.call<{ connected: boolean }>('GET', '/mqtt/status')).body.connected;
const moveTo = (port: number) =>
  appliance.call<{ instance_id: string }>('PUT', '/settings/mqtt', {
    enabled: true,
    broker_host: '127.0.0.1',
    broker_port: port,
    username: USER,
    password: PASSWORD,
  });
const topicsOf = (id: string) => [...kept.keys()].filter((topic) => topic.includes(id));

test.before(async () => {
  broker = await startMosquitto();
  observer = await broker.connect();
  observer.on('message', (topic, payload) => {
    if (payload.length === 0) kept.delete(topic);
    else kept.set(topic, payload.toString());
  });
  await observer.subscribeAsync(['flapbox/#', 'homeassistant/#']);
  appliance = await startAppliance();
});
test.after(async () => {
  await appliance.close();
  await observer.endAsync(true);
  await broker.close();
});

test('a board that was removed while the broker was away is taken from it, and nothing of anybody else', async () => {
  const port = Number(broker.url.split(':').at(-1));
  const { instance_id: own } = (await moveTo(port)).body;
  await appliance.call('POST', '/settings/board/add', { id: 'gone', device_type: 'note' });
  await appliance.call('POST', '/settings/board/add', { id: 'stays', device_type: 'note' });
  await until(() => topicsOf('/gone/').length >= 15 && kept.has('flapbox/board/gone/picture/image'));
  assert.is(kept.get('flapbox/board/gone/availability'), 'online');
  await moveTo(await freePort());
  await until(async () => !(await connected()));
  await appliance.call('DELETE', '/settings/board/gone');
  const retain = (topic: string, payload: string) => observer.publishAsync(topic, payload, { retain: true, qos: 1 });
  const foreign = { device: { identifiers: ['other_far'], via_device: 'other' }, at: 'flapbox/board/far/x/state' };
  const others: [string, string][] = [
    ['homeassistant/device/other_far/config', JSON.stringify({ ...foreign, list: ['flapbox/board/far/paused/state'] })],
    [`homeassistant/device/${own}_like/config`, JSON.stringify({ device: { identifiers: [`${own}_like`] } })],
    ['homeassistant/sensor/thing/config', '{}'],
    ['flapbox/board/far/paused/state', 'ON'],
    ['flapbox/board/gone/paused/set', 'ON'],
    ['flapbox/hubs/0123456789abcdef', '{}'],
    ['flapbox/thing/state', 'ON'],
  ];
  for (const [topic, payload] of others) await retain(topic, payload);
  const stale = ['flapbox/board/ghost/availability', 'flapbox/board/stays/of_an_earlier_version/state'];
  for (const topic of stale) await retain(topic, 'online');
  await moveTo(port);
  await until(connected);
  await until(() => topicsOf('gone').join() === 'flapbox/board/gone/paused/set');
  await until(() => !stale.some((topic) => kept.has(topic)));
  for (const [topic, payload] of others) assert.is(kept.get(topic), payload, topic);
  assert.is(kept.get('flapbox/board/stays/availability'), 'online');
  assert.ok(kept.has('flapbox/board/stays/picture/image'), 'the picture of a board that is there stays');
  assert.ok(kept.has(`homeassistant/device/${own}_stays/config`));
  assert.is(kept.get('flapbox/status'), 'online');
});

test('what lies under former topics goes, where they were changed while the broker was away', async () => {
  const port = Number(broker.url.split(':').at(-1));
  await observer.publishAsync('flapbox/lamp/state', 'ON', { retain: true, qos: 1 });
  await moveTo(await freePort());
  await until(async () => !(await connected()));
  const own = () => [...kept.keys()].filter((topic) => /^(flapbox|homeassistant)\//.test(topic));
  assert.ok(own().length > 40);
  await appliance.call('PUT', '/settings/mqtt', { base_topic: 'house', discovery_prefix: 'ha' });
  await observer.subscribeAsync(['house/#', 'ha/#']);
  await moveTo(port);
  await until(() => kept.get('house/status') === 'online' && !kept.has('flapbox/status'));
  const foreign = [
    'flapbox/board/far/paused/state',
    'flapbox/board/gone/paused/set',
    'flapbox/hubs/0123456789abcdef',
    'flapbox/lamp/state',
    'flapbox/thing/state',
    ...[...kept.keys()].filter((topic) => /^homeassistant\/(?:device\/.*(?:_far|_like)|sensor)/.test(topic)).sort(),
  ];
  await until(() => own().length <= foreign.length);
  assert.equal(own().sort(), foreign);
  await appliance.call('PUT', '/settings/mqtt', { base_topic: 'flapbox', discovery_prefix: 'homeassistant' });
  await until(() => kept.get('flapbox/status') === 'online' && !kept.has('house/status'));
});

test('the appliance is an update entity, and the codes of what a board shows are an attribute', async () => {
  const { version } = (await appliance.call<{ version: string }>('GET', '/system/update/status')).body;
  await until(() => kept.has('flapbox/update/state'));
  assert.equal(JSON.parse(kept.get('flapbox/update/state') ?? ''), {
    installed_version: version,
    latest_version: version,
    in_progress: false,
    update_percentage: null,
  });
  await appliance.call('POST', '/v1/boards/stays/message', { text: 'AB' });
  const attributes = () =>
    JSON.parse(kept.get('flapbox/board/stays/current_message/attributes') ?? '{}') as {
      characters?: number[][] | null;
      guessed?: boolean;
    };
  const codes = () => attributes().characters;
  await until(() => codes()?.flat().includes(2) === true);
  const { body } = await appliance.call<{ characters: number[][] }>('GET', '/v1/boards/stays');
  assert.equal(codes(), body.characters);
  assert.is(attributes().guessed, false);
});

test.run();
