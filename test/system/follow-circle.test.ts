// needs: mosquitto
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startMosquitto } from '../hw/panel/mqtt-text/mosquitto.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { until } from '../support/until.ts';
import { NOTE, access, errorOf } from './follow-rig.ts';

const test = suite('follow: two boards that follow each other');

test('they end their exchange by themselves, and both name the circle (rules, F9)', async () => {
  const broker = await startMosquitto();
  const one = await startAppliance();
  const two = await startAppliance();
  const add = (appliance: Appliance, publishes: string, follows: string) =>
    appliance.call('POST', '/settings/board/add', {
      id: 'hall',
      name: publishes,
      device_type: 'panel',
      ...NOTE,
      panel: { driver: 'broker', connection: { url: broker.url, ...access, topic_prefix: publishes } },
      follow: { topic: follows, url: broker.url, ...access },
    });
  const client = await broker.connect();
  let frames = 0;
  try {
    await client.subscribeAsync('circle/+/frame');
    client.on('message', () => frames++);
    for (const [appliance, publishes, follows] of [
      [one, 'circle/one', 'circle/two'],
      [two, 'circle/two', 'circle/one'],
    ] as const) {
      assert.is((await add(appliance, publishes, follows)).status, 201);
      await appliance.call('PUT', '/settings/output', { target: 'both' });
    }
    await one.call('POST', '/v1/boards/hall/message', { text: 'FROM ONE', duration_minutes: 1 });
    await two.call('POST', '/v1/boards/hall/message', { text: 'FROM TWO', duration_minutes: 1 });
    for (const appliance of [one, two]) await appliance.call('DELETE', '/v1/boards/hall/message');
    for (const appliance of [one, two]) await until(async () => /in a circle/.test(await errorOf(appliance, 'hall')));
    // Whatever was under way has come to its end: nothing is published any more.
    let before = -1;
    for (let quiet = 0; quiet < 3; ) {
      quiet = frames === before ? quiet + 1 : 0;
      before = frames;
      assert.ok(frames < 40, `${frames} frames`);
      await new Promise((resolve) => setTimeout(resolve, 1500));
    }
  } finally {
    await client.endAsync();
    await Promise.all([one.close(), two.close()]);
    await broker.close();
  }
});

test.run();
