// needs: mosquitto
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startMosquitto, type Mosquitto } from '../hw/panel/mqtt-text/mosquitto.ts';
import type { Appliance } from '../support/appliance.ts';
import { freePort } from '../support/free-port.ts';
import { createPushedClock, type PushedClock } from '../support/pushed-clock.ts';
import { until } from '../support/until.ts';
import {
  NOTE,
  TOPIC,
  access,
  errorOf,
  followed,
  frame,
  publish,
  send,
  shown,
  startFollower,
  startHub,
} from './follow-rig.ts';

const test = suite('follow: a hub and its walls');
type Run = (broker: Mosquitto, hub: Appliance, walls: Appliance[], clock: PushedClock) => Promise<void>;
const withWalls = (name: string, run: Run) =>
  test(name, async () => {
    const broker = await startMosquitto();
    const clock = createPushedClock();
    const hub = await startHub(broker, {}, clock);
    const walls = [await startFollower(broker, NOTE, clock), await startFollower(broker, NOTE, clock)];
    try {
      await run(broker, hub, walls, clock);
    } finally {
      await Promise.all([hub, ...walls].map((appliance) => appliance.close()));
      await broker.close();
    }
  });

withWalls('a frame reaches all walls, and what they show is told back', async (_broker, hub, walls, clock) => {
  const answer = await send(hub, 'HELLO');
  assert.is(answer.sent, true, answer.reason ?? '');
  for (const wall of walls) await clock.until(async () => (await shown(wall)) === 'HELLO');
  interface Told {
    readonly result: { readonly followers: { name: string; shows: boolean; code: string }[] };
  }
  await clock.until(async () => {
    const { body } = await hub.call<Told>('POST', '/boards/hall/actions/followers', {});
    return body.result.followers.filter(({ shows }) => shows).length === 2;
  });
  assert.is(await errorOf(hub, 'hall'), '');
});

withWalls(
  'a pause at a wall is obeyed and told back, and the frame follows it',
  async (_broker, hub, [wall, other], clock) => {
    if (!wall || !other) return;
    await send(hub, 'ONE');
    await clock.until(async () => (await shown(wall)) === 'ONE');
    await wall.call('PATCH', '/v1/boards/wall', { paused: true });
    assert.is((await send(hub, 'TWO')).sent, true, 'the broker has it');
    await clock.until(async () => (await shown(other)) === 'TWO');
    await clock.until(async () => /"Library" \(paused\)/.test(await errorOf(hub, 'hall')));
    assert.is(await shown(wall), 'ONE');
    await wall.call('PATCH', '/v1/boards/wall', { paused: false });
    await clock.until(async () => (await shown(wall)) === 'TWO');
    await clock.until(async () => (await errorOf(hub, 'hall')) === '');
  },
);

withWalls('a message of its own goes first, and the frame returns after it', async (_broker, hub, [wall], clock) => {
  if (!wall) return;
  await send(hub, 'HUB');
  await clock.until(async () => (await shown(wall)) === 'HUB');
  await wall.call('POST', '/v1/boards/wall/message', { text: 'LOCAL' });
  await clock.until(async () => (await shown(wall)) === 'LOCAL');
  await send(hub, 'NEWER');
  await clock.until(async () => (await followed(wall)).code === 'covered');
  await clock.until(async () => /a message of its own/.test(await errorOf(hub, 'hall')));
  await wall.call('DELETE', '/v1/boards/wall/message');
  await clock.until(async () => (await shown(wall)) === 'NEWER');
});

