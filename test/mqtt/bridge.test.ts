import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Fault } from '../../src/fault.ts';
import { settle } from '../support/fake-clock.ts';
import { BASE, HA, createBridge } from './rig.ts';

// The bridge over a session of the test; a real broker and Home Assistant's own reading of it are in test/system.

const test = suite('mqtt/bridge');

test('it connects as the settings say, and is told as it stands', async () => {
  const { bridge, opened, start, clock } = createBridge();
  const { enabled, running, connected, broker, source, error, last_connected_at } = bridge.status();
  assert.equal(
    [enabled, running, connected, broker, source, error, last_connected_at],
    [false, false, false, null, 'settings', null, null],
  );
  await start();
  const [one] = opened;
  assert.equal(
    [one?.address.url, one?.address.password, one?.will],
    ['mqtt://broker:1883', 'broker-password', { topic: `${BASE}/status`, payload: 'offline' }],
  );
  const now = bridge.status();
  assert.equal(
    [now.enabled, now.running, now.connected, now.broker, now.error],
    [true, true, true, 'mqtt://broker:1883', null],
  );
  assert.is(now.last_connected_at, new Date(clock.now()).toISOString());
  await bridge.stop();
  assert.equal([bridge.status().running, bridge.status().connected], [false, false]);
});

test('the address of the environment goes before the settings, and counts without them', async () => {
  const { bridge, opened, changeMqtt, start } = createBridge({ url: 'tls://ann:p%20w@other:8883' });
  changeMqtt({ enabled: false });
  await start();
  const { url, username, password } = opened[0]?.address ?? {};
  assert.equal([url, username, password, bridge.status().source], ['mqtts://other:8883', 'ann', 'p w', 'environment']);
});

test('a failure is told until there is a connection', async () => {
  const { bridge, opened, start, connection } = createBridge();
  await start();
  connection.connected = false;
  opened[0]?.events.failed(null);
  assert.is(bridge.status().error, 'The connection to the broker was lost.');
  opened[0]?.events.failed('The broker does not answer.');
  opened[0]?.events.failed(null);
  assert.is(bridge.status().error, 'The broker does not answer.');
  assert.throws(
    () => bridge.republish(),
    (error: Fault) => error.status === 503 && /does not answer/.test(error.detail),
  );
  connection.connected = true;
  opened[0]?.events.connected();
  assert.is(bridge.status().error, null);
});

test('devices are announced first, then it is online, then come the states; nothing is said twice', async () => {
  const { start, since, kept, clock, bridge } = createBridge();
  await start();
  const all = since();
  assert.is(all[0], `+ ${BASE}/+/set ${BASE}/board/+/+/set ${HA}/status`);
  const at = (begin: string): number => all.findIndex((one) => one.startsWith(begin));
  const last = (begin: string): number => all.findLastIndex((one) => one.startsWith(begin));
  assert.ok(last(`${HA}/device/`) < at(`${BASE}/status online`));
  assert.ok(at(`${BASE}/status online`) < at(`${BASE}/page_count/state 1`));
  const states = {
    [`${BASE}/display_service/state`]: 'ON',
    [`${BASE}/transition_style/state`]: 'instant',
    [`${BASE}/uptime/state`]: '90',
    [`${BASE}/version/state`]: '1.2.3',
    [`${BASE}/board_api_mode/state`]: 'Local API',
    [`${BASE}/active_plugins/state`]: '1',
    [`${BASE}/output_target/state`]: 'both',
    [`${BASE}/board/b2/availability`]: 'online',
    [`${BASE}/board/b2/current_page/state`]: 'Page p1',
    [`${BASE}/board/b1/current_message/state`]: 'HELLO YOU',
    [`${BASE}/board/b2/current_message/state`]: 'SECOND',
    [`${BASE}/current_message/state`]: 'HELLO YOU',
  };
  assert.equal(Object.fromEntries(Object.keys(states).map((topic) => [topic, kept.get(topic)])), states);
  const { page_index, source, by_board } = JSON.parse(kept.get(`${BASE}/current_page/attributes`) ?? '{}');
  assert.equal([page_index, source, Object.keys(by_board)], [0, 'manual', ['b1', 'b2']]);
  bridge.changed();
  await clock.advance(150);
  assert.equal(since(BASE), []);
  bridge.republish();
  assert.ok(since(HA).length > 0);
});

test('what changes is published a moment later, once', async () => {
  const { start, since, clock, change, facts } = createBridge();
  await start();
  since();
  change({ pages: [] });
  facts.strategy = 'column';
  change({ plugins: {} });
  await clock.advance(149);
  assert.equal(since(), []);
  await clock.advance(1);
  const said = since(`${BASE}/`);
  for (const wanted of ['page_count/state 0', 'active_plugins/state 0', 'transition_style/state column'])
    assert.ok(said.includes(`${BASE}/${wanted}`), wanted);
  facts.strategy = 'plugin:mine';
  await clock.advance(30_000);
  assert.ok(since().includes(`${BASE}/transition_style/state None`), 'what has no event is looked at every 30 s');
});

