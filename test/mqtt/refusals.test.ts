import dns from 'node:dns';
import { Socket, createServer, type AddressInfo } from 'node:net';
import { generate, parser, type IConnectPacket, type Packet } from 'mqtt-packet';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSession, type BrokerAddress, type Session } from '../../src/mqtt/session.ts';
import { systemClock, type Clock } from '../../src/platform/clock.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';

// A broker of a few lines, which refuses as a test wants it; a real one is in session.test.ts.

const test = suite('mqtt/session');

interface Broker {
  readonly url: string;
  readonly packets: Packet[];
  readonly send: (packet: Packet) => void;
  readonly drop: () => void;
}

/** `returnCode`: how it answers who wants in; null: a test does. */
const withBroker = async (returnCode: number | null, run: (broker: Broker) => Promise<void>): Promise<void> => {
  const packets: Packet[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    connections++;
    const count = connections;
    const reader = parser();
    reader.on('packet', (packet: Packet) => {
      packets.push(packet);
      const { messageId } = packet;
      if (packet.cmd === 'connect' && returnCode !== null)
        socket.write(generate({ cmd: 'connack', returnCode, sessionPresent: false }));
      // What is sent again after a loss is confirmed.
      if (packet.cmd === 'publish' && count > 1) socket.write(generate({ cmd: 'puback', messageId }));
      if (packet.cmd === 'subscribe')
        socket.write(generate({ cmd: 'suback', messageId, granted: packet.subscriptions.map(() => 1) }));
      if (packet.cmd === 'unsubscribe') socket.write(generate({ cmd: 'unsuback', messageId, granted: [] }));
    });
    socket.on('data', (bytes) => reader.parse(bytes));
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const drop = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  try {
    await run({
      url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
      packets,
      send: (packet) => {
        for (const socket of sockets) socket.write(generate(packet));
      },
      drop,
    });
  } finally {
    drop();
    await new Promise((resolve) => server.close(resolve));
  }
};

const LAST = { topic: 'wall/status', payload: 'offline' };

const sessions: Session[] = [];
// A session that stays open would keep a test that failed from its end.
test.after.each(async () => {
  for (const session of sessions.splice(0)) await session.end(LAST, 0);
});

const open = (address: Partial<BrokerAddress> & Pick<BrokerAddress, 'url'>, clock = systemClock) => {
  const heard: string[] = [];
  const session = openSession(
    { username: '', password: '', clientId: 'me', authority: '', reconnectMs: 10, ...address },
    LAST,
    {
      connected: () => heard.push('connected'),
      message: (topic, payload, retained) => heard.push(`${topic} ${payload.toString()} ${retained}`),
      failed: (reason) => heard.push(reason ?? 'lost'),
    },
    clock,
  );
  sessions.push(session);
  return { session, heard };
};
const connectIn = (packets: readonly Packet[]): IConnectPacket | undefined =>
  packets.find((packet): packet is IConnectPacket => packet.cmd === 'connect');
const publishedIn = (packets: readonly Packet[]) =>
  packets.flatMap((packet) => (packet.cmd === 'publish' ? [packet] : []));

const REFUSALS: [code: number, sentence: string][] = [
  [1, 'The connection to the broker failed.'],
  [2, 'The broker refuses the name of this client.'],
  [3, 'The broker is not available.'],
  [4, 'The broker refuses the user name or the password.'],
  [5, 'The broker does not allow this user to connect.'],
  [134, 'The broker refuses the user name or the password.'],
  [135, 'The broker does not allow this user to connect.'],
];
for (const [code, sentence] of REFUSALS)
  test(`a refusal with code ${code} is told, and it is tried again`, () =>
    withBroker(code, async ({ url, packets }) => {
      const { session, heard } = open({ url });
      await until(() => packets.length > 1);
      assert.is(heard[0], sentence);
      assert.is(session.connected, false);
    }));

test('nobody there', async () => {
  const nobody = open({ url: `mqtt://127.0.0.1:${await freePort()}` });
  await until(() => nobody.heard.length > 0);
  assert.is(nobody.heard[0], 'Nothing listens at the address of the broker.');
});

const FAILURES: [code: string, sentence: string][] = [
  ['ECONNREFUSED', 'Nothing listens at the address of the broker.'],
  ['ENOTFOUND', 'The name of the broker is not known in this network.'],
  ['EAI_AGAIN', 'The name of the broker is not known in this network.'],
  ['ETIMEDOUT', 'The broker does not answer.'],
  ['EHOSTUNREACH', 'The broker does not answer.'],
  ['CERT_HAS_EXPIRED', 'The certificate of the broker is not trusted (CERT_HAS_EXPIRED).'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'The certificate of the broker is not trusted (ERR_SSL_WRONG_VERSION_NUMBER).'],
  ['ERR_TLS_HANDSHAKE_TIMEOUT', 'The certificate of the broker is not trusted (ERR_TLS_HANDSHAKE_TIMEOUT).'],
  ['DEPTH_ZERO_SELF_SIGNED', 'The certificate of the broker is not trusted (DEPTH_ZERO_SELF_SIGNED).'],
  ['UNABLE_TO_VERIFY', 'The certificate of the broker is not trusted (UNABLE_TO_VERIFY).'],
  ['ECONNRESET', 'The connection to the broker failed (ECONNRESET).'],
];
for (const [code, sentence] of FAILURES)
  test(`a connection that fails with ${code} is told in a sentence`, async () => {
    const usual = dns.lookup;
    // What looks up the name fails as the connection would.
    dns.lookup = ((_name: string, _how: object, tell: (error: Error) => void) =>
      setImmediate(tell, Object.assign(new Error('secret'), { code }))) as unknown as typeof dns.lookup;
    try {
      const { heard } = open({ url: 'mqtt://broker.test' });
      await until(() => heard.length > 0);
      assert.is(heard[0], sentence);
    } finally {
      dns.lookup = usual;
    }
  });

test('it introduces itself, with its will and the credentials that it has', () =>
  withBroker(0, async ({ url, packets }) => {
    const known = open({ url, username: 'ann', password: 'p' });
    await until(() => known.heard.includes('connected'));
    const first = connectIn(packets);
    assert.equal(
      [first?.clientId, first?.clean, first?.keepalive, first?.username, first?.password?.toString()],
      ['me', true, 60, 'ann', 'p'],
    );
    const { topic, payload, qos, retain } = first?.will ?? {};
    assert.equal([topic, String(payload), qos, retain], ['wall/status', 'offline', 1, true]);
    await known.session.end(LAST, 0);
    packets.length = 0;
    const unknown = open({ url });
    await until(() => unknown.heard.includes('connected'));
    assert.equal([connectIn(packets)?.username, connectIn(packets)?.password], [undefined, undefined]);
  }));

const connected = async (session: Session, heard: readonly string[]): Promise<void> => {
  await until(() => heard.includes('connected'));
  assert.is(session.connected, true);
};

test('what was published counts until the broker confirms it, and is kept where that is wanted', () =>
  withBroker(0, async ({ url, packets, send }) => {
    const { session, heard } = open({ url });
    session.publish('early', 'x', true, () => heard.push('confirmed early'));
    assert.is(session.unconfirmed, 0, 'without a connection nothing waits');
    await connected(session, heard);
    session.publish('a', 'one', true, () => heard.push('confirmed a'));
    session.publish('b', Buffer.from('two'), false);
    assert.is(session.unconfirmed, 2);
    await until(() => publishedIn(packets).length === 2);
    assert.equal(
      publishedIn(packets).map(({ topic, payload, qos, retain }) => [topic, String(payload), qos, retain]),
      [
        ['a', 'one', 1, true],
        ['b', 'two', 1, false],
      ],
    );
    send({ cmd: 'puback', messageId: publishedIn(packets)[0]?.messageId });
    await until(() => heard.includes('confirmed a'));
    assert.is(session.unconfirmed, 1);
  }));

test('a connection that is lost is taken up again, and nothing is unconfirmed then', () =>
  withBroker(0, async ({ url, packets, drop }) => {
    const { session, heard } = open({ url });
    await connected(session, heard);
    session.publish('a', 'one', false);
    await until(() => publishedIn(packets).length === 1);
    drop();
    await until(() => heard.filter((one) => one === 'connected').length === 2);
    assert.ok(heard.includes('lost'));
    assert.is(session.unconfirmed, 0);
    session.publish('b', 'two', false, () => heard.push('confirmed b'));
    await until(() => heard.includes('confirmed b'));
    assert.is(session.unconfirmed, 0, 'what is confirmed late was not counted any more');
  }));

test('small messages do not wait for the acknowledgement of those before them', () =>
  withBroker(0, async ({ url }) => {
    const usual = Socket.prototype.setNoDelay;
    let count = 0;
    Socket.prototype.setNoDelay = function (this: Socket, isWanted?: boolean) {
      if (isWanted) count++;
      return usual.call(this, isWanted);
    };
    try {
      const { session, heard } = open({ url });
      await connected(session, heard);
      assert.is(count, 1);
    } finally {
      Socket.prototype.setNoDelay = usual;
    }
  }));

test('topics are asked for and left, and messages come with whether they were kept', () =>
  withBroker(0, async ({ url, packets, send }) => {
    const { session, heard } = open({ url });
    await connected(session, heard);
    session.subscribe(['a/+', 'b']);
    await until(() => packets.some(({ cmd }) => cmd === 'subscribe'));
    const [subscribe] = packets.flatMap((packet) => (packet.cmd === 'subscribe' ? [packet] : []));
    assert.equal(
      subscribe?.subscriptions.map(({ topic, qos }) => [topic, qos]),
      [
        ['a/+', 1],
        ['b', 1],
      ],
    );
    const message = { cmd: 'publish', qos: 0, dup: false } as const;
    send({ ...message, topic: 'a/1', payload: 'old', retain: true });
    send({ ...message, topic: 'b', payload: 'new', retain: false });
    await until(() => heard.includes('b new false'));
    assert.ok(heard.includes('a/1 old true'));
    session.unsubscribe(['b']);
    await until(() => packets.some(({ cmd }) => cmd === 'unsubscribe'));
  }));

test('it ends with its last word and goodbye', () =>
  withBroker(0, async ({ url, packets, send }) => {
    const polite = open({ url });
    await connected(polite.session, polite.heard);
    const ended = polite.session.end({ topic: 'wall/status', payload: 'gone' }, 60_000);
    await until(() => publishedIn(packets).length === 1);
    const [last] = publishedIn(packets);
    assert.equal([last?.topic, String(last?.payload), last?.qos, last?.retain], ['wall/status', 'gone', 1, true]);
    assert.ok(!packets.some(({ cmd }) => cmd === 'disconnect'));
    send({ cmd: 'publish', qos: 0, dup: false, retain: false, topic: 'a', payload: 'late' });
    send({ cmd: 'puback', messageId: last?.messageId });
    await ended;
    await until(() => packets.some(({ cmd }) => cmd === 'disconnect'));
    assert.equal(
      polite.heard,
      ['connected'],
      'whoever has left hears nothing, and that the connection ends is no failure',
    );
  }));

test('a broker that does not confirm its last word is waited for no longer than it may be', () =>
  withBroker(0, async ({ url, packets }) => {
    const { session, heard } = open({ url });
    await connected(session, heard);
    await session.end(LAST, 1);
    await until(() => !session.connected);
    assert.not.ok(packets.some(({ cmd }) => cmd === 'disconnect'));
    assert.equal(heard, ['connected']);
  }));

test('one that ends while the broker lets it in says its last word then, and so the broker has no will of it', () =>
  withBroker(null, async ({ url, packets, send }) => {
    const { session, heard } = open({ url });
    await until(() => packets.length === 1);
    const ended = session.end({ topic: 'wall/status', payload: 'gone' }, 60_000);
    send({ cmd: 'connack', returnCode: 0, sessionPresent: false });
    await until(() => publishedIn(packets).length === 1);
    send({ cmd: 'puback', messageId: publishedIn(packets)[0]?.messageId });
    await ended;
    await until(() => packets.some(({ cmd }) => cmd === 'disconnect'));
    assert.equal(
      heard.filter((one) => one === 'connected'),
      [],
    );
  }));

test('its last word was not waited for any longer than needed', () =>
  withBroker(0, async ({ url, packets, send }) => {
    const timers = new Set<object>();
    const clock: Clock = {
      ...systemClock,
      after: (ms, run) => {
        const timer = { ms };
        timers.add(timer);
        const cancel = systemClock.after(ms, run);
        return () => (timers.delete(timer), cancel());
      },
    };
    const { session, heard } = open({ url }, clock);
    await connected(session, heard);
    const ended = session.end(LAST, 60_000);
    assert.equal([...timers], [{ ms: 60_000 }]);
    await until(() => publishedIn(packets).length === 1);
    send({ cmd: 'puback', messageId: publishedIn(packets)[0]?.messageId });
    await ended;
    assert.is(timers.size, 0);
  }));

test('one that never came in ends at once', async () => {
  const { session, heard } = open({ url: `mqtt://127.0.0.1:${await freePort()}`, reconnectMs: 60_000 });
  await until(() => heard.length > 1);
  await session.end(LAST, 60_000);
  assert.is(session.connected, false);
});

test.run();
