// needs: mosquitto
import type { MqttClient } from 'mqtt';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startEmulator, type Emulator } from '../../hw/emulator/vestaboard/emulator.ts';
import { PASSWORD, USER, startMosquitto, type Mosquitto } from '../hw/panel/mqtt-text/mosquitto.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { until } from '../support/until.ts';
import { usedHeap } from '../support/used-heap.ts';

let broker: Mosquitto;
let observer: MqttClient;
let appliance: Appliance;
let emulator: Emulator;
let wall = '';
let instance = '';
const EVENTS = /\/(display_updated|page_changed|settings_changed|command_refused)\/state$/;
/** The newest message of each topic, as a subscriber sees it; emptied ones are gone. */
const seen = new Map<string, string>();
/** The newest picture of each topic. */
const pictures = new Map<string, Buffer>();
const heard: { topic: string; payload: string; retain: boolean }[] = [];

const test = suite('MQTT');

const set = (object: string, payload: string, board: string | null = wall) =>
  observer.publishAsync(board ? `flapbox/board/${board}/${object}/set` : `flapbox/${object}/set`, payload);
const state = (object: string, board: string | null = wall) =>
  seen.get(board ? `flapbox/board/${board}/${object}/state` : `flapbox/${object}/state`);
const results = () =>
  heard
    .filter(({ topic }) => topic.endsWith('/result'))
    .map(
      ({ payload }) => JSON.parse(payload) as { command: string; ok: boolean; sent: boolean; reason: string | null },
    );
const events = (object: string, place = ''): Record<string, unknown>[] =>
  heard
    .filter(({ topic }) => topic.startsWith(`flapbox/${place}`) && topic.endsWith(`/${object}/state`))
    .map(({ payload, retain }) => ({ ...(JSON.parse(payload) as Record<string, unknown>), retain }));
const config = (id: string) =>
  JSON.parse(seen.get(`homeassistant/device/${id}/config`) ?? 'null') as {
    device: Record<string, unknown>;
    availability: { topic: string }[];
    components: Record<string, Record<string, unknown>>;
  } | null;
const status = async () =>
  (
    await appliance.call<{ connected: boolean; error: string | null; broker: string | null; enabled: boolean }>(
      'GET',
      '/mqtt/status',
    )
  ).body;
const connected = () => until(async () => (await status()).connected);

test.before(async () => {
  broker = await startMosquitto();
  observer = await broker.connect();
  observer.on('message', (topic, payload, packet) => {
    const text = payload.toString();
    if (topic.endsWith('/picture/image')) {
      if (payload.length === 0) pictures.delete(topic);
      else pictures.set(topic, payload);
      return;
    }
    heard.push({ topic, payload: text, retain: packet.retain });
    if (text === '') seen.delete(topic);
    else seen.set(topic, text);
  });
  await observer.subscribeAsync(['flapbox/#', 'homeassistant/#', 'home/#']);
  emulator = await startEmulator({ type: 'flagship', port: 0, key: 'k' });
  appliance = await startAppliance();
  const { body } = await appliance.call<{ boards: { id: string }[] }>('POST', '/settings/board/add', {
    device_type: 'flagship',
    name: 'Wall',
    host: `127.0.0.1:${emulator.port}`,
    local_api_key: 'k',
  });
  wall = body.boards[1]?.id ?? '';
  await appliance.call('POST', '/v1/pages', { name: 'Alpha', type: 'template', template: ['A'] });
  await appliance.call('POST', '/v1/pages', { name: 'Small', type: 'template', template: ['S'], device_type: 'note' });
  const [, port] = broker.url.split('127.0.0.1:');
  const { body: mqtt } = await appliance.call<{ instance_id: string }>('PUT', '/settings/mqtt', {
    enabled: true,
    broker_host: '127.0.0.1',
    broker_port: Number(port),
    username: USER,
    password: PASSWORD,
  });
  instance = mqtt.instance_id;
  await connected();
});
test.after(async () => {
  await appliance.close();
  await emulator.close();
  await observer.endAsync(true);
  await broker.close();
});
test.before.each(async () => {
  await appliance.call('PATCH', `/v1/boards/${wall}`, { paused: false, schedule_enabled: true });
  heard.length = 0;
});

test('the status names the broker and no password', async () => {
  const body = await status();
  assert.equal([body.enabled, body.connected, body.error, body.broker], [true, true, null, broker.url]);
});

