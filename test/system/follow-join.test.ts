// needs: mosquitto
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { WallList, WallsJoined } from '../../src/schema/boards/walls.ts';
import { startMosquitto, type Mosquitto } from '../hw/panel/mqtt-text/mosquitto.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { until } from '../support/until.ts';
import { NOTE, TOPIC, access, publish, send, shown, startHub } from './follow-rig.ts';

const test = suite('follow: walls that ask to join');

/** An appliance with one board in the browser that has a broker and no topic. */
const startAsker = async (broker: Mosquitto, name: string): Promise<Appliance> => {
  const wall = await startAppliance();
  const follow = { topic: null, url: broker.url, ...access };
  const added = await wall.call('POST', '/settings/board/add', {
    id: 'wall',
    name,
    device_type: 'panel',
    ...NOTE,
    follow,
  });
  assert.is(added.status, 201, JSON.stringify(added.body));
  return wall;
};

const walls = async (hub: Appliance): Promise<WallList> => (await hub.call<WallList>('GET', '/walls')).body;
const names = async (hub: Appliance): Promise<string[]> =>
  (await walls(hub)).asking.map(({ name }) => name).sort((a, b) => a.localeCompare(b));
const ask = (broker: Mosquitto, id: string, body: object | string): Promise<void> =>
  publish(broker, `flapbox/joining/${id}`, typeof body === 'string' ? body : JSON.stringify(body));

test('three walls ask, one press lets them in, and they follow', async () => {
  const broker = await startMosquitto();
  const hub = await startHub(broker);
  const askers = await Promise.all(['Hall', 'Library', 'Yard'].map((name) => startAsker(broker, name)));
  try {
    await send(hub, 'HELLO');
    await until(async () => (await names(hub)).length === 3);
    assert.equal(await names(hub), ['Hall', 'Library', 'Yard']);
    const [first] = (await walls(hub)).asking;
    assert.equal([first?.rows, first?.cols, first?.board_id, first?.topic, first?.given], [3, 15, 'hall', TOPIC, null]);
    const status = await askers[0]?.call<{ asks: boolean; topic: string | null; connected: boolean }>(
      'GET',
      '/settings/board/wall/follow',
    );
    assert.equal([status?.body.asks, status?.body.topic, status?.body.connected], [true, null, true]);
    const { status: code, body } = await hub.call<WallsJoined>('POST', '/walls/join');
    assert.is(code, 200);
    assert.equal(
      body.walls.map(({ topic }) => topic),
      [TOPIC, TOPIC, TOPIC],
    );
    for (const wall of askers) await until(async () => (await shown(wall)) === 'HELLO');
    await until(async () => (await names(hub)).length === 0);
    const { status: none } = await hub.call('POST', '/walls/join');
    assert.is(none, 409);
    // Nothing of it is left at the broker for whoever asks again.
    const left: string[] = [];
    const client = await broker.connect();
    client.on('message', (topic, payload) => void (payload.length > 0 && left.push(topic)));
    await client.subscribeAsync('flapbox/joining/#');
    await until(async () => {
      left.length = 0;
      await client.subscribeAsync('flapbox/joining/#');
      await new Promise((resolve) => setTimeout(resolve, 200));
      return left.length === 0;
    });
    await client.endAsync();
  } finally {
    await Promise.all([hub, ...askers].map((appliance) => appliance.close()));
    await broker.close();
  }
});

test('who is declined is listed no more, after a restart of the hub too, until the owner recalls', async () => {
  const broker = await startMosquitto();
  const hub = await startHub(broker);
  let isThere = true;
  const [one, two] = [await startAsker(broker, 'One'), await startAsker(broker, 'Two')];
  try {
    await until(async () => (await names(hub)).length === 2);
    const id = (await walls(hub)).asking.find(({ name }) => name === 'One')?.id ?? '';
    assert.is((await hub.call('POST', '/walls/decline', { ids: ['nobody'] })).status, 404);
    assert.is((await hub.call('POST', '/walls/decline', { ids: [id] })).status, 200);
    await until(async () => (await names(hub)).join() === 'Two');
    await hub.restart();
    await until(async () => (await names(hub)).join() === 'Two');
    assert.is((await walls(hub)).declined, 1);
    assert.is((await hub.call('POST', '/walls/recall')).status, 200);
    await until(async () => (await names(hub)).length === 2);
    // A wall that is gone asks no more.
    isThere = false;
    await two.close();
    await until(async () => (await names(hub)).join() === 'One');
  } finally {
    await Promise.all([hub, one, ...(isThere ? [two] : [])].map((appliance) => appliance.close()));
    await broker.close();
  }
});

