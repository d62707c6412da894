import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { generate, parser } from 'mqtt-packet';
import type { Packet } from 'mqtt-packet';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openByMqtt } from '../../../hw/panel/awtrix/mqtt-link.ts';
import { openBrokerLink } from '../../../hw/panel/broker-link.ts';
import { openHubLink } from '../../../hw/panel/broker/link.ts';
import { mqttBus } from '../../../hw/panel/mbus/mqtt-bus.ts';
import { openBroker } from '../../../hw/panel/mqtt-text/broker.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { never } from '../rig.ts';
import { until } from '../../support/until.ts';

const test = suite('connections to a broker');

const silent = () => undefined;
const events = { onMessage: silent, onClose: silent };

/** Every way in which a panel connects to a broker. */
const WAYS = {
  text: (url: string, signal: AbortSignal) =>
    openBroker(
      { url, commandTopic: 'set', stateTopic: 'state', availabilityTopic: null },
      { onState: silent, onAvailability: silent, onClose: silent },
      signal,
    ),
  hub: (url: string, signal: AbortSignal) => openHubLink({ url, topics: ['frames'], presence: null }, events, signal),
  clock: (url: string, signal: AbortSignal) =>
    openByMqtt({ url, prefix: 'awtrix' }, systemClock)({ onStats: silent, onArrival: silent, onClose: silent }, signal),
  bus: (url: string) => mqttBus({ url, prefix: 'wall' }).open({ onLine: silent, onClose: silent }),
};
type Way = keyof typeof WAYS;

type Answer = (packet: Packet) => Parameters<typeof generate>[0] | null;

/** Runs with a broker on the loopback address that answers each packet as it is told to. */
const withBroker = async (
  answer: Answer,
  run: (url: string, sockets: ReadonlySet<Socket>) => Promise<void>,
): Promise<void> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const reader = parser();
    reader.on('packet', (packet) => {
      const back = answer(packet);
      if (back) socket.write(generate(back));
    });
    socket.on('data', (chunk) => reader.parse(chunk)).on('error', silent);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await run(`mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets);
  } finally {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
};

const problemOf = (way: Way, url: string, signal = never()): Promise<string> =>
  WAYS[way](url, signal).then(
    () => '',
    (error: Error) => error.message,
  );

const connack = (returnCode: number) => ({ cmd: 'connack', returnCode, sessionPresent: false }) as const;

const welcome: Answer = (packet) => {
  if (packet.cmd === 'connect') return connack(0);
  if (packet.cmd === 'publish') return { cmd: 'puback', messageId: packet.messageId ?? 1 };
  return packet.cmd === 'subscribe'
    ? { cmd: 'suback', messageId: packet.messageId ?? 1, granted: packet.subscriptions.map(() => 0) }
    : null;
};
const refuse: Answer = ({ cmd }) => (cmd === 'connect' ? connack(5) : null);
const deafen: Answer = (packet) =>
  packet.cmd === 'subscribe'
    ? { cmd: 'suback', messageId: packet.messageId ?? 1, granted: packet.subscriptions.map(() => 128) }
    : welcome(packet);

const nameIn = (way: Way, host: string): string => (way === 'bus' ? 'The MQTT broker' : `The MQTT broker at ${host}`);

const SOURCES: Record<Way, string> = {
  text: ' to the state topic',
  hub: ' to the topics of its walls',
  clock: ' to the clock',
  bus: '',
};

for (const way of ['text', 'hub', 'clock', 'bus'] as const) {
  test(`${way}: a refused login is told`, () =>
    withBroker(refuse, async (url) => {
      const name = nameIn(way, new URL(url).host);
      assert.is(await problemOf(way, url), `${name} refused the user or the password.`);
    }));

  test(`${way}: a refused topic is told`, () =>
    withBroker(deafen, async (url) => {
      const name = nameIn(way, new URL(url).host);
      assert.is(await problemOf(way, url), `${name} does not let flapbox listen${SOURCES[way]}.`);
    }));

  test(`${way}: a broker that is not there is told`, async () => {
    let gone = '';
    await withBroker(welcome, async (url) => void (gone = url));
    assert.is(await problemOf(way, gone), `${nameIn(way, new URL(gone).host)} cannot be reached.`);
  });
}

for (const [way, sentence] of [
  ['text', 'is not known by that name'],
  ['hub', 'is not known by that name'],
  ['clock', 'cannot be reached'],
] as const)
  test(`${way}: a name that nobody has is told`, async () =>
    assert.is(await problemOf(way, 'mqtt://broker.invalid'), `${nameIn(way, 'broker.invalid')} ${sentence}.`));

for (const [way, sentence] of [
  ['text', 'The connection to the MQTT broker was cancelled.'],
  ['hub', 'The connection to the MQTT broker was cancelled.'],
  ['clock', 'The request to the panel was cancelled.'],
] as const)
  test(`${way}: connecting is called off, and leaves no connection`, () =>
    withBroker(
      () => null,
      async (url, sockets) => {
        const stop = new AbortController();
        const problem = problemOf(way, url, stop.signal);
        await until(() => sockets.size === 1);
        stop.abort();
        assert.is(await problem, sentence);
        await until(() => sockets.size === 0);
      },
    ));

test('an end is told once, unless it was asked for, and nothing can be published afterwards', () =>
  withBroker(welcome, async (url, sockets) => {
    let ends = 0;
    const listening = { topics: [], qos: 0, source: 'nothing' } as const;
    const told = { onMessage: silent, onClose: () => void ends++ };
    const link = await openBrokerLink({ url }, listening, told, never());
    await link.publish('a', 'b');
    for (const socket of sockets) socket.destroy();
    await until(() => ends === 1);
    await link.publish('a', 'b').then(
      () => assert.unreachable(),
      (error: Error) => assert.is(error.message, 'The connection to the MQTT broker is lost.'),
    );
    const other = await openBrokerLink({ url }, listening, told, never());
    other.close();
    await until(() => sockets.size === 0);
    assert.is(ends, 1);
  }));

test.run();