test('a display with light is a light of Home Assistant, and a sensor may set it', async () => {
  const panel = { driver: 'virtual', connection: {} };
  const tablet = { id: 'tablet', device_type: 'panel', grid_rows: 3, grid_cols: 15, panel };
  await appliance.call('POST', '/settings/board/add', tablet);
  await until(() => config(`${instance}_tablet`) !== null);
  const place = 'flapbox/board/tablet';
  const { platform, brightness_scale, ...topics } = config(`${instance}_tablet`)?.components['light'] ?? {};
  assert.equal([platform, brightness_scale], ['light', 100]);
  assert.equal(
    ['state_topic', 'command_topic', 'brightness_state_topic', 'brightness_command_topic'].map((name) => topics[name]),
    [`${place}/light/state`, `${place}/light/set`, `${place}/brightness/state`, `${place}/brightness/set`],
  );
  await until(() => state('light', 'tablet') === 'ON' && state('brightness', 'tablet') === '100');
  await set('brightness', '37.4', 'tablet');
  await until(() => state('brightness', 'tablet') === '37');
  await set('light', 'OFF', 'tablet');
  await until(() => state('light', 'tablet') === 'OFF');
  await set('brightness', 'unavailable', 'tablet');
  await until(() => events('command_refused', 'board/tablet').length === 1);
  await set('brightness', '20');
  await until(() => events('command_refused', `board/${wall}`).length === 1);
  await appliance.call('DELETE', '/settings/board/tablet');
  await until(() => config(`${instance}_tablet`) === null && state('light', 'tablet') === undefined);
});

test('each board is a device, reached through the appliance', async () => {
  await until(() => config(`${instance}_${wall}`) !== null);
  const device = config(`${instance}_${wall}`);
  assert.equal(device?.device['identifiers'], [`${instance}_${wall}`]);
  assert.is(device?.device['name'], 'Wall');
  assert.is(device?.device['via_device'], instance);
  assert.equal(device?.availability, [{ topic: 'flapbox/status' }, { topic: `flapbox/board/${wall}/availability` }]);
  assert.is(device?.components['paused']?.['platform'], 'switch');
  assert.is(device?.components['paused']?.['command_topic'], `flapbox/board/${wall}/paused/set`);
  assert.is(device?.components['notify']?.['command_topic'], `flapbox/board/${wall}/send_message/set`);
  const { options } = device?.components['active_page'] ?? {};
  assert.equal(options, ['None', 'Welcome', 'Alpha']);
  const { home, light, ...components } = device?.components ?? {};
  assert.equal(home, { platform: 'button' }, 'a flagship has no command for that');
  assert.equal(light, { platform: 'light' }, 'flaps have no light');
  for (const [object, one] of Object.entries(components)) {
    assert.is(one['unique_id'], `${instance}_${wall}_${object}`);
    assert.ok(one['state_topic'] ?? one['command_topic'] ?? one['image_topic'], object);
  }
  assert.is(config(instance)?.device['via_device'], undefined);
});

const pictureTopic = (board: string): string => `flapbox/board/${board}/picture/image`;

test('each board is a picture, retained, and another one when it shows something else', async () => {
  const topic = pictureTopic(wall);
  await until(() => pictures.has(topic));
  assert.is(config(`${instance}_${wall}`)?.components['picture']?.['image_topic'], topic);
  await set('send_message', 'FIRST');
  await until(() => emulator.shown()[0]?.[0] === 6);
  const drawn = async () =>
    Buffer.from(await (await fetch(`${appliance.url}/api/boards/${wall}/picture.png?width=800`)).arrayBuffer());
  const first = await drawn();
  await until(() => pictures.get(topic)?.equals(first) ?? false);
  for (const word of ['SECOND', 'THIRD', 'FOURTH']) await set('send_message', word);
  await until(() => state('current_message') === 'FOURTH');
  const last = await drawn();
  await until(() => pictures.get(topic)?.equals(last) ?? false);
  const late = await broker.connect();
  const kept = new Promise<{ payload: Buffer; retain: boolean }>((resolve) =>
    late.on('message', (_topic, payload, { retain }) => resolve({ payload, retain })),
  );
  await late.subscribeAsync(topic);
  assert.equal([(await kept).payload.equals(last), (await kept).retain], [true, true]);
  await late.endAsync(true);
});

