import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { generate, parser, type Packet } from 'mqtt-packet';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openByMqtt } from '../../../hw/panel/awtrix/mqtt-link.ts';
import { brokerAt, openBrokerLink } from '../../../hw/panel/broker-link.ts';
import { openHubLink } from '../../../hw/panel/broker/link.ts';
import { mqttBus } from '../../../hw/panel/mbus/mqtt-bus.ts';
import { MqttText } from '../../../hw/panel/mqtt-text/mqtt-text.ts';
import { INSTANT } from '../../../src/board/driver.ts';
import { decodeGrid } from '../../../src/core/flaps/flaps.ts';
import { gridFromRows } from '../../../src/core/flaps/grid.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { failureOf, never } from '../rig.ts';
import { FIRST } from '../../support/device-certificates.ts';
import { until } from '../../support/until.ts';
import { SMALLEST, firstCells, panelOf } from './rig.ts';

const test = suite('connections to a broker');

const silent = () => undefined;
const events = { onMessage: silent, onClose: silent };

/** A display of five characters at a broker. */
const textAt = (url: string): MqttText => {
  const connection = { url, command_topic: 'w/set', state_topic: 'w/state' };
  const panel = panelOf('mqtt-text', { connection, modules: firstCells(5) });
  return new MqttText({ ...SMALLEST, panel }, { clock: systemClock });
};

