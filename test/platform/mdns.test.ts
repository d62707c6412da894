import dgram from 'node:dgram';
import { EventEmitter } from 'node:events';
import createMulticast from 'multicast-dns';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findBrokers } from '../../hw/panel/broker/hub-search.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { browseServices, servicesIn, type DnsRecord } from '../../src/platform/network/mdns.ts';
import { createFakeClock, settle } from '../support/fake-clock.ts';

const test = suite('services of the home network');
const TYPES = ['_mqtt._tcp', '_secure-mqtt._tcp'];

const announce = (name: string, type: string, address: unknown, port = 1883): DnsRecord[] => [
  { name: `${type}.local`, type: 'PTR', data: `${name}.${type}.local` },
  { name: `${name}.${type}.local`, type: 'SRV', data: { target: `${name}.local`, port } },
  ...(address === null ? [] : [{ name: `${name}.LOCAL`, type: 'A', data: address }]),
];

/** [what, records, host and port of what is found] */
const CASES: [string, DnsRecord[], string[]][] = [
  ['a broker with its address', announce('one', '_mqtt._tcp', '192.168.1.5'), ['192.168.1.5:1883']],
  ['a broker without an address goes by its name', announce('one', '_mqtt._tcp', null), ['one.local:1883']],
  [
    'one that says it twice is there once',
    [1, 2].flatMap(() => announce('one', '_mqtt._tcp', '10.0.0.1')),
    ['10.0.0.1:1883'],
  ],
  ['an address outside of the home network', announce('one', '_mqtt._tcp', '8.8.8.8'), []],
  ['another kind of service', announce('one', '_http._tcp', '10.0.0.1'), []],
  ['a name without a place', announce('one', '_mqtt._tcp', '10.0.0.1').slice(0, 1), []],
  [
    'records that are none',
    [
      { name: '_mqtt._tcp.local', type: 'PTR', data: null },
      { name: 'x', type: 'SRV' },
    ],
    [],
  ],
  [
    'many',
    Array.from({ length: 50 }, (_, i) => announce(`b${i}`, '_mqtt._tcp', `10.0.0.${i}`)).flat(),
    Array.from({ length: 16 }, (_, i) => `10.0.0.${i}:1883`),
  ],
];
for (const [what, records, found] of CASES)
  test(what, () =>
    assert.equal(
      servicesIn(records, TYPES).map(({ host, port }) => `${host}:${port}`),
      found,
    ),
  );

test('a service is told with its name and its kind, whichever of them answers', () =>
  assert.equal(
    servicesIn([...announce('b', '_secure-mqtt._tcp', '10.0.0.2', 8883), ...announce('a', '_mqtt._tcp', 7)], TYPES),
    [
      { name: 'a', host: 'a.local', port: 1883, type: '_mqtt._tcp' },
      { name: 'b', host: '10.0.0.2', port: 8883, type: '_secure-mqtt._tcp' },
    ],
  ));

for (const place of [
  { target: 'a.local' },
  { port: 1 },
  { target: 1, port: 1 },
  { target: 'a.local', port: '1' },
  null,
  'x',
])
  test(`${JSON.stringify(place)} is no place of a service`, () => {
    const [pointer, , address] = announce('a', '_mqtt._tcp', '10.0.0.1');
    const records = [pointer, { name: 'a._mqtt._tcp.local', type: 'SRV', data: place }, address];
    assert.equal(
      servicesIn(
        records.flatMap((one) => one ?? []),
        TYPES,
      ),
      [],
    );
  });

test('one program may have two ports', () =>
  assert.equal(
    servicesIn(
      [...announce('a', '_mqtt._tcp', '10.0.0.1'), ...announce('b', '_mqtt._tcp', '10.0.0.1', 1884)],
      TYPES,
    ).map(({ port }) => port),
    [1883, 1884],
  ));

test('brokers are offered by their address', async () => {
  const services = servicesIn(
    [...announce('plain', '_mqtt._tcp', '10.0.0.1'), ...announce('safe', '_secure-mqtt._tcp', '10.0.0.2', 8883)],
    TYPES,
  );
  const found = await findBrokers(systemClock, new AbortController().signal, () => Promise.resolve(services));
  assert.equal(found, [
    { url: 'mqtt://10.0.0.1:1883', name: 'plain' },
    { url: 'mqtts://10.0.0.2:8883', name: 'safe' },
  ]);
});