test('pictures can be switched off, and are gone from the broker then', async () => {
  const topic = pictureTopic(wall);
  await until(() => pictures.has(topic));
  await appliance.call('PUT', '/settings/mqtt', { pictures: false });
  await until(() => pictures.size === 0);
  assert.equal(config(`${instance}_${wall}`)?.components['picture'], { platform: 'image' });
  assert.ok(await status().then(({ connected: still }) => still));
  await appliance.call('PUT', '/settings/mqtt', { pictures: true });
  await until(() => pictures.has(topic));
  assert.is(config(`${instance}_${wall}`)?.components['picture']?.['content_type'], 'image/png');
});

test('states are there, and retained', async () => {
  await until(() => state('source') !== undefined);
  assert.equal(
    [
      state('paused'),
      state('schedule_enabled'),
      state('active_page'),
      state('fault'),
      state('drifted'),
      state('silence_mode'),
    ],
    ['OFF', 'ON', 'None', 'OFF', 'OFF', 'OFF'],
  );
  assert.is(seen.get('flapbox/status'), 'online');
  assert.is(seen.get(`flapbox/board/${wall}/availability`), 'online');
  assert.equal(
    [state('display_service', null), state('version', null), state('page_count', null)],
    ['ON', '0.0.0', '3'],
  );
  assert.is(state('current_page', null), 'Welcome', 'the flat topics tell of the primary board');
  const late = await broker.connect();
  const got: string[] = [];
  late.on('message', (topic) => got.push(topic));
  await late.subscribeAsync('flapbox/#');
  await until(() => got.includes(`flapbox/board/${wall}/paused/state`));
  assert.not.ok(
    got.some((topic) => EVENTS.test(topic)),
    'events are not retained',
  );
  await late.endAsync(true);
});

test('a message reaches the flaps, and the result reports it', async () => {
  await set('send_message', 'HELLO\\nZOE');
  await until(() => emulator.shown()[0]?.[0] === 8);
  assert.is(emulator.shown()[1]?.[0], 26);
  await until(() => results().length > 0);
  assert.equal(
    results().map(({ command, ok, sent }) => [command, ok, sent]),
    [['send_message', true, true]],
  );
  await until(() => events('display_updated').length > 0);
  const [event] = events('display_updated');
  assert.equal([event?.['event_type'], event?.['retain']], ['message_sent', false]);
  assert.match(String(event?.['timestamp']), /^\d{4}-.*Z$/);
  await until(() => state('current_message') === 'HELLO ZOE');
});

test('JSON picks a board by id or name, and a time', async () => {
  await set('send_message', JSON.stringify({ board: 'wall', message: 'TEA', duration_minutes: 5 }), null);
  await until(() => emulator.shown()[0]?.[0] === 20);
  await until(
    async () =>
      (await appliance.call<{ override_expires_at: string | null }>('GET', `/v1/boards/${wall}`)).body
        .override_expires_at !== null,
  );
  await set('clear_message', 'PRESS');
  await until(
    async () =>
      (await appliance.call<{ override_expires_at: string | null }>('GET', `/v1/boards/${wall}`)).body
        .override_expires_at === null,
  );
});

test('an unknown board, page or word is refused, and moves nothing', async () => {
  const before = JSON.stringify(emulator.shown());
  await set('send_message', JSON.stringify({ board_id: 'nowhere', text: 'X' }), null);
  await set('active_page', 'Nothing');
  await until(() => results().some(({ command }) => command === 'active_page'));
  await set('active_page', 'Small');
  await set('paused', 'perhaps');
  await set('explode', 'now');
  // The answer to the last command of the test before may come late.
  const refused = () => results().filter(({ command }) => command !== 'clear_message');
  await until(() => refused().length === 5);
  await until(() => events('command_refused').length === 5);
  assert.equal(
    events('command_refused', 'command_refused').length,
    1,
    'that of the unknown board is told at the appliance',
  );
  for (const { event_type, reason, command, retain } of events('command_refused')) {
    assert.equal([event_type, retain, typeof command], ['command_refused', false, 'string']);
    assert.ok(reason);
  }
  for (const { ok, reason } of refused()) {
    assert.is(ok, false);
    assert.ok(reason);
  }
  assert.is(JSON.stringify(emulator.shown()), before);
});