/** An appliance in a process of its own, for a power cut; its board follows. */
const startProcess = async (broker: Mosquitto): Promise<{ cut(): void }> => {
  const dir = mkdtempSync(join(tmpdir(), 'flapbox-follow-'));
  const port = await freePort();
  const env = {
    SERVICE_DATA_DIR: dir,
    SERVICE_HOST: '127.0.0.1',
    SERVICE_PORT: `${port}`,
    SERVICE_AUTH_ENABLED: 'false',
  };
  const child = spawn(process.execPath, ['dist/flapbox.cjs'], { env: { ...process.env, ...env }, stdio: 'ignore' });
  const add = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/api/settings/board/add`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        id: 'wall',
        name: 'Gym',
        device_type: 'panel',
        ...NOTE,
        follow: { topic: TOPIC, url: broker.url, ...access },
      }),
    }).then(
      ({ status }) => status === 201,
      () => false,
    );
  await until(add);
  return { cut: () => (child.kill('SIGKILL'), rmSync(dir, { recursive: true, force: true })) };
};

withWalls('a wall that vanishes is missed, and one that leaves is forgotten', async (broker, hub, walls, clock) => {
  interface Told {
    readonly result: { readonly followers: { online: boolean; shows: boolean; follower: string; name: string }[] };
  }
  const list = async () => (await hub.call<Told>('POST', '/boards/hall/actions/followers', {})).body.result.followers;
  await send(hub, 'HERE');
  const gym = await startProcess(broker);
  await clock.until(async () => (await list()).filter(({ shows }) => shows).length === 3);
  gym.cut();
  await clock.until(async () => /"Gym" \(not there\)/.test(await errorOf(hub, 'hall')));
  const follower = (await list()).find(({ name }) => name === 'Gym')?.follower;
  assert.is((await hub.call('POST', '/boards/hall/actions/forget_follower', { follower })).status, 200);
  await clock.until(async () => (await errorOf(hub, 'hall')) === '');
  const [leaves] = walls;
  const { body } = (await leaves?.call<{ boards: { id: string }[] }>('GET', '/settings/board')) ?? {};
  const boards = body?.boards.map((board) => (board.id === 'wall' ? { ...board, follow: null } : board));
  assert.is((await leaves?.call('PUT', '/settings/board', { boards }))?.status, 200);
  await clock.until(async () => (await list()).length === 1);
});

test('frames that cannot be shown are told and left out, sizes are cut and said', async () => {
  const broker = await startMosquitto();
  const clock = createPushedClock();
  const wall = await startFollower(broker, NOTE, clock);
  const put = (payload: string) => publish(broker, `${TOPIC}/frame`, payload);
  const told = (pattern: RegExp) => clock.until(async () => pattern.test(await errorOf(wall, 'wall')));
  try {
    await put(frame(1, 1));
    await clock.until(async () => (await followed(wall)).sequence === 1);
    for (const [payload, reason] of [
      ['{"v":1', /it is not JSON/],
      ['[]', /no JSON object/],
      [frame(2, 1, { v: 2 }), /has form 2, and this version of flapbox knows form 1/],
      [frame(2, 99), /codes from 0 to 71/],
      [frame(2, 1, { rows: 4 }), /4 rows of 15 codes/],
      [frame(2, 1, { rows: 500 }), /"rows" and "cols"/],
      [frame(-1, 1), /"sequence"/],
      [frame(2, 1, { at: 'now' }), /"at"/],
      [frame(2, 1, { ttl_seconds: 0 }), /"ttl_seconds"/],
      [`"${'x'.repeat(70_000)}"`, /more than 65536 bytes/],
    ] as const) {
      await put(payload);
      await told(reason);
    }
    assert.is((await followed(wall)).sequence, 1);
    await put(frame(3, 2, { rows: 6, cols: 22, characters: Array.from({ length: 6 }, () => Array(22).fill(2)) }));
    await told(/6 rows x 22 columns: the first are shown/);
    await clock.until(async () => /^(B{15}\n?){3}$/.test(await shown(wall)));
    await put(frame(4, 3, { rows: 1, cols: 1, characters: [[3]] }));
    await clock.until(async () => (await followed(wall)).sequence === 4);
    assert.is(await errorOf(wall, 'wall'), '');
    await clock.until(async () => (await shown(wall)) === 'C');
    await put(frame(5, 4, { at: new Date(clock.now() - 5000).toISOString(), ttl_seconds: 3 }));
    await clock.until(async () => (await followed(wall)).sequence === 5);
    await clock.until(async () => (await shown(wall)) === '');
    assert.is((await followed(wall)).code, 'nothing_to_show');
  } finally {
    await wall.close();
    await broker.close();
  }
});

test.run();