/** Every way in which a panel connects to a broker. */
const WAYS = {
  text: async (url: string) => {
    const driver = textAt(url);
    await driver.start();
    await driver.stop();
  },
  hub: (url: string, signal: AbortSignal) => openHubLink({ url, topics: ['frames'], presence: null }, events, signal),
  clock: (url: string, signal: AbortSignal) =>
    openByMqtt({ url, prefix: 'awtrix' }, systemClock)({ onStats: silent, onArrival: silent, onClose: silent }, signal),
  bus: (url: string, signal: AbortSignal) =>
    mqttBus({ url, prefix: 'wall' }).open({ onLine: silent, onClose: silent }, signal),
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

const nameOf = (url: string): string => `The MQTT broker at ${new URL(url).host}`;

const SOURCES: Record<Way, string> = {
  text: 'the state topic',
  hub: 'the topics of its walls',
  clock: 'the clock',
  bus: 'the gateway',
};
const EVERY_WAY = Object.keys(WAYS) as Way[];

for (const way of EVERY_WAY) {
  test(`${way}: a refused login is told`, () =>
    withBroker(refuse, async (url) => {
      assert.is(await problemOf(way, url), `${nameOf(url)} refused the user or the password.`);
    }));

  test(`${way}: a refused topic is told`, () =>
    withBroker(deafen, async (url) => {
      assert.is(await problemOf(way, url), `${nameOf(url)} does not let flapbox listen to ${SOURCES[way]}.`);
    }));

  test(`${way}: a broker that is not there is told`, async () => {
    let gone = '';
    await withBroker(welcome, async (url) => void (gone = url));
    assert.is(await problemOf(way, gone), `${nameOf(gone)} cannot be reached.`);
  });

  test(`${way}: a name that nobody has is told`, async () =>
    assert.is(
      await problemOf(way, 'mqtt://broker.invalid'),
      'The MQTT broker at broker.invalid is not known by that name.',
    ));
}

for (const [way, sentence] of [
  ['bus', 'The connection to the MQTT broker was cancelled.'],
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

for (const way of EVERY_WAY)
  test(`${way}: a broker whose certificate nobody vouches for is told`, async () => {
    const server = createSecureServer({ cert: FIRST.cert, key: FIRST.key }).on('tlsClientError', silent);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `mqtts://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      assert.is(await problemOf(way, url), `${nameOf(url)} has a certificate that is not trusted.`);
    } finally {
      server.close();
    }
  });

test('the authority of settings vouches for the broker, and one that is none is told', async () => {
  const { cert } = FIRST;
  assert.equal(brokerAt('mqtts://x', { ca_certificate: cert }).authority, cert);
  for (const ca_certificate of ['', null]) assert.is(brokerAt('mqtts://x', { ca_certificate }).authority, undefined);
  const place = { url: 'mqtts://127.0.0.1:1', authority: 'no certificate' };
  const listening = { topics: [], qos: 0, source: 'x' } as const;
  assert.match(String(await failureOf(openBrokerLink(place, listening, events, never()))), /PEM/);
});

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

/** A broker that takes everything, what it was sent, and how it sends something itself. */
const withTeller = (
  run: (
    url: string,
    sent: Packet[],
    tell: (topic: string, payload: string | Buffer, retain?: boolean) => void,
    sockets: ReadonlySet<Socket>,
  ) => Promise<void>,
): Promise<void> => {
  const sent: Packet[] = [];
  return withBroker(
    (packet) => {
      sent.push(packet);
      return welcome(packet);
    },
    (url, sockets) =>
      run(
        url,
        sent,
        (topic, payload, retain = false) => {
          for (const socket of sockets)
            socket.write(generate({ cmd: 'publish', topic, payload, qos: 0, dup: false, retain }));
        },
        sockets,
      ),
  );
};
const published = (sent: readonly Packet[]) =>
  sent.flatMap((packet) =>
    packet.cmd === 'publish' ? [[packet.topic, packet.payload.toString(), packet.qos, packet.retain]] : [],
  );
const topicsIn = (sent: readonly Packet[]) =>
  sent.flatMap((packet) => (packet.cmd === 'subscribe' ? packet.subscriptions.map(({ topic }) => topic) : []));

test('a login, the topics and a last will are told to the broker', () =>
  withTeller(async (url, sent) => {
    const listening = { topics: ['a', 'b/+'], qos: 1, source: 'x', presence: 'p', retains: true } as const;
    const link = await openBrokerLink({ url, username: 'u', password: 'w' }, listening, events, never());
    const [connect] = sent;
    assert.ok(connect?.cmd === 'connect');
    assert.equal([connect.username, connect.password?.toString()], ['u', 'w']);
    assert.equal(
      [connect.will?.topic, connect.will?.payload.length, connect.will?.qos, connect.will?.retain],
      ['p', 0, 1, true],
    );
    assert.equal(topicsIn(sent), ['a', 'b/+']);
    await link.publish('t', 'kept');
    assert.equal(published(sent), [['t', 'kept', 1, true]]);
    link.listen('c');
    await until(() => topicsIn(sent).includes('c'));
    link.close();
  }));
test('without a login and a presence there is neither', () =>
  withTeller(async (url, sent) => {
    const link = await openBrokerLink({ url }, { topics: [], qos: 0, source: 'x' }, events, never());
    const [connect] = sent;
    assert.ok(connect?.cmd === 'connect');
    assert.equal([connect.username, connect.will, topicsIn(sent)], [undefined, undefined, []]);
    link.close();
  }));

test('hub: what is told is heard with its topic, and what is published is kept', () =>
  withTeller(async (url, sent, tell) => {
    const heard: unknown[] = [];
    const onMessage = (...message: unknown[]) => void heard.push(message);
    const link = await openHubLink(
      { url, topics: ['frames'], presence: null },
      { onMessage, onClose: silent },
      never(),
    );
    tell('longer', 'x'.repeat(65_537));
    tell('long', 'x'.repeat(65_536), true);
    tell('frames', 'one');
    await until(() => heard.length === 2);
    assert.equal(heard[1], ['frames', 'one', false]);
    assert.is((heard[0] as unknown[])[2], true);
    await link.publish('frames', 'grid');
    assert.equal(published(sent), [['frames', 'grid', 1, true]]);
    link.listen('more', true);
    await until(() => topicsIn(sent).includes('more'));
    link.close();
  }));

test('text: states and availability are told apart, and a text goes to the topic of commands', () =>
  withTeller(async (url, sent, tell) => {
    const driver = textAt(url);
    const shown = async (): Promise<string> => {
      const outcome = await driver.read(never());
      return outcome.status === 'read' && outcome.grid ? decodeGrid(outcome.grid).slice(0, 5) : '';
    };
    await driver.start();
    await until(() => topicsIn(sent).length === 2);
    tell('w/state', 'HELLO');
    tell('w/state', 'x'.repeat(4097));
    await until(async () => (await shown()) === 'HELLO');
    tell('w/availability', 'offline');
    await until(async () => (await shown()) === '');
    tell('w/availability', 'online', true);
    await until(async () => (await shown()) === 'HELLO');
    await driver.write({ grid: gridFromRows([[8, 9]], 3, 15), transition: INSTANT }, never());
    assert.equal(published(sent), [['w/set', 'HI   ', 1, false]]);
    await driver.stop();
  }));

test('clock: the end of its connection is told, and nothing is published afterwards', () =>
  withTeller(async (url, _sent, _tell, sockets) => {
    let ends = 0;
    const told = { onStats: silent, onArrival: silent, onClose: () => void ends++ };
    const link = await openByMqtt({ url, prefix: 'awtrix' }, systemClock)(told, never());
    for (const socket of sockets) socket.destroy();
    await until(() => ends === 1);
    assert.is(await failureOf(link.bring(never())), 'The connection to the MQTT broker is lost.');
    link.close();
    assert.is(ends, 1);
  }));

/** A clock behind a broker, and what it told. */
const withClock = (
  run: (
    link: Awaited<ReturnType<ReturnType<typeof openByMqtt>>>,
    sent: Packet[],
    tell: (topic: string, payload: string, retain?: boolean) => void,
    told: unknown[],
  ) => Promise<void>,
) =>
  withTeller(async (url, sent, tell) => {
    const told: unknown[] = [];
    const link = await openByMqtt({ url, prefix: 'awtrix' }, systemClock)(
      { onStats: (stats) => void told.push(stats), onArrival: () => void told.push('arrival'), onClose: silent },
      never(),
    );
    await run(link, sent, (topic, ...rest) => tell(`awtrix/${topic}`, ...rest), told);
    link.close();
  });
const PICTURE = Array.from({ length: 256 }, (_, at) => at);

test('clock: each request has its topic', () =>
  withClock(async (link, sent) => {
    assert.equal(topicsIn(sent), ['awtrix/screen', 'awtrix/stats/#', 'awtrix/stats']);
    await link.show({ text: 'x' }, never());
    await link.bring(never());
    await link.power(false, never());
    await link.set({ BRI: 3 }, never());
    assert.equal(published(sent), [
      ['awtrix/custom/flapbox', '{"text":"x"}', 1, false],
      ['awtrix/switch', '{"name":"flapbox"}', 1, false],
      ['awtrix/power', '{"power":false}', 1, false],
      ['awtrix/settings', '{"BRI":3}', 1, false],
    ]);
  }));
test('clock: what it shows is told when it is asked, and kept pictures are none', () =>
  withClock(async (link, sent, tell) => {
    const shown = link.screen(never());
    await until(() => published(sent).length === 1);
    assert.equal(published(sent), [['awtrix/sendscreen', '{}', 1, false]]);
    tell('screen', JSON.stringify(PICTURE.map(() => 9)), true);
    tell('screen', '[1]');
    tell('screen', JSON.stringify(PICTURE));
    assert.equal([...(await shown)], PICTURE);
  }));
test('clock: its app is in front where it says so, or shows it', () =>
  withClock(async (link, sent, tell, told) => {
    const ask = async (isShown: boolean) => {
      const count = published(sent).length;
      const answer = link.isInFront(() => isShown, never());
      await until(() => published(sent).length > count);
      tell('screen', JSON.stringify(PICTURE));
      return answer;
    };
    assert.equal([await ask(true), await ask(false)], [true, false]);
    tell('stats/currentApp', 'flapbox');
    await until(() => told.length === 1);
    assert.ok(await ask(false));
    tell('stats/currentApp', 'Time');
    await until(() => told.length === 2);
    assert.not.ok(await ask(false));
    assert.equal(told, [
      { uptime: null, app: 'flapbox' },
      { uptime: null, app: 'Time' },
    ]);
  }));
test('clock: it tells its stats, that it comes, and the broker that it is gone', () =>
  withClock(async (link, _sent, tell, told) => {
    const isAway = () =>
      link.look(never()).then(
        () => false,
        () => true,
      );
    tell('stats', '{"uptime":5,"app":"Time"}');
    await until(() => told.length === 1);
    assert.equal(told.splice(0), [{ uptime: 5, app: 'Time' }]);
    for (const arrival of ['stats/effects', 'stats/device'] as const) {
      tell('stats/device', 'offline');
      await until(isAway);
      tell(arrival, 'online', true);
      await until(async () => !(await isAway()));
      assert.equal(told, []);
      tell(arrival, 'online');
      await until(() => told.length === 1);
      assert.equal(told.splice(0), ['arrival']);
    }
    tell('stats/device', 'offline');
    await until(isAway);
    tell('stats', '{"uptime":6}', true);
    await until(async () => !(await isAway()));
    tell('stats', '{}');
    tell('stats/device', 'perhaps');
    tell('stats/currentApp', 'Time', true);
    tell('stats', '{"uptime":7}');
    await until(() => told.length === 1);
    assert.equal(told, [{ uptime: 7, app: null }]);
  }));

test.run();