test('a command whose members name another board than its topic is refused', async () => {
  const shown = JSON.stringify(emulator.shown());
  const first = (await appliance.call<{ boards: { id: string; name: string }[] }>('GET', '/v1/boards')).body.boards[0];
  const orders: [object: string, members: object, board: string | null][] = [
    ['send_message', { board_id: first?.id, message: 'X' }, wall],
    ['send_message', { board: first?.name, message: 'X' }, wall],
    ['blank_board', { board: 'primary' }, wall],
    ['send_message', { board_id: wall, board: first?.id, message: 'X' }, null],
    ['all_paused', { board: wall, state: 'ON' }, null],
  ];
  for (const [object, members, board] of orders) {
    const before = results().length;
    await set(object, JSON.stringify(members), board);
    await until(() => results().length > before);
  }
  assert.equal(
    results().map(({ ok, sent }) => [ok, sent]),
    orders.map(() => [false, false]),
  );
  for (const { reason } of results()) assert.match(String(reason), /^board_id: /);
  assert.is(JSON.stringify(emulator.shown()), shown);
  const before = results().length;
  await set('send_message', JSON.stringify({ board: 'WALL', board_id: wall, message: 'SAME' }));
  await until(() => results().length > before);
  assert.equal(results().at(-1)?.ok, true, 'the same board by name and id');
});

test('no state is empty, and every device links to the interface', async () => {
  await until(() => state('last_display_update') !== undefined && config(instance) !== null);
  const first = (await appliance.call<{ boards: { id: string }[] }>('GET', '/v1/boards')).body.boards[0]?.id ?? '';
  assert.equal([state('last_display_update', first), state('error', first)], ['None', 'None']);
  assert.match(String(state('last_display_update')), /^\d{4}-/);
  for (const id of [instance, `${instance}_${wall}`])
    assert.is(config(id)?.device['configuration_url'], `${appliance.url}/`);
  await appliance.call('PUT', '/settings/mqtt', { external_url: 'https://flaps.example' });
  await connected();
  await until(() => config(instance)?.device['configuration_url'] === 'https://flaps.example');
  await appliance.call('PUT', '/settings/mqtt', { external_url: '' });
  await connected();
  await until(() => config(instance)?.device['configuration_url'] === `${appliance.url}/`);
});

test('pages are chosen by name, and stepped through', async () => {
  await set('active_page', 'alpha');
  await until(() => state('active_page') === 'Alpha' && emulator.shown()[0]?.[0] === 1);
  await until(() => events('page_changed').length > 0);
  await set('next_page', 'PRESS');
  await until(() => state('active_page') === 'Welcome');
  await set('previous_page', 'PRESS');
  await until(() => state('active_page') === 'Alpha');
  await set('active_page', 'None');
  await until(() => state('active_page') === 'None');
});

test('switches switch', async () => {
  for (const [object, off, on] of [
    ['paused', 'OFF', 'ON'],
    ['schedule_enabled', 'OFF', 'ON'],
  ] as const) {
    await set(object, on);
    await until(() => state(object) === 'ON');
    await set(object, off);
    await until(() => state(object) === 'OFF');
  }
});

test('over a page that a message covers nothing is chosen, until the page is chosen again', async () => {
  await set('active_page', 'Alpha');
  await until(() => state('active_page') === 'Alpha' && state('current_page') === 'Alpha');
  await set('send_message', 'COVER');
  await until(() => state('active_page') === 'None' && state('current_page') === 'None');
  await set('active_page', 'Alpha');
  await until(() => state('active_page') === 'Alpha' && state('current_page') === 'Alpha');
});

test('the flat topics have events, pages and the state of the first board, as the reference does', async () => {
  const first = (await appliance.call<{ boards: { id: string }[] }>('GET', '/v1/boards')).body.boards[0]?.id ?? '';
  await set('send_message', 'ONE', first);
  await until(
    () =>
      events('display_updated', `board/${first}/`).length > 0 &&
      events('display_updated', 'display_updated').length > 0,
  );
  assert.equal(
    events('display_updated', 'display_updated').map(({ event_type, retain }) => [event_type, retain]),
    [['message_sent', false]],
  );
  heard.length = 0;
  await set('send_message', JSON.stringify({ board: 'wall', message: 'TWO' }), null);
  await until(() => events('display_updated', `board/${wall}/`).length > 0);
  assert.is(events('display_updated', 'display_updated').length, 0, 'that was another board');
  const attributes = () =>
    JSON.parse(seen.get('flapbox/current_page/attributes') ?? '{}') as {
      page_id?: string;
      page_index?: number | null;
      by_board?: Record<string, { page_id: string; page_name: string }>;
    };
  await until(() => attributes().by_board?.[wall]?.page_name === 'None');
  await set('refresh_display', 'PRESS', first);
  await until(() => attributes().page_index === 0 && attributes().by_board?.[first]?.page_name === 'Welcome');
  assert.equal([state('board_api_mode', null), Number(state('uptime', null)) % 30], ['Unknown', 0]);
});

