import * as assert from 'uvu/assert';
import { PASSWORD, USER, startMosquitto, type Mosquitto } from '../hw/panel/mqtt-text/mosquitto.ts';
import { systemClock, type Clock } from '../../src/platform/clock.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { createPushedClock, type PushedClock } from '../support/pushed-clock.ts';

/** The topic of the hub. */
export const TOPIC = 'campus/hall';
/** The size of a Note. */
export const NOTE = { grid_rows: 3, grid_cols: 15 };

interface Status {
  readonly boards: Record<string, { error: string | null; drifted: boolean }>;
}
interface Message {
  readonly sent: boolean;
  readonly reason: string | null;
}

/** How the broker lets in. */
export const access = { username: USER, password: PASSWORD };

/** An appliance of which the first board publishes its frames. */
export const startHub = async (
  broker: Mosquitto,
  connection: object = {},
  clock: Clock = systemClock,
): Promise<Appliance> => {
  const hub = await startAppliance({ clock });
  const panel = { driver: 'broker', connection: { url: broker.url, ...access, topic_prefix: TOPIC, ...connection } };
  await hub.call('POST', '/settings/board/add', { id: 'hall', name: 'Hall', device_type: 'panel', ...NOTE, panel });
  await hub.call('PUT', '/settings/output', { target: 'both' }).catch(() => undefined);
  return hub;
};

/** An appliance with one board in the browser that follows. */
export const startFollower = async (
  broker: Mosquitto,
  size: object = NOTE,
  clock: Clock = systemClock,
): Promise<Appliance> => {
  const follower = await startAppliance({ clock });
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

/** What a board shows, as text. */
export const shown = async (appliance: Appliance, board = 'wall'): Promise<string> =>
  ((await appliance.call<{ text: string | null }>('GET', `/v1/boards/${board}`)).body.text ?? '').trim();
/** The error of a board; empty for none. */
export const errorOf = async (appliance: Appliance, board: string): Promise<string> =>
  (await appliance.call<Status>('GET', '/v1/status')).body.boards[board]?.error ?? '';
/** Sends a message to the board of the hub. */
export const send = async (hub: Appliance, text: string): Promise<Message> =>
  (await hub.call<Message>('POST', '/v1/boards/hall/message', { text })).body;
/** How it stands with what the wall follows. */
export const followed = async (appliance: Appliance) =>
  (
    await appliance.call<{ sequence: number; shows: boolean; code: string; error: string | null; connected: boolean }>(
      'GET',
      '/settings/board/wall/follow',
    )
  ).body;

/** Publishes a retained message, as anybody may. */
export const publish = async (broker: Mosquitto, topic: string, payload: string): Promise<void> => {
  const client = await broker.connect();
  await client.publishAsync(topic, payload, { qos: 1, retain: true });
  await client.endAsync();
};

/** A frame of 3 rows x 15 columns of one code, as anybody may publish it. */
export const frame = (sequence: number, code: number, more: object = {}): string =>
  JSON.stringify({
    v: 1,
    sender: 'somebody',
    sequence,
    at: new Date().toISOString(),
    ttl_seconds: null,
    rows: 3,
    cols: 15,
    characters: Array.from({ length: 3 }, () => Array.from({ length: 15 }, () => code)),
    ...more,
  });

interface Told {
  readonly result: { readonly followers: { follower: string; name: string; online: boolean; shows: boolean }[] };
}
/** The walls that a hub knows. */
export const list = async (hub: Appliance) =>
  (await hub.call<Told>('POST', '/boards/hall/actions/followers', {})).body.result.followers;

/** A test of a broker, a hub and a wall on one clock, which are gone when it has ended. */
export const withBoth =
  (test: (name: string, run: () => Promise<void>) => void) =>
  (
    name: string,
    run: (broker: Mosquitto, hub: Appliance, wall: Appliance, clock: PushedClock) => Promise<void>,
    connection = {},
  ): void =>
    test(name, async () => {
      const broker = await startMosquitto();
      const clock = createPushedClock();
      const hub = await startHub(broker, connection, clock);
      const wall = await startFollower(broker, NOTE, clock);
      try {
        await run(broker, hub, wall, clock);
      } finally {
        await Promise.all([hub, wall].map((appliance) => appliance.close()));
        await broker.close();
      }
    });