/** A socket that stands for the network: what is sent, and what is heard as `message`. */
class StandInSocket extends EventEmitter {
  readonly sent: Buffer[] = [];
  isOpen = true;
  bind(_port: number, _address: unknown, done: () => void): void {
    done();
  }
  send(message: Buffer): void {
    this.sent.push(message);
  }
  close(): void {
    this.isOpen = false;
  }
}

const asSocket = (socket: StandInSocket) => socket as unknown as dgram.Socket;

/** The bytes of an answer, as another machine sends them. */
const saidBy = async (name: string, host: number, more: object[] = []): Promise<Buffer> => {
  const socket = new StandInSocket();
  const answers = [...more, ...announce(name, '_mqtt._tcp', `10.0.0.${host}`)] as never[];
  createMulticast({ socket: asSocket(socket) }).respond({ answers });
  await settle();
  return socket.sent[0] ?? Buffer.alloc(0);
};

/** Browses a stand-in of the network for a second, by a clock that a test moves. */
const browse = (signal = new AbortController().signal) => {
  const clock = createFakeClock('2026-03-01T12:00:00Z');
  const socket = new StandInSocket();
  const { createSocket } = dgram;
  Object.assign(dgram, { createSocket: () => socket });
  try {
    return { clock, socket, found: browseServices(TYPES, 1000, clock, signal) };
  } finally {
    Object.assign(dgram, { createSocket });
  }
};

test('it asks twice, hears until its time is over, and leaves nothing open', async () => {
  const { clock, socket, found } = browse();
  await settle();
  assert.is(socket.sent.length, 1);
  for (const type of TYPES) assert.ok(socket.sent[0]?.includes(type.split('.')[0] ?? '?'));
  await clock.advance(399);
  socket.emit('message', await saidBy('one', 1));
  socket.emit('message', Buffer.of(1, 2, 3));
  socket.emit('error', new Error('a packet that got lost'));
  assert.is(socket.sent.length, 1);
  await clock.advance(1);
  assert.equal(socket.sent[1], socket.sent[0]);
  await clock.advance(599);
  socket.emit('message', await saidBy('two', 2));
  assert.is(socket.isOpen, true);
  await clock.advance(1);
  assert.equal(
    (await found).map(({ host }) => host),
    ['10.0.0.1', '10.0.0.2'],
  );
  assert.is(socket.isOpen, false);
  socket.emit('error', Object.assign(new Error('too late to be told'), { code: 'EACCES' }));
  await clock.advance(10_000);
  assert.is(socket.sent.length, 2);
});

for (const [others, heard] of [
  [996, ['one', 'two']],
  [997, ['one']],
] as const)
  test(`when ${others + 3} records have come ${heard.length === 1 ? 'no' : 'an'} answer more is kept`, async () => {
    const { clock, socket, found } = browse();
    const more = Array.from({ length: others }, () => ({ name: 'x', type: 'A', data: '10.0.0.9' }));
    socket.emit('message', await saidBy('one', 1, more));
    socket.emit('message', await saidBy('two', 2));
    socket.emit('message', await saidBy('three', 3));
    await clock.advance(1000);
    assert.equal(
      (await found).map(({ name }) => name),
      heard,
    );
  });

test('a network without multicast has no services, and who is called off waits no longer', async () => {
  const failing = browse();
  failing.socket.emit('error', Object.assign(new Error('taken'), { code: 'EADDRINUSE' }));
  assert.equal([await failing.found, failing.socket.isOpen], [[], false]);
  const end = new AbortController();
  const called = browse(end.signal);
  called.socket.emit('message', await saidBy('one', 1));
  end.abort();
  assert.equal([(await called.found).length, called.socket.isOpen], [1, false]);
  const never = browse(AbortSignal.abort());
  assert.equal([await never.found, never.socket.eventNames()], [[], []]);
});

test.run();
