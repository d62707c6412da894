import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAppliance } from '../support/appliance.ts';
import { until } from '../support/until.ts';
import { startBadBroker, type BadBroker } from './broker.ts';

/**
 * A broker that fails fast, slowly, half and for good: nothing else notices, the status says so in plain words, and it
 * is used again by itself.
 */
const test = suite('a broker that fails');

const WAYS: Readonly<Record<Exclude<BadBroker['way'], 'work'>, RegExp>> = {
  hang: /broker/,
  refuse: /does not allow|refuses/,
  cut: /lost|failed|Nothing listens/,
  mute: /./,
};

interface MqttStatus {
  readonly connected: boolean;
  readonly error: string | null;
}

/** Later than any busy machine is, sooner than what waits for a broker that hangs. */
const LATE_MS = 8000;

const endure = async (way: Exclude<BadBroker['way'], 'work'>): Promise<void> => {
  const broker = await startBadBroker();
  broker.way = way;
  const appliance = await startAppliance({
    env: { SERVICE_MQTT_URL: `mqtt://user:hush-hush@127.0.0.1:${broker.port}` },
  });
  const status = async () => (await appliance.call<MqttStatus>('GET', '/mqtt/status')).body;
  try {
    await until(() => broker.connections > 0);
    for (let round = 0; round < 40; round++) {
      const begun = performance.now();
      const { status: code } = await appliance.call('POST', '/v1/boards/primary/message', { fill: 1 + (round % 60) });
      assert.is(code, 200);
      assert.ok(performance.now() - begun < LATE_MS, `${way}: a message took ${performance.now() - begun} ms`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    if (way !== 'mute') {
      await until(async () => WAYS[way].test((await status()).error ?? ''));
      assert.not.match((await status()).error ?? '', /ECONN|undefined|hush/);
      assert.is((await status()).connected, false);
      assert.match(appliance.lines.join('\n'), /there is no connection to the MQTT broker/);
    }
    assert.not.match(appliance.lines.join('\n'), /hush-hush/);
    broker.way = 'work';
    broker.drop();
    await until(async () => (await status()).connected);
    await until(() => broker.published.get('flapbox/status')?.at(-1) === 'online');
    broker.publish('flapbox/refresh_interval/set', '77');
    await until(
      async () =>
        (await appliance.call<{ interval_seconds: number }>('GET', '/settings/polling')).body.interval_seconds === 77,
    );
    assert.is((await status()).error, null);
  } finally {
    const begun = performance.now();
    await appliance.close();
    assert.ok(performance.now() - begun < LATE_MS, 'the stop does not wait for the broker');
    await broker.close();
  }
};

test('hung, refusing, cutting off and mute, each beside the others', async () => {
  await Promise.all((Object.keys(WAYS) as (keyof typeof WAYS)[]).map(endure));
});

test.run();
