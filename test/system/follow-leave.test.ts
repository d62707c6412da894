// needs: mosquitto
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startMosquitto, type Mosquitto } from '../hw/panel/mqtt-text/mosquitto.ts';
import type { Appliance } from '../support/appliance.ts';
import { until } from '../support/until.ts';
import { TOPIC, access, errorOf, followed, send, shown, startFollower, startHub } from './follow-rig.ts';

const test = suite('follow: a hub that takes its board away');
const GONE = /there is no frame on the topic any more/;

type Board = Record<string, unknown> & { id: string; panel: { connection: object } };
interface Boards {
  readonly boards: Board[];
}

/** What the broker retains of hubs, as a client that comes now hears it. */
const retainedAt = async (broker: Mosquitto): Promise<string[]> => {
  const client = await broker.connect();
  const topics: string[] = [];
  let isAsked = false;
  client.on('message', (at) => (at === 'test/end' ? (isAsked = true) : topics.push(at)));
  await client.subscribeAsync(['campus/+/frame', 'flapbox/hubs/+', 'test/end'], { qos: 1 });
  await client.publishAsync('test/end', 'x', { qos: 1 });
  await until(() => isAsked);
  await client.endAsync();
  return topics;
};
const isEmpty = async (broker: Mosquitto, topic = TOPIC): Promise<boolean> =>
  !(await retainedAt(broker)).includes(`${topic}/frame`);

const change = async (hub: Appliance, edit: (board: Board) => Board): Promise<void> => {
  const { boards } = (await hub.call<Boards>('GET', '/settings/board')).body;
  const changed = boards.map((board) => (board.id === 'hall' ? edit(board) : board));
  assert.is((await hub.call('PUT', '/settings/board', { boards: changed })).status, 200);
};
const withTopic =
  (topic_prefix: string) =>
  (board: Board): Board => ({
    ...board,
    panel: { ...board.panel, connection: { ...board.panel.connection, topic_prefix } },
  });

const withWall = (name: string, run: (broker: Mosquitto, hub: Appliance, wall: Appliance) => Promise<void>) =>
  test(name, async () => {
    const broker = await startMosquitto();
    const hub = await startHub(broker);
    const wall = await startFollower(broker);
    try {
      await send(hub, 'LAST');
      await until(async () => (await shown(wall)) === 'LAST');
      await run(broker, hub, wall);
    } finally {
      await Promise.all([hub, wall].map((appliance) => appliance.close()));
      await broker.close();
    }
  });

withWall(
  'a board that is removed leaves nothing at the broker, and walls say why nothing comes',
  async (broker, hub, wall) => {
    assert.is((await retainedAt(broker)).length, 2, 'its frame and its presence');
    assert.is((await hub.call('DELETE', '/settings/board/hall')).status, 200);
    await until(async () => (await retainedAt(broker)).length === 0);
    await until(async () => GONE.test(await errorOf(wall, 'wall')));
    assert.match((await followed(wall)).error ?? '', GONE);
    assert.is(await shown(wall), 'LAST');
    await wall.restart();
    await until(async () => GONE.test(await errorOf(wall, 'wall')));
    assert.is(await shown(wall), 'LAST');

    const again = await startHub(broker);
    try {
      await send(again, 'ANOTHER');
      await until(async () => (await shown(wall)) === 'ANOTHER');
      assert.is(await errorOf(wall, 'wall'), '');
    } finally {
      await again.close();
    }
  },
);

withWall('a board that is switched off does the same, and comes back', async (broker, hub, wall) => {
  await change(hub, (board) => ({ ...board, enabled: false }));
  await until(() => isEmpty(broker));
  await until(async () => GONE.test(await errorOf(wall, 'wall')));
  await change(hub, (board) => ({ ...board, enabled: true }));
  await send(hub, 'BACK');
  await until(async () => (await shown(wall)) === 'BACK');
  await until(async () => (await errorOf(wall, 'wall')) === '');
});

