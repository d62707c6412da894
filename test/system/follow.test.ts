// needs: mosquitto
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PASSWORD, USER, startMosquitto } from '../hw/panel/mqtt-text/mosquitto.ts';
import type { Mosquitto } from '../hw/panel/mqtt-text/mosquitto.ts';
import { startAppliance } from '../support/appliance.ts';
import type { Appliance } from '../support/appliance.ts';
import { until } from '../support/until.ts';

const test = suite('follow: a hub and its walls');
const TOPIC = 'campus/hall';
const NOTE = { grid_rows: 3, grid_cols: 15 };

interface Status {
  readonly boards: Record<string, { error: string | null; drifted: boolean }>;
}
interface Message {
  readonly sent: boolean;
  readonly reason: string | null;
}

const access = { username: USER, password: PASSWORD };

/** An appliance of which the first board publishes its frames. */
const startHub = async (broker: Mosquitto, connection: object = {}): Promise<Appliance> => {
  const hub = await startAppliance();
  const panel = { driver: 'broker', connection: { url: broker.url, ...access, topic_prefix: TOPIC, ...connection } };
  await hub.call('POST', '/settings/board/add', { id: 'hall', name: 'Hall', device_type: 'panel', ...NOTE, panel });
  await hub.call('PUT', '/settings/output', { target: 'both' }).catch(() => undefined);
  return hub;
};

/** An appliance with one board in the browser that follows. */
const startFollower = async (broker: Mosquitto, size: object = NOTE): Promise<Appliance> => {
  const follower = await startAppliance();
  const follow = { topic: TOPIC, url: broker.url, ...access };
  const added = await follower.call('POST', '/settings/board/add', {
    id: 'wall',
    name: 'Library',
    device_type: 'panel',
    ...size,
    follow,
  });
  assert.is(added.status, 201, JSON.stringify(added.body));
  return follower;
};

const shown = async (appliance: Appliance, board = 'wall'): Promise<string> =>
  ((await appliance.call<{ text: string | null }>('GET', `/v1/boards/${board}`)).body.text ?? '').trim();
const errorOf = async (appliance: Appliance, board: string): Promise<string> =>
  (await appliance.call<Status>('GET', '/v1/status')).body.boards[board]?.error ?? '';
const send = async (hub: Appliance, text: string): Promise<Message> =>
  (await hub.call<Message>('POST', '/v1/boards/hall/message', { text })).body;
const followed = async (appliance: Appliance) =>
  (
    await appliance.call<{ sequence: number; shows: boolean; code: string; error: string | null; connected: boolean }>(
      'GET',
      '/settings/board/wall/follow',
    )
  ).body;

const withWalls = (name: string, run: (broker: Mosquitto, hub: Appliance, walls: Appliance[]) => Promise<void>) =>
  test(name, async () => {
    const broker = await startMosquitto();
    const hub = await startHub(broker);
    const walls = [await startFollower(broker), await startFollower(broker)];
    try {
      await run(broker, hub, walls);
    } finally {
      await Promise.all([hub, ...walls].map((appliance) => appliance.close()));
      await broker.close();
    }
  });

withWalls('a frame reaches all walls, and what they show is told back', async (_broker, hub, walls) => {
  const answer = await send(hub, 'HELLO');
  assert.is(answer.sent, true, answer.reason ?? '');
  for (const wall of walls) await until(async () => (await shown(wall)) === 'HELLO');
  interface Told {
    readonly result: { readonly followers: { name: string; shows: boolean; code: string }[] };
  }
  await until(async () => {
    const { body } = await hub.call<Told>('POST', '/boards/hall/actions/followers', {});
    return body.result.followers.filter(({ shows }) => shows).length === 2;
  });
  assert.is(await errorOf(hub, 'hall'), '');
});

test.run();
