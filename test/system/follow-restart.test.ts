// needs: mosquitto
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startMosquitto } from '../hw/panel/mqtt-text/mosquitto.ts';
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

const test = suite('follow: restarts');

test('the broker, the hub and the wall restart: the last frame stays, nothing older comes, nothing is painted again', async () => {
  const broker = await startMosquitto();
  const hub = await startHub(broker);
  const wall = await startFollower(broker, {
    ...NOTE,
    panel: { driver: 'mqtt-text', connection: { url: broker.url, ...access, command_topic: 'text/set' } },
  });
  const texts: string[] = [];
  const listener = await broker.connect();
  listener.on('message', (_topic, text) => texts.push(text.toString().trim()));
  await listener.subscribeAsync('text/set', { qos: 1 });
  try {
    await send(hub, 'FIRST');
    await until(() => texts.at(-1) === 'FIRST');
    await send(hub, 'SECOND');
    await until(() => texts.at(-1) === 'SECOND');
    // Others hear a text before the wall hears that the broker took it.
    await until(async () => (await shown(wall)) === 'SECOND');
    const { sequence } = await followed(wall);
    const painted = texts.length;

    // This broker forgets what it retained.
    await broker.kill();
    await until(async () => !(await followed(wall)).connected);
    assert.match(await errorOf(wall, 'wall'), /broker/);
    assert.is(await shown(wall), 'SECOND');
    await broker.restart();
    await until(() => listener.connected);
    await listener.subscribeAsync(['text/set', `${TOPIC}/frame`], { qos: 1 });
    await until(async () => (await followed(wall)).connected && (await followed(wall)).shows);
    await until(() => texts.some((text) => text.includes('"sequence":')));
    assert.is(
      (JSON.parse(texts.find((text) => text.includes('"sequence":')) ?? '{}') as { sequence: number }).sequence,
      sequence,
    );
    assert.is((await followed(wall)).sequence, sequence);
    await listener.unsubscribeAsync(`${TOPIC}/frame`);
    assert.is(texts.filter((text) => !text.includes('"sequence":')).length, painted, 'nothing was painted again');

    await hub.restart();
    // It knows by itself what is on its walls.
    await until(async () => (await shown(hub, 'hall')) === 'SECOND');
    await send(hub, 'THIRD');
    await until(() => texts.at(-1) === 'THIRD');
    assert.ok((await followed(wall)).sequence > sequence, 'the order goes on over a restart of the hub');
    assert.is(
      texts.filter((text) => !text.includes('"sequence":')).length,
      painted + 1,
      'nor after a restart of the hub',
    );

    // Something older, as from a broker that was reset, is not shown.
    await publish(broker, `${TOPIC}/frame`, frame(sequence, 1));
    await until(async () => (await errorOf(wall, 'wall')).includes('older than the last one'));
    assert.is(await shown(wall), 'THIRD');

    await broker.kill();
    await wall.restart();
    assert.is((await followed(wall)).sequence > sequence, true, 'the wall has its frame over a restart of its own');
  } finally {
    await listener.endAsync(true);
    await Promise.all([hub, wall].map((appliance) => appliance.close()));
    await broker.close();
  }
});

test.run();