test('a command that does not say what to do does nothing', async () => {
  const shown = JSON.stringify(emulator.shown());
  // Of commands of one kind that come together only the newest is executed:
  // each waits for the result of the one before.
  const isRefused = async (command: string, payload: string, board?: null) => {
    const count = () => results().filter((one) => one.command === command && !one.ok).length;
    const before = count();
    await set(command, payload, board);
    await until(() => count() === before + 1);
  };
  for (const payload of ['{}', '{"foo":1}', '{"message":null}']) await isRefused('send_message', payload);
  await isRefused('active_page', '{}');
  for (const payload of ['', ' ', '{}', '0x40', 'abc']) await isRefused('refresh_interval', payload, null);
  assert.is(JSON.stringify(emulator.shown()), shown);
});

test('a paused board refuses messages with the reason', async () => {
  await appliance.call('PATCH', `/v1/boards/${wall}`, { paused: true });
  await set('send_message', 'NO');
  await until(() => results().length > 0);
  assert.equal(
    results().map(({ ok, sent }) => [ok, sent]),
    [[false, false]],
  );
  assert.match(String(results()[0]?.reason), /paused/);
});

test('the appliance itself takes commands', async () => {
  await set('display_service', 'OFF', null);
  await until(() => state('display_service', null) === 'OFF');
  await set('display_service', 'ON', null);
  await until(() => state('display_service', null) === 'ON');
  await set('transition_style', 'diagonal', null);
  await until(() => state('transition_style', null) === 'diagonal');
  await set('transition_style', 'instant', null);
  await set('refresh_interval', '60', null);
  await until(() => state('refresh_interval', null) === '60' && state('transition_style', null) === 'instant');
  await set('all_paused', 'ON', null);
  await until(() => state('paused') === 'ON');
  await set('all_paused', 'OFF', null);
  await until(() => state('paused') === 'OFF');
  await set('all_quiet', 'ON', null);
  await until(() => state('all_quiet', null) === 'ON' && state('quiet') === 'ON');
  await set('all_quiet', 'OFF', null);
  await until(() => state('all_quiet', null) === 'OFF' && state('quiet') === 'OFF');
});

test('blank and refresh', async () => {
  await set('active_page', 'Alpha');
  await until(() => emulator.shown()[0]?.[0] === 1);
  await set('blank_board', 'PRESS');
  await until(() =>
    emulator
      .shown()
      .flat()
      .every((code) => code === 0),
  );
  await set('refresh_display', 'PRESS');
  await until(() => emulator.shown()[0]?.[0] === 1);
});

test('a burst of 10,000 commands: the newest wins, and memory stays', async () => {
  const before = await usedHeap();
  for (let i = 0; i < 10_000; i++) observer.publish(`flapbox/board/${wall}/send_message/set`, `N ${i}`, { qos: 0 });
  await set('send_message', 'LAST');
  await until(() => emulator.shown()[0]?.slice(0, 4).join() === '12,1,19,20');
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.is(emulator.shown()[0]?.slice(0, 4).join(), '12,1,19,20', 'nothing older comes after it');
  assert.ok(results().length < 5000, `${results().length} were carried out`);
  assert.ok((await usedHeap()) - before < 64 * 1024 * 1024);
});

test('everything is published again when Home Assistant starts', async () => {
  seen.delete(`homeassistant/device/${instance}/config`);
  await observer.publishAsync('homeassistant/status', 'online');
  await until(() => config(instance) !== null);
});

test('a new page is in the list', async () => {
  await appliance.call('POST', '/v1/pages', { name: 'Beta', type: 'template', template: ['B'] });
  await until(() =>
    ((config(`${instance}_${wall}`)?.components['active_page']?.['options'] as string[] | undefined) ?? []).includes(
      'Beta',
    ),
  );
});

