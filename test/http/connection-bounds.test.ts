import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Connections } from '../../src/http/wire/connections.ts';
import { createFakeClock, settle } from '../support/fake-clock.ts';

// Connections without a network: who is let in, who ends for whom, and which requests wait. The bounds are those of
// the rules (H8), as numbers.
const test = suite('http/connection-bounds');

const MOST = 512;
const MOST_OF_ONE = 128;
const HEADERS_MS = 1000;
const CHECK_MS = 250;

class FakeSocket extends EventEmitter {
  readonly remoteAddress: string;
  bytesRead = 0;
  destroyed = false;
  ended = false;
  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }
  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    // A socket closes some time after it was destroyed.
    setImmediate(() => this.emit('close'));
  }
  end(): void {
    this.ended = true;
  }
}

class FakeAnswer extends EventEmitter {
  readonly socket: FakeSocket;
  readonly headers: Record<string, string> = {};
  headersSent = false;
  constructor(socket: FakeSocket) {
    super();
    this.socket = socket;
  }
  setHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  /** The whole answer is out. */
  finish(): void {
    this.emit('close');
  }
}

const open = () => {
  const clock = createFakeClock('2026-03-02T10:00:00.000Z');
  const connections = new Connections(clock);
  const server = new EventEmitter();
  const begun: FakeAnswer[] = [];
  const parsed: FakeSocket[] = [];
  const refused: FakeSocket[] = [];
  server.on('connection', (socket: FakeSocket) => parsed.push(socket));
  connections.watch(server as Server, (_, outgoing) => void begun.push(outgoing as unknown as FakeAnswer), {
    headersMs: HEADERS_MS,
    checkMs: CHECK_MS,
    refuse: (socket) => void refused.push(socket as unknown as FakeSocket),
  });
  const join = (address: string): FakeSocket => {
    const socket = new FakeSocket(address);
    server.emit('connection', socket);
    return socket;
  };
  const ask = (socket: FakeSocket): FakeAnswer => {
    const answer = new FakeAnswer(socket);
    server.emit('request', { socket } as unknown as IncomingMessage, answer as unknown as ServerResponse);
    return answer;
  };
  const crowd = (address: string, count: number): FakeSocket[] => Array.from({ length: count }, () => join(address));
  /** Connections that each have a request under way. */
  const busy = async (address: string, count: number): Promise<FakeSocket[]> => {
    const sockets = crowd(address, count);
    for (const socket of sockets) ask(socket);
    await settle(count);
    return sockets;
  };
  const is = (method: 'isAnswering' | 'isBusy' | 'wasUsed', socket: FakeSocket): boolean =>
    connections[method](socket as unknown as Socket);
  return { clock, connections, begun, parsed, refused, join, ask, crowd, busy, is };
};

const ended = (sockets: readonly FakeSocket[]): number[] =>
  sockets.flatMap(({ destroyed }, index) => (destroyed ? [index] : []));

const many = (count: number): string[] => Array.from({ length: count }, (_, n) => `10.0.0.${n + 1}`);

test('of one address 128 come in, and one more is not even parsed', () => {
  const { parsed, crowd } = open();
  assert.equal(ended(crowd('10.0.0.1', MOST_OF_ONE)), []);
  assert.equal(ended(crowd('10.0.0.1', 2)), [0, 1]);
  assert.is(parsed.length, MOST_OF_ONE);
  assert.equal(ended(crowd('10.0.0.2', 1)), []);
});

test('the one that was idle for longest makes room after a second, and no other', async () => {
  const { clock, crowd, join, ask, begun } = open();
  const [first, second, third] = crowd('10.0.0.1', MOST_OF_ONE) as [FakeSocket, FakeSocket, FakeSocket];
  await clock.advance(500);
  ask(first);
  begun[0]?.finish();
  ask(second);
  await clock.advance(499);
  assert.ok(join('10.0.0.1').destroyed, 'for less than a second');
  await clock.advance(1);
  assert.not.ok(join('10.0.0.1').destroyed);
  await settle();
  assert.equal([first.destroyed, second.destroyed, third.destroyed], [false, false, true]);
});