test('an answer that came while the wall was away counts when it is back, and stays over restarts', async () => {
  const broker = await startMosquitto();
  const hub = await startHub(broker);
  const wall = await startAsker(broker, 'Late');
  const follow = (body: object | null) =>
    wall.call('PUT', '/settings/board', { boards: [{ id: 'wall', follow: body }] });
  try {
    await send(hub, 'HELLO');
    await until(async () => (await names(hub)).length === 1);
    const id = (await walls(hub)).asking[0]?.id ?? '';
    await follow(null);
    await until(async () => (await names(hub)).length === 0);
    await publish(broker, `flapbox/joining/${id}/topic`, JSON.stringify({ v: 1, topic: TOPIC }));
    await follow({ topic: null, url: broker.url, ...access });
    await until(async () => (await shown(wall)) === 'HELLO');
    await wall.restart();
    await until(async () => (await shown(wall)) === 'HELLO');
    await until(async () => (await names(hub)).length === 0);
  } finally {
    await Promise.all([hub, wall].map((appliance) => appliance.close()));
    await broker.close();
  }
});

test('what strangers say is cut, bounded, and gives them no topic of their own', async () => {
  const broker = await startMosquitto();
  const hub = await startHub(broker);
  const wall = await startAsker(broker, 'True');
  try {
    await until(async () => (await names(hub)).length === 1);
    const trueId = (await walls(hub)).asking[0]?.id ?? '';
    const size = { v: 1, rows: 3, cols: 15 };
    await ask(broker, 'long', { ...size, name: `<b>x</b>\n\u0007${'y'.repeat(300)}`, topic: 'evil/topic' });
    await ask(broker, 'noname', { ...size });
    for (const [id, body] of [
      ['huge', { ...size, name: 'z'.repeat(2000) }],
      ['nosize', { v: 1, name: 'A' }],
      ['form', { ...size, v: 2, name: 'A' }],
      ['words', 'not json'],
      ['bad id', { ...size, name: 'A' }],
    ] as const)
      await ask(broker, id, body);
    await until(async () => (await names(hub)).length === 3);
    const long = (await walls(hub)).asking.find(({ id }) => id === 'long');
    assert.ok(long?.name.startsWith('<b>x</b> yyy') && long.name.length === 60, long?.name);
    assert.is(long?.topic, TOPIC);
    // Topics that cannot be followed, and words that are none, are no answer to a wall.
    for (const answer of ['{"v":1,"topic":"a/#"}', '{"v":1,"topic":7}', '{"v":2,"topic":"a/b"}', 'x'])
      await publish(broker, `flapbox/joining/${trueId}/topic`, answer);
    const client = await broker.connect();
    await Promise.all(
      Array.from({ length: 400 }, (_, at) =>
        client.publishAsync(`flapbox/joining/s${at}`, JSON.stringify({ ...size, name: `S${at}` }), {
          qos: 1,
          retain: true,
        }),
      ),
    );
    await client.endAsync();
    await until(async () => (await walls(hub)).left_out > 0);
    const { asking } = await walls(hub);
    assert.is(asking.length, 200);
    assert.ok(asking.some(({ id }) => id === trueId));
    assert.is((await hub.call('POST', '/walls/join', { ids: [trueId], board_id: 'nope' })).status, 404);
    assert.is((await hub.call('POST', '/walls/join', { ids: [trueId], board_id: 'primary' })).status, 400);
    assert.is((await hub.call('POST', '/walls/join', { ids: ['nobody'] })).status, 404);
    assert.is((await hub.call('POST', '/walls/join', { ids: [trueId], topic: 'x' })).status, 422);
    assert.is((await wall.call<{ asks: boolean }>('GET', '/settings/board/wall/follow')).body.asks, true);
    assert.is((await hub.call('POST', '/walls/join', { ids: [trueId] })).status, 200);
    await until(
      async () => (await wall.call<{ topic: string }>('GET', '/settings/board/wall/follow')).body.topic === TOPIC,
    );
  } finally {
    await Promise.all([hub, wall].map((appliance) => appliance.close()));
    await broker.close();
  }
});

test.run();