test('a board that is added is announced, and one that is removed is cleared', async () => {
  const { body } = await appliance.call<{ boards: { id: string }[] }>('POST', '/settings/board/add', {
    device_type: 'note',
    name: 'Guest',
  });
  const id = body.boards.at(-1)?.id ?? '';
  await until(() => config(`${instance}_${id}`) !== null && pictures.has(pictureTopic(id)));
  await appliance.call('DELETE', `/settings/board/${id}`);
  await until(() => config(`${instance}_${id}`) === null && ![...seen.keys()].some((topic) => topic.includes(id)));
  await until(() => !pictures.has(pictureTopic(id)));
});

test('a command that the broker keeps is not carried out again, and clearing it is none', async () => {
  const topic = `flapbox/board/${wall}/send_message/set`;
  await observer.publishAsync(topic, 'OLD', { retain: true, qos: 1 });
  await until(() => emulator.shown()[0]?.[0] === 15);
  await set('send_message', 'NEW');
  await until(() => emulator.shown()[0]?.[0] === 14 && results().filter(({ sent }) => sent).length === 2);
  const before = results().length;
  await appliance.call('PUT', '/settings/mqtt', { enabled: false });
  await until(async () => !(await status()).connected);
  await appliance.call('PUT', '/settings/mqtt', { enabled: true });
  await connected();
  await observer.publishAsync(topic, '', { retain: true, qos: 1 });
  await set('clear_message', 'PRESS');
  await until(() => results().length > before);
  assert.equal(
    results()
      .slice(before)
      .map(({ command }) => command),
    ['clear_message'],
  );
});

test('a broker that restarts is connected again, and gets everything again', async () => {
  await broker.kill();
  await until(async () => !(await status()).connected);
  assert.ok((await status()).error);
  assert.is((await appliance.call('GET', '/v1/health')).status, 200);
  assert.is(
    (await appliance.call('POST', `/v1/boards/${wall}/message`, { text: 'ALONE', force: true })).body['sent'],
    true,
  );
  seen.clear();
  await broker.restart();
  await connected();
  await until(() => observer.connected);
  await observer.subscribeAsync(['flapbox/#', 'homeassistant/#', 'home/#']);
  await until(() => config(`${instance}_${wall}`) !== null && state('paused') !== undefined);
});

test('a wrong password is described in a sentence, and corrected without a restart', async () => {
  await appliance.call('PUT', '/settings/mqtt', { password: 'wrong' });
  await until(async () => (await status()).error !== null);
  assert.match(String((await status()).error), /user|password|allow/i);
  await appliance.call('PUT', '/settings/mqtt', { password: PASSWORD });
  await connected();
});

test('another base topic takes everything back from the old one', async () => {
  await appliance.call('PUT', '/settings/mqtt', { base_topic: 'home/flaps' });
  await until(() => seen.get('home/flaps/status') === 'online' && !seen.has('flapbox/status'));
  await until(
    () =>
      ![...seen.keys()].some(
        (topic) =>
          topic.startsWith('flapbox/') && !EVENTS.test(topic) && !topic.endsWith('/result') && !topic.endsWith('/set'),
      ),
  );
  await appliance.call('PUT', '/settings/mqtt', { base_topic: 'flapbox' });
  await until(() => seen.get('flapbox/status') === 'online' && !seen.has('home/flaps/status'));
});

test('stopping publishes offline', async () => {
  await connected();
  await appliance.restart();
  assert.ok(heard.some(({ topic, payload }) => topic === 'flapbox/status' && payload === 'offline'));
  await connected();
  await until(() => seen.get('flapbox/status') === 'online');
});

test('disabled, everything is cleared', async () => {
  await appliance.call('PUT', '/settings/mqtt', { enabled: false });
  await until(() => !seen.has('flapbox/status') && config(instance) === null);
  const body = await status();
  assert.equal([body.enabled, body.connected], [false, false]);
  assert.is((await appliance.call('POST', '/mqtt/republish-discovery')).status, 503);
});

test('the environment takes precedence over the settings', async () => {
  const pinned = await startAppliance({
    env: { SERVICE_MQTT_URL: broker.url.replace('mqtt://', `mqtt://${USER}:${PASSWORD}@`) },
  });
  await until(async () => (await pinned.call<{ connected: boolean }>('GET', '/mqtt/status')).body.connected);
  const { body } = await pinned.call<{ source: string; broker: string }>('GET', '/mqtt/status');
  assert.equal([body.source, body.broker], ['environment', broker.url]);
  assert.is((await pinned.call('POST', '/mqtt/republish-discovery')).status, 200);
  await pinned.close();
});

test.run();