test('an address that left is judged anew', async () => {
  const { clock, crowd, join, busy } = open();
  const all = await busy('10.0.0.1', MOST_OF_ONE);
  assert.ok(join('10.0.0.1').destroyed, 'none is idle');
  for (const socket of all) socket.destroy();
  await settle();
  crowd('10.0.0.1', MOST_OF_ONE);
  await clock.advance(1000);
  assert.not.ok(join('10.0.0.1').destroyed);
});

for (const isBusy of [false, true])
  test(`512 in all: who has fewer than another ends ${isBusy ? 'even a busy' : 'an idle'} one of who has most`, async () => {
    const { join, crowd, busy, clock } = open();
    const make = async (address: string, count: number) => (isBusy ? busy(address, count) : crowd(address, count));
    const [one = '', ...others] = many(4);
    const spread = await Promise.all(others.map((address) => make(address, MOST_OF_ONE - 1)));
    await clock.advance(10);
    const largest = await make(one, MOST_OF_ONE);
    await make('10.0.0.9', 3);
    const last = join('10.0.0.9');
    await settle();
    assert.not.ok(last.destroyed);
    assert.equal(ended(largest), [0]);
    assert.equal(spread.flatMap(ended), []);
  });

/** So many addresses with so many busy connections each have all of the 512. */
const fullOfEquals = async (rig: ReturnType<typeof open>, addresses: readonly string[]): Promise<FakeSocket[]> =>
  (await Promise.all(addresses.map((address) => rig.busy(address, MOST / addresses.length)))).flat();

test('512 in all: 512 are let in', async () => {
  const rig = open();
  assert.equal(ended(await fullOfEquals(rig, many(4))), []);
  assert.is(rig.parsed.length, MOST);
});

test('512 in all: among equals nobody busy ends, and the newcomer does', async () => {
  const rig = open();
  const all = await fullOfEquals(rig, many(512));
  const [late, other] = [rig.join('10.0.0.1'), rig.join('10.0.0.77')];
  await settle();
  assert.equal(ended(all), []);
  assert.equal([late.destroyed, other.destroyed], [true, true]);
  assert.is(rig.parsed.length, MOST);
});

test('512 in all: among equals an idle one of another address ends, and for this machine a busy one', async () => {
  const rig = open();
  const all = await fullOfEquals(rig, many(512));
  rig.begun[0]?.finish();
  assert.not.ok(rig.join('192.168.0.1').destroyed);
  await settle();
  assert.equal(ended(all), [0]);
  assert.ok(rig.join('192.168.0.2').destroyed);
  assert.not.ok(rig.join('127.0.0.1').destroyed);
  await settle();
  assert.equal(ended(all), [0, 1]);
});

test('of one connection 16 requests wait behind the one that is answered; one more ends it', async () => {
  const { join, ask, begun } = open();
  const socket = join('10.0.0.1');
  for (let n = 0; n < 17; n++) ask(socket);
  assert.equal([begun.length, socket.destroyed], [1, false]);
  ask(socket);
  assert.ok(socket.destroyed);
  await settle();
  assert.is(begun.length, 1, 'what waited is forgotten');
});

test('a request of a connection that is gone is not begun', async () => {
  const { join, ask, begun } = open();
  const socket = join('10.0.0.1');
  socket.destroy();
  await settle();
  ask(socket);
  assert.is(begun.length, 0);
});

test('of one connection one request is answered at a time, in order', async () => {
  const { join, ask, begun } = open();
  const socket = join('10.0.0.1');
  const answers = [ask(socket), ask(socket), ask(socket)];
  for (let n = 0; n < 3; n++) {
    await settle();
    assert.is(begun.length, n + 1);
    assert.is(begun[n], answers[n]);
    answers[n]?.finish();
  }
});

test('sixteen requests are begun in a turn, and the others in the next', async () => {
  const { join, ask, begun } = open();
  const asking = ['a', 'b'].flatMap((address) => Array.from({ length: 12 }, () => join(address)));
  for (let turn = 0; turn < 8; turn++) await settle(1);
  for (const socket of asking) ask(socket);
  assert.is(begun.length, 16);
  await settle();
  assert.is(begun.map(({ socket }) => socket.remoteAddress).join(''), 'a'.repeat(12) + 'b'.repeat(12));
});

