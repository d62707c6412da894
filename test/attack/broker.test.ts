// needs: mosquitto
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { listHubs } from '../../hw/panel/broker/hub-search.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { never } from '../hw/rig.ts';
import { startMosquitto, type Mosquitto } from '../hw/panel/mqtt-text/mosquitto.ts';
import { reportOf } from '../hw/panel/broker/report.ts';
import { NOTE, TOPIC, access, frame, publish, send, shown, startHub } from '../system/follow-rig.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { until } from '../support/until.ts';

/** What strangers can do who may publish at the broker of a hub and its walls. */
const test = suite('attack/broker');

const WALLS = 8;
/** Beyond what a hub of an earlier test left at the topic. */
const FIRST = Date.now() + 3_600_000;

let broker: Mosquitto;
test.before(async () => {
  broker = await startMosquitto('max_queued_messages 0\nsys_interval 1\n');
});
test.after(() => broker.close());

const MiB = 1024 * 1024;

interface Told {
  readonly result: { readonly followers: { follower: string; online: boolean }[]; readonly left_out: string | null };
}
const listed = async (hub: Appliance): Promise<Told['result'] | undefined> =>
  (await hub.call<Told>('POST', '/boards/hall/actions/followers', {})).body.result;

test('a hub lists its walls beside thousands of states of strangers, and says what is too much', async () => {
  const client = await broker.connect();
  for (let at = 0; at < 500; at++)
    await client.publishAsync(
      `${TOPIC}/state/stranger-${at}`,
      reportOf({ name: 'stranger', error: 'x'.repeat(20_000) }),
      { qos: 0, retain: true },
    );
  for (let at = 0; at < 1500; at++) {
    const small = reportOf({ name: 's', characters: null, error: 'y'.repeat(2000) });
    await client.publishAsync(`${TOPIC}/state/small-${at}`, small, { qos: 0, retain: true });
  }
  const hub = await startHub(broker);
  const before = process.memoryUsage();
  try {
    await until(async () => ((await listed(hub))?.followers.length ?? 0) >= 1000);
    const { followers = [], left_out } = (await listed(hub)) ?? {};
    assert.is(followers.length, 1000);
    assert.match(left_out ?? '', /more walls are known and not listed/);
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    const more = (heapUsed + arrayBuffers - before.heapUsed - before.arrayBuffers) / MiB;
    assert.ok(more < 60, `${more} MiB more`);
  } finally {
    await hub.close();
    for (let at = 0; at < 500; at++) await client.publishAsync(`${TOPIC}/state/stranger-${at}`, '', { retain: true });
    for (let at = 0; at < 1500; at++) await client.publishAsync(`${TOPIC}/state/small-${at}`, '', { retain: true });
    await client.endAsync();
  }
});

test('thousands of strangers who ask to join do not hold up the frames of a hub', async () => {
  const client = await broker.connect();
  const ask = (at: number, payload: string, qos: 0 | 1) =>
    client.publishAsync(`flapbox/joining/stranger-${at}`, payload, { qos, retain: true });
  const wall = JSON.stringify({ v: 1, rows: 3, cols: 15, name: 'x'.repeat(800) });
  for (let at = 0; at < 15_000; at++) await ask(at, wall, at % 500 === 0 ? 1 : 0);
  const hub = await startHub(broker);
  try {
    await until(async () => (await send(hub, 'STAY')).sent || (await send(hub, 'HERE')).sent);
    const { body } = await hub.call<{ asking: unknown[]; left_out: number }>('GET', '/walls');
    assert.equal([body.asking.length, body.left_out], [0, 1000]);
  } finally {
    await hub.close();
    for (let at = 0; at < 15_000; at++) await ask(at, '', at % 500 === 0 ? 1 : 0);
    await client.endAsync();
  }
});

test('of thousands of hubs so many are listed, and a sentence says so', async () => {
  const client = await broker.connect();
  const topicOf = (at: number): string => `flapbox/hubs/stranger-${at}`;
  const announce = (at: number) =>
    client.publishAsync(topicOf(at), JSON.stringify({ v: 1, topic: `t/${at}`, rows: 3, cols: 15 }), { retain: true });
  await Promise.all(Array.from({ length: 3000 }, (_, at) => announce(at)));
  const place = { url: broker.url, ...access };
  const { hubs, error } = await listHubs(place, systemClock, never());
  assert.is(hubs.length, 200);
  assert.match(error ?? '', /200 boards are listed/);
  for (let at = 0; at < 3000; at++) await client.publishAsync(topicOf(at), '', { retain: true });
  await until(async () => (await listHubs(place, systemClock, never())).hubs.length === 0);
  await client.endAsync();
});

/** An appliance with eight walls on one topic. */
const startWalls = async (): Promise<Appliance> => {
  const appliance = await startAppliance();
  for (let at = 0; at < WALLS; at++) {
    const follow = { topic: TOPIC, url: broker.url, ...access };
    const board = { id: `wall${at}`, name: `Wall ${at}`, device_type: 'panel', ...NOTE, follow };
    assert.is((await appliance.call('POST', '/settings/board/add', board)).status, 201);
  }
  return appliance;
};

/** Waits until the broker counts so many clients, whoever asks included. */
const untilClients = async (wanted: number): Promise<void> => {
  const client = await broker.connect();
  let count = -1;
  client.on('message', (_topic, payload) => {
    count = Number(payload.toString());
  });
  await client.subscribeAsync('$SYS/broker/clients/connected');
  await until(() => count === wanted).finally(() => client.endAsync());
};

test('eight walls on one topic are one client of the broker, and a hub sees each of them come and go', async () => {
  const hub = await startHub(broker);
  const walls = await startWalls();
  try {
    await send(hub, 'TOGETHER');
    for (let at = 0; at < WALLS; at++) await until(async () => (await shown(walls, `wall${at}`)) === 'TOGETHER');
    await until(async () => (await listed(hub))?.followers.filter(({ online }) => online).length === WALLS);
    // The hub, the walls, and whoever asks.
    await untilClients(3);
    await broker.kill();
    await broker.restart();
    await until(
      async () => (await listed(hub).catch(() => null))?.followers.filter(({ online }) => online).length === WALLS,
    );
    await walls.call('PUT', '/settings/board/wall0', { enabled: false }).catch(() => undefined);
  } finally {
    await walls.close();
    await hub.close();
  }
});

test('a flood on the topic of eight walls leaves time for everything else, and its newest frame is shown', async () => {
  const walls = await startWalls();
  const client = await broker.connect();
  try {
    await publish(broker, `${TOPIC}/frame`, frame(FIRST, 1));
    await until(async () => (await shown(walls, 'wall7')).startsWith('A'));
    // The broker confirms the last of each hundred: none of the flood is behind the frame that is newest.
    const flood = (async () => {
      for (let at = 0; at < 60; at++) {
        const rubbish = at % 2 === 0 ? '{"rubbish":' : frame(2, 2);
        for (let one = 1; one < 100; one++) client.publish(`${TOPIC}/frame`, rubbish, { qos: 0 });
        await client.publishAsync(`${TOPIC}/frame`, rubbish, { qos: 1 });
      }
    })();
    for (let asked = 0; asked < 30; asked++) assert.is((await walls.call('GET', '/health')).status, 200);
    await flood;
    await publish(broker, `${TOPIC}/frame`, frame(FIRST + 1, 3));
    for (let at = 0; at < WALLS; at++) await until(async () => (await shown(walls, `wall${at}`)).startsWith('C'));
  } finally {
    await client.endAsync();
    await walls.close();
  }
});

test.run();