withWall('another topic empties the former one; another password or size does not', async (broker, hub, wall) => {
  await change(hub, (board) => ({ ...board, name: 'Aula' }));
  await change(hub, (board) => ({ ...board, grid_cols: 16 }));
  await send(hub, 'WIDER');
  await until(async () => (await shown(wall)) === 'WIDER');
  assert.not(await isEmpty(broker));
  await change(hub, withTopic('campus/other'));
  await send(hub, 'MOVED');
  await until(() => isEmpty(broker));
  assert.not(await isEmpty(broker, 'campus/other'));
  await until(async () => GONE.test(await errorOf(wall, 'wall')));
  assert.is(await shown(wall), 'WIDER');
});

withWall(
  'a hub that stops leaves its frame, and another board that takes the topic over keeps it',
  async (broker, hub, wall) => {
    await hub.restart();
    assert.not(await isEmpty(broker));
    const { boards } = (await hub.call<Boards>('GET', '/settings/board')).body;
    const moved = boards.map((board) => (board.id === 'hall' ? { ...board, id: 'aula' } : board));
    const panel = {
      driver: 'broker',
      connection: { url: broker.url, username: 'wall', password: 'word-of-the-broker', topic_prefix: TOPIC },
    };
    const replaced = moved.map((board) => (board.id === 'aula' ? { ...board, panel } : board));
    assert.is((await hub.call('PUT', '/settings/board', { boards: replaced })).status, 200);
    await hub.call('POST', '/v1/boards/aula/message', { text: 'TAKEN OVER' });
    await until(async () => (await shown(wall)) === 'TAKEN OVER');
    assert.not(await isEmpty(broker));
    await until(async () => (await errorOf(wall, 'wall')) === '');
  },
);

test('a wall that goes through several topics leaves its word at none of them', async () => {
  const broker = await startMosquitto();
  const wall = await startFollower(broker);
  const client = await broker.connect();
  const words = new Map<string, string>();
  client.on('message', (topic, payload) => {
    if (payload.length === 0) words.delete(topic);
    else words.set(topic, payload.toString());
  });
  try {
    await client.subscribeAsync('campus/#', { qos: 1 });
    await until(() => words.size === 1);
    const follow = async (topic: string | null) => {
      const { boards } = (await wall.call<Boards>('GET', '/settings/board')).body;
      const next = topic && { topic, url: broker.url, ...access };
      await wall.call('PUT', '/settings/board', {
        boards: boards.map((board) => (board.id === 'wall' ? { ...board, follow: next } : board)),
      });
    };
    for (let round = 0; round < 5; round++) {
      for (const topic of ['campus/a', 'campus/b', 'campus/c', 'campus/d']) await follow(topic);
      await until(() => [...words.keys()].some((topic) => topic.startsWith('campus/d/')));
      await until(async () => (await followed(wall)).connected);
      assert.equal(
        [...words].filter(([, word]) => JSON.parse(word).online === true).map(([topic]) => topic.split('/')[1]),
        ['d'],
      );
      await until(() => words.size === 1);
    }
    await follow(null);
    await until(() => words.size === 0);
    for (const topic of ['campus/a', 'campus/b', null]) await follow(topic);
    await until(async () => !(await followed(wall)).connected);
    await client.publishAsync('campus/end', '"x"', { qos: 1 });
    await until(() => words.has('campus/end') && words.size === 1);
  } finally {
    await client.endAsync();
    await wall.close();
    await broker.close();
  }
});

withWall('the command that lists the walls only looks: the same content is still unchanged', async (_broker, hub) => {
  for (let round = 0; round < 3; round++) {
    const { body } = await hub.call<{ result: { sequence: number } }>('POST', '/boards/hall/actions/followers', {});
    const { sent, reason } = await send(hub, 'LAST');
    assert.equal([sent, /same|already|unchanged/i.test(reason ?? '')], [false, true], reason ?? 'sent');
    const after = await hub.call<{ result: { sequence: number } }>('POST', '/boards/hall/actions/followers', {});
    assert.is(after.body.result.sequence, body.result.sequence, 'no further frame');
  }
});

test.run();
