// needs: mosquitto
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSession } from '../../src/mqtt/session.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { PASSWORD, USER, startMosquitto } from '../hw/panel/mqtt-text/mosquitto.ts';
import { until } from '../support/until.ts';

const test = suite('a session that ends while it begins');
const NOTHING = { connected: () => undefined, message: () => undefined, failed: () => undefined };

test('the broker publishes no will for it, however far it came', async () => {
  const broker = await startMosquitto();
  const client = await broker.connect();
  const words: string[] = [];
  client.on('message', (topic, payload) => {
    if (payload.length > 0) words.push(topic);
  });
  await client.subscribeAsync(['wall/+', 'end'], { qos: 1 });
  try {
    const address = { url: broker.url, username: USER, password: PASSWORD, authority: '' };
    for (let turns = 0; turns < 40; turns++) {
      const topic = `wall/${turns}`;
      const session = openSession(
        { ...address, clientId: `me${turns}` },
        { topic, payload: 'offline' },
        NOTHING,
        systemClock,
      );
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
      await session.end({ topic, payload: '' }, 10_000);
    }
    await client.publishAsync('end', 'x', { qos: 1 });
    await until(() => words.includes('end'));
    assert.equal(words, ['end']);
  } finally {
    await client.endAsync();
    await broker.close();
  }
});

test.run();