test('while a crowd comes in two requests are begun in a turn, and addresses take turns', async () => {
  const { join, ask, begun } = open();
  const asking = [...Array.from({ length: 5 }, () => join('a')), join('b')];
  for (let turn = 0; turn < 8; turn++) {
    join('c');
    await settle(1);
  }
  for (const socket of asking) ask(socket);
  assert.is(begun.length, 2);
  await settle(20);
  assert.is(begun.map(({ socket }) => socket.remoteAddress).join(''), 'aaabaa');
});

test('what a connection does', async () => {
  const { join, ask, is } = open();
  const [socket, stranger] = [join('10.0.0.1'), new FakeSocket('10.0.0.1')];
  const told = (one: FakeSocket): boolean[] => [is('isAnswering', one), is('isBusy', one), is('wasUsed', one)];
  assert.equal(told(stranger), [false, false, false]);
  assert.equal(told(socket), [false, false, false]);
  const answer = ask(socket);
  assert.equal(told(socket), [false, true, true]);
  answer.headersSent = true;
  assert.equal(told(socket), [true, true, true]);
  answer.finish();
  assert.equal(told(socket), [false, false, true]);
});

test('a head that does not come in time is refused, counted from the first byte on a connection that was used', async () => {
  const { clock, join, ask, refused } = open();
  const silent = join('10.0.0.1');
  await clock.advance(HEADERS_MS - 1);
  assert.equal(refused, []);
  await clock.advance(1);
  assert.equal(refused, [silent]);
  silent.destroy();
  await settle();
  refused.length = 0;

  const used = join('10.0.0.1');
  used.bytesRead = 100;
  ask(used).finish();
  await clock.advance(3 * HEADERS_MS);
  assert.equal(refused, [], 'nothing more has come');
  used.bytesRead++;
  await clock.advance(HEADERS_MS);
  assert.equal(refused, []);
  await clock.advance(CHECK_MS);
  assert.equal(refused, [used]);
});

test('while a request is answered no head is late', async () => {
  const { clock, join, ask, refused } = open();
  const socket = join('10.0.0.1');
  ask(socket);
  socket.bytesRead = 10;
  await clock.advance(5 * HEADERS_MS);
  assert.equal(refused, []);
});

test('a stop ends idle connections at once, and lets no more in', async () => {
  const { connections, join, parsed } = open();
  const idle = join('10.0.0.1');
  const drained = connections.drain(1000);
  assert.ok(idle.destroyed);
  assert.ok(join('10.0.0.2').destroyed);
  assert.is(parsed.length, 1);
  await drained;
});

test('a stop waits for answers, and tells those whose head is not out that they are the last', async () => {
  const { connections, join, ask } = open();
  const [early, late, follower] = [join('10.0.0.1'), join('10.0.0.2'), join('10.0.0.3')];
  const [sent, unsent, first, second] = [ask(early), ask(late), ask(follower), ask(follower)];
  sent.headersSent = true;
  let isOver = false;
  const drained = connections.drain(1000).then(() => (isOver = true));
  assert.equal([sent.headers, unsent.headers], [{}, { Connection: 'close' }]);
  for (const answer of [sent, unsent, first]) answer.finish();
  await settle();
  // What waited behind an answer is answered, and nothing after it.
  assert.equal([early.ended, late.ended, follower.ended], [true, true, false]);
  assert.equal(second.headers, { Connection: 'close' });
  second.finish();
  assert.ok(follower.ended);
  assert.not.ok(isOver);
  for (const socket of [early, late, follower]) socket.emit('close');
  await drained;
});

test('a stop cuts off after its time, and is done at once without connections', async () => {
  const { clock, connections, join, ask } = open();
  const socket = join('10.0.0.1');
  ask(socket);
  const drained = connections.drain(1000);
  await clock.advance(999);
  assert.not.ok(socket.destroyed);
  await clock.advance(1);
  assert.ok(socket.destroyed);
  await drained;
  await open().connections.drain(1000);
});

test.run();