test('a board that goes takes its topics along, and favourites that go are taken from the device', async () => {
  const { start, since, clock, change, kept, now } = createBridge();
  await start();
  since();
  const before = now().boards;
  change({ boards: before.slice(0, 1), favourites: [] });
  await clock.advance(150);
  assert.equal(
    [...kept.keys()].filter((topic) => topic.includes('b2')),
    [],
  );
  const device = [...kept].find(
    ([topic, payload]) => topic.startsWith(`${HA}/device/`) && payload.includes('Appliance'),
  );
  const { components } = JSON.parse(device?.[1] ?? '{}');
  const favourite = Object.entries(components).find(([name]) => name.includes('f1'));
  assert.equal(favourite?.[1], { platform: 'button' });
  change({ boards: before });
  await clock.advance(150);
  assert.is(kept.get(`${BASE}/board/b2/availability`), 'online', 'and comes back with them');
});

test('what an earlier session left at the broker is taken from it', async () => {
  const { start, since, clock, hear, kept } = createBridge();
  await start();
  since();
  await hear(`${BASE}/board/gone/availability`, 'online', true);
  await hear(`${BASE}/board/b1/availability`, 'online', true);
  await clock.advance(3000);
  const said = since();
  assert.ok(said.includes(`${BASE}/board/gone/availability `));
  assert.not(kept.has(`${BASE}/board/gone/availability`));
  assert.not(said.includes(`${BASE}/board/b1/availability `));
  assert.ok(said.some((one) => one.startsWith(`- ${HA}/device/+/config`)));
});

test('another place clears the old one; switched off it says so and is gone', async () => {
  const { start, connect, since, kept, changeMqtt, opened, bridge } = createBridge();
  await start();
  since();
  changeMqtt({ base_topic: 'house' });
  assert.equal([...kept.keys()], []);
  assert.equal(since('end'), [`end ${BASE}/status `]);
  await connect();
  assert.is(kept.get('house/status'), 'online');
  changeMqtt({ username: 'ann' });
  assert.equal(since('end'), ['end house/status offline'], 'at the same place nothing is cleared');
  await connect();
  assert.is(opened.length, 3);
  changeMqtt({ enabled: false });
  assert.equal([bridge.status().enabled, since('end')], [false, ['end house/status ']]);
});

test('when Home Assistant starts, all is announced again within three seconds', async () => {
  const { start, since, clock, hear } = createBridge();
  await start();
  since();
  await hear(`${HA}/status`, 'offline');
  await clock.advance(3000);
  assert.equal(since(HA), []);
  await hear(`${HA}/status`, 'online');
  await clock.advance(3000);
  assert.ok(since(HA).length > 0);
});

test('a command is answered with its result; refusals and faults say why', async () => {
  const { start, since, hear, commands } = createBridge();
  await start();
  since();
  await hear(`${BASE}/display_service/set`, 'ON');
  const [done] = since(`${BASE}/result`).map((one) => JSON.parse(one.slice(`${BASE}/result `.length)));
  assert.equal([done.command, done.ok, done.timestamp], ['display_service', true, '2026-03-02T10:00:00.000Z']);
  await hear(`${BASE}/display_service/set`, 'OFF');
  const refused = since();
  assert.match(refused[0] ?? '', /"ok":false,"sent":false,"reason":"Not now."/);
  assert.match(refused.join('\n'), /command_refused\/state .*"event_type":"command_refused".*"reason":"Not now."/);
  await hear(`${BASE}/refresh_display/set`, '');
  const failed = since().join('\n');
  assert.match(failed, /Something went wrong inside the appliance/);
  assert.match(failed, /"event_type":"command_failed"/);
  assert.not.match(failed, /secret/);
  assert.equal(commands, ['start', 'stop']);
});

test('a command that lies retained was executed before, and of a burst the newest counts', async () => {
  const { start, commands, opened, hear } = createBridge();
  await start();
  await hear(`${BASE}/refresh_interval/set`, '20', true);
  assert.equal(commands, []);
  for (const seconds of ['30', '40', '50'])
    opened[0]?.events.message(`${BASE}/refresh_interval/set`, Buffer.from(seconds), false);
  await settle();
  assert.equal(commands, ['30', '50']);
  await hear('elsewhere/refresh_interval/set', '60');
  assert.equal(commands.length, 2);
});

test('silence that begins is an event; a board that fails is offline', async () => {
  const { start, since, clock, facts, kept } = createBridge();
  await start();
  since();
  facts.silent = true;
  facts.error = 'It does not answer.';
  await clock.advance(30_000);
  assert.match(since(`${BASE}/settings_changed/state`)[0] ?? '', /"silence_mode_changed".*"active":true/);
  assert.is(kept.get(`${BASE}/board/b1/availability`), 'offline');
  await clock.advance(30_000);
  assert.equal(since(`${BASE}/settings_changed/state`), []);
});

test('while a broker does not confirm, states wait and come later', async () => {
  const { start, since, clock, change, connection, kept } = createBridge();
  await start();
  since();
  connection.unconfirmed = 401;
  change({ pages: [] });
  await clock.advance(150);
  assert.equal(since(BASE), []);
  connection.unconfirmed = 400;
  await clock.advance(150);
  assert.is(kept.get(`${BASE}/page_count/state`), '0');
});

test.run();
