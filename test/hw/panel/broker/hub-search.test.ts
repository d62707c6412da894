import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findBrokers, listHubs } from '../../../../hw/panel/broker/hub-search.ts';
import type { OpenHubLink } from '../../../../hw/panel/broker/link.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { never } from '../../rig.ts';

const test = suite('brokers and hubs nearby');

const clockAt = () => createFakeClock('2026-03-02T10:00:00.000Z', 2);

test('brokers announce themselves as plain or secure, and are listened for a second and a half', async () => {
  const clock = clockAt();
  const asked: unknown[] = [];
  const found = await findBrokers(clock, never(), (types, ms) => {
    asked.push([types, ms]);
    return Promise.resolve([
      { type: '_mqtt._tcp', name: 'One', host: '10.0.0.1', port: 1883 },
      { type: '_secure-mqtt._tcp', name: 'Two', host: '10.0.0.2', port: 8883 },
    ] as never);
  });
  assert.equal(asked, [[['_mqtt._tcp', '_secure-mqtt._tcp'], 1500]]);
  assert.equal(found, [
    { name: 'One', url: 'mqtt://10.0.0.1:1883' },
    { name: 'Two', url: 'mqtts://10.0.0.2:8883' },
  ]);
});

/** A broker that keeps these presences, and the hubs that are listed of them. */
const listed = async (payloads: readonly string[]) => {
  const clock = clockAt();
  let closed = 0;
  let ended = -1;
  const open: OpenHubLink = (_place, events) => {
    for (const payload of payloads) events.onMessage('flapbox/hubs/x', payload, true);
    return Promise.resolve({
      publish: () => Promise.resolve(),
      listen: () => undefined,
      close: () => void closed++,
    } as never);
  };
  const listing = listHubs({ url: 'mqtt://10.0.0.1' }, clock, never(), open).finally(() => (ended = clock.monotonic()));
  await clock.advance(5000);
  const { hubs, error } = await listing;
  assert.is(closed, 1);
  return { hubs, error, ended };
};
const hub = (topic: string, rows: unknown = 6, cols: unknown = 22): string => JSON.stringify({ topic, rows, cols });

test('hubs are listed that tell a topic and a size; what somebody else left is passed over', async () => {
  const odd = ['', '{', 'null', '[]', '{"topic":5}', hub('a/#'), hub('a', 0), hub('a', 6, 1.5), hub('x'.repeat(3000))];
  const { hubs, error, ended } = await listed([hub('campus/hall'), ...odd, hub('home', 3, 15)]);
  assert.equal(hubs, [
    { topic: 'campus/hall', rows: 6, cols: 22 },
    { topic: 'home', rows: 3, cols: 15 },
  ]);
  assert.equal([error, ended], [null, 700]);
});

for (const [name, payloads, count] of [
  ['two hundred hubs', Array.from({ length: 205 }, (_, at) => hub(`h${at}`)), 200],
  ['two thousand messages', [...Array<string>(1999).fill('x'), hub('a'), hub('b')], 1],
] as const)
  test(`after ${name} no more are listed, and a sentence says so`, async () => {
    const { hubs, error, ended } = await listed(payloads);
    assert.equal([hubs.length, ended], [count, 0]);
    assert.match(error ?? '', new RegExp(`^More lies below .*: ${count} boards are listed`));
  });

test('199 hubs and one message less than the most are all', async () => {
  const { hubs, error } = await listed([
    ...Array.from({ length: 199 }, (_, at) => hub(`h${at}`)),
    ...Array<string>(1800).fill('x'),
  ]);
  assert.equal([hubs.length, error], [199, null]);
});

test('a broker that is not there is told', async () => {
  const failing: OpenHubLink = () => Promise.reject(new Error('The MQTT broker at 10.0.0.1 cannot be reached.'));
  assert.equal(await listHubs({ url: 'mqtt://10.0.0.1' }, clockAt(), never(), failing), {
    hubs: [],
    error: 'The MQTT broker at 10.0.0.1 cannot be reached.',
  });
});

test.run();
