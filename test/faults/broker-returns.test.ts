import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAppliance } from '../support/appliance.ts';
import { until } from '../support/until.ts';
import { usedHeap } from '../support/used-heap.ts';
import { startBadBroker } from './broker.ts';

/** A broker that is gone for a while: it is used again by itself, and nothing heaps up meanwhile. */
const test = suite('a broker that returns');

interface MqttStatus {
  readonly connected: boolean;
}

test('a broker that goes away and comes back, again and again', async () => {
  const broker = await startBadBroker();
  const appliance = await startAppliance({ env: { SERVICE_MQTT_URL: `mqtt://127.0.0.1:${broker.port}` } });
  const connected = async () => (await appliance.call<MqttStatus>('GET', '/mqtt/status')).body.connected;
  try {
    await until(connected);
    const before = await usedHeap();
    for (let round = 0; round < 3; round++) {
      broker.drop();
      for (let message = 0; message < 200; message++)
        await appliance.call('POST', '/v1/boards/primary/message', { fill: 1 + (message % 60) });
      await until(connected);
    }
    assert.ok((await usedHeap()) - before < 60e6);
    await until(() => broker.published.get('flapbox/status')?.at(-1) === 'online');
  } finally {
    await appliance.close();
    await broker.close();
  }
});

test.run();
