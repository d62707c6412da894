import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { EventHub } from '../../src/http/events.ts';
import { MOST_LISTENERS, MOST_LISTENERS_OF_ONE } from '../../src/http/wire/limits.ts';
import { MOST_BOARDS } from '../../src/schema/limits.ts';
import { isCrowded, nextTurn, noteNewcomer } from '../../src/platform/crowd.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { openWire, startServer } from '../support/http.ts';

const test = suite('http/events');

// A response whose client reads only when the test says so. It closes some time after its end, as real ones do.
class SlowResponse extends EventEmitter {
  readonly written: string[] = [];
  destroyed = false;
  ended = false;
  reading = true;
  /** The same bytes go to every client; none may change them. */
  readonly bytes: Uint8Array[] = [];
  get writableEnded(): boolean {
    return this.ended;
  }
  write(bytes: Uint8Array): boolean {
    if (this.ended) throw new Error('write after end');
    this.bytes.push(bytes);
    this.written.push(Buffer.from(bytes).toString());
    return this.reading;
  }
  end(): void {
    this.ended = true;
  }
  destroy(): void {
    this.destroyed = true;
    this.close();
  }
  close(): void {
    this.emit('close');
  }
  drain(): void {
    this.reading = true;
    this.emit('drain');
  }
}

const open = (snapshot?: () => Iterable<{ event: string; data: object }>) => {
  const clock = createFakeClock('2026-03-01T10:00:00Z');
  const hub = new EventHub(clock, snapshot);
  const join = (address = '192.0.2.1'): SlowResponse => {
    const response = new SlowResponse();
    hub.attach(response as unknown as ServerResponse, address);
    return response;
  };
  return { clock, hub, join };
};
const frame = (board: string, n: number): object => ({ board_id: board, characters: [[n]], at: 'now' });
const since = (response: SlowResponse, count: number): string[] => response.written.slice(count);

test('data that nobody hears are not made, and count as events', () => {
  const { hub, join } = open();
  let made = 0;
  const toFrame = (): object => frame('a', ++made);
  hub.publish('frame', toFrame);
  assert.is(made, 0);
  assert.is(hub.revision, 1);
  const response = join();
  hub.publish('frame', toFrame);
  assert.is(made, 1);
  assert.match(response.written.join(''), /^id: 2$/m);
  assert.match(response.written.join(''), /^data: \{"board_id":"a","characters":\[\[1\]\]/m);
});

test('a client gets the retry hint and then the snapshot, piece by piece', () => {
  const { join } = open(() => [
    { event: 'frame', data: { board_id: 'a' } },
    { event: 'board', data: { id: 'a' } },
  ]);
  assert.equal(join().written, [
    'retry: 3000\nid: 0\n\n',
    'event: frame\ndata: {"board_id":"a"}\n\n',
    'event: board\ndata: {"id":"a"}\n\n',
  ]);
});
test('of a snapshot only as much is made as the client reads, newer events first', () => {
  let made = 0;
  const { hub } = open(function* () {
    for (const id of ['a', 'b', 'c']) yield { event: 'board', data: { id, made: ++made } };
  });
  const client = new SlowResponse();
  client.reading = false;
  hub.attach(client as unknown as ServerResponse, '192.0.2.1');
  assert.is(made, 0);
  hub.publish('library', {});
  client.emit('drain');
  assert.is(made, 0);
  assert.match(client.written.at(-1) ?? '', 'library');
  client.emit('drain');
  assert.is(made, 1);
  client.drain();
  assert.is(made, 3);
});
test('one address has a bounded number of listeners, and makes room for others when all places are taken', () => {
  const { hub } = open();
  const attach = (address: string): SlowResponse => {
    const response = new SlowResponse();
    assert.ok(hub.hasRoom(address));
    hub.attach(response as unknown as ServerResponse, address);
    return response;
  };
  const first = Array.from({ length: MOST_LISTENERS_OF_ONE }, () => attach('192.0.2.1'));
  assert.not.ok(hub.hasRoom('192.0.2.1'));
  const others = MOST_LISTENERS - MOST_LISTENERS_OF_ONE;
  for (let n = 0; n < others - 1; n++) attach('192.0.2.2');
  attach('192.0.2.3');
  assert.not.ok(first[0]?.destroyed);
  attach('192.0.2.3');
  assert.equal([first[0]?.destroyed, first[1]?.destroyed], [true, false]);
});
test('where each address has one listener, the oldest makes room for an address that has none, and for no other', () => {
  const { hub, join } = open();
  const all = Array.from({ length: MOST_LISTENERS }, (_, n) => join(`192.0.2.${n}`));
  assert.not.ok(hub.hasRoom('192.0.2.5'));
  assert.ok(hub.hasRoom('198.51.100.1'));
  assert.equal([all[0]?.destroyed, all[1]?.destroyed], [true, false]);
});
test('an event goes to every client', () => {
  const { hub, join } = open();
  const [one, two] = [join(), join()];
  hub.publish('library', { pages: true });
  assert.equal(since(one, 1), ['event: library\ndata: {"pages":true}\nid: 1\n\n']);
  assert.equal(since(two, 1), since(one, 1));
  assert.is(one.bytes.at(-1), two.bytes.at(-1), 'encoded once for all');
});
test('the JSON is made once for all', () => {
  const { hub, join } = open();
  join();
  join();
  let made = 0;
  hub.publish('frame', { board_id: 'a', toJSON: () => ++made });
  assert.is(made, 1);
});
test('a client that may not stay is sent away at the next heartbeat, the others stay', async () => {
  const { clock, hub, join } = open();
  const guest = new SlowResponse();
  let welcome = true;
  hub.attach(guest as unknown as ServerResponse, '192.0.2.2', () => welcome);
  const owner = join();
  await clock.advance(25_000);
  assert.equal([guest.ended, owner.ended], [false, false]);
  welcome = false;
  await clock.advance(25_000);
  assert.equal([guest.ended, owner.ended], [true, false]);
  await clock.advance(25_000);
  assert.ok(hub.listening);
});
test('without clients nothing is made', () => {
  const { hub } = open();
  let made = 0;
  hub.publish('frame', { toJSON: () => ++made });
  assert.is(made, 0);
  assert.is(hub.listening, false);
});
test('a line break in a text stays inside its line', () => {
  const { hub, join } = open();
  const client = join();
  hub.publish('library', { text: 'a\nb\r\n' });
  assert.equal(since(client, 1), ['event: library\ndata: {"text":"a\\nb\\r\\n"}\nid: 1\n\n']);
});
test('a slow client gets only the newest frame of each board', () => {
  const { hub, join } = open();
  const client = join();
  client.reading = false;
  for (let n = 0; n < 50; n++) {
    hub.publish('frame', frame('a', n));
    hub.publish('frame', frame('b', n));
  }
  assert.is(since(client, 1).length, 1);
  client.drain();
  assert.equal(
    since(client, 2).map((text) => /"board_id":"(\w)","characters":\[\[(\d+)/.exec(text)?.slice(1).join()),
    ['a,49', 'b,49'],
  );
});
test('board details replace one another, frames do not replace details', () => {
  const { hub, join } = open();
  const client = join();
  client.reading = false;
  hub.publish('library', {});
  hub.publish('board', { id: 'a', paused: false });
  hub.publish('frame', frame('a', 1));
  hub.publish('board', { id: 'a', paused: true });
  client.drain();
  assert.equal(
    since(client, 2).map((text) => text.split('\n')[0]),
    ['event: frame', 'event: board'],
  );
  assert.match(since(client, 2)[1] ?? '', 'true');
});
test('every library event is kept for a slow client, in order', () => {
  const { hub, join } = open();
  const client = join();
  client.reading = false;
  for (let n = 0; n < 5; n++) hub.publish('library', { n });
  client.drain();
  assert.equal(
    since(client, 1).map((text) => /\d/.exec(text)?.[0]),
    ['0', '1', '2', '3', '4'],
  );
});
test('a client that becomes slow while it catches up waits again', () => {
  const { hub, join } = open();
  const client = join();
  client.reading = false;
  for (let n = 0; n < 4; n++) hub.publish('library', { n });
  client.emit('drain');
  assert.is(since(client, 1).length, 2);
});
test('a client with too much waiting is dropped, the others are not', () => {
  const { hub, join } = open();
  const [slow, fast] = [join(), join()];
  slow.reading = false;
  for (let n = 0; n < 2 * MOST_BOARDS + 102; n++) hub.publish('library', { n });
  assert.is(slow.destroyed, true);
  assert.is(fast.destroyed, false);
  assert.is(fast.written.length, 2 * MOST_BOARDS + 103);
});
test('a heartbeat comes every 25 seconds', async () => {
  const { clock, join } = open();
  const client = join();
  await clock.advance(24_999);
  assert.is(client.written.length, 1);
  await clock.advance(1);
  assert.equal(since(client, 1), ['event: alive\ndata: {}\n\n']);
  await clock.advance(50_000);
  assert.is(since(client, 1).length, 3);
});
test('a client that reads nothing for two heartbeats is dropped', async () => {
  const { clock, hub, join } = open();
  const client = join();
  client.reading = false;
  hub.publish('library', {});
  await clock.advance(25_000);
  assert.is(client.destroyed, false);
  await clock.advance(25_000);
  assert.is(client.destroyed, true);
  assert.is(hub.listening, false);
});
test('a client that has read in between is kept', async () => {
  const { clock, hub, join } = open();
  const client = join();
  for (let i = 0; i < 4; i++) {
    client.reading = false;
    hub.publish('library', {});
    await clock.advance(25_000);
    client.drain();
  }
  assert.is(client.destroyed, false);
});
test('clients that come and go leave nothing behind', async () => {
  const { clock, hub, join } = open();
  for (let i = 0; i < 100; i++) join().close();
  assert.is(hub.listening, false);
  const client = join();
  await clock.advance(25_000);
  assert.is(since(client, 1).length, 1);
});
test('a disconnect ends the streams that are there', () => {
  const { hub, join } = open();
  const client = join();
  hub.disconnect();
  assert.is(client.ended, true);
  assert.is(join().ended, false);
});
test('nothing is written to a stream that has ended and is not closed yet', () => {
  const { hub } = open();
  const [reader, slow] = [new SlowResponse(), new SlowResponse()];
  let welcome = true;
  for (const one of [reader, slow]) hub.attach(one as unknown as ServerResponse, '192.0.2.2', () => welcome);
  slow.reading = false;
  hub.publish('frame', frame('a', 1));
  hub.publish('frame', frame('b', 1));
  const counts = [reader.written.length, slow.written.length];
  welcome = false;
  hub.review();
  hub.publish('frame', frame('a', 2));
  slow.drain();
  assert.equal([reader.written.length, slow.written.length], counts);
  assert.is(hub.listening, false);
  for (const one of [reader, slow]) one.close();
});
test('after the stop a stream ends at once', () => {
  const { hub, join } = open();
  const client = join();
  hub.stop();
  assert.is(client.ended, true);
  assert.is(join().ended, true);
});

/** Lets a crowd come in until `work` is done, one connection in each turn. */
const inCrowd = async (work: () => Promise<void>): Promise<void> => {
  let isOver = false;
  const coming = (async () => {
    for (; !isOver; await nextTurn()) noteNewcomer();
  })();
  try {
    while (!isCrowded()) await nextTurn();
    await work();
  } finally {
    isOver = true;
    await coming;
  }
};
const BEGINNING = ['a', 'b', 'c'].map((id) => ({ event: 'board', data: { id } }));

test('while a crowd comes in, all listeners together are told one event of the beginning in each turn', () =>
  inCrowd(async () => {
    const { join } = open(() => BEGINNING);
    const clients = [join(), join()];
    const count = (): number => clients.reduce((sum, { written }) => sum + written.length - 1, 0);
    for (let before = 0; before < 6; before = count()) {
      await nextTurn();
      assert.ok(count() <= before + 1, `${before}, then ${count()}`);
    }
    assert.equal(since(clients[0] as SlowResponse, 1), since(clients[1] as SlowResponse, 1));
  }));
for (const end of ['end', 'destroy'] as const)
  test(`who goes (${end}) while a crowd comes in is told nothing more`, () =>
    inCrowd(async () => {
      const { join } = open(() => BEGINNING);
      const [gone, other] = [join(), join()];
      gone[end]();
      while (other.written.length < 4) await nextTurn();
      for (let turn = 0; turn < 10; turn++) await nextTurn();
      assert.equal([gone.written.length, other.written.length], [1, 4]);
    }));
test('a client that is gone before its stream begins is not listened for', () => {
  const { hub } = open();
  const gone = new SlowResponse();
  gone.destroyed = true;
  hub.attach(gone as unknown as ServerResponse, '192.0.2.1');
  assert.equal([gone.written.length, gone.ended, hub.listening], [0, true, false]);
});

test('the stream over HTTP', async () => {
  const { clock, hub } = open(() => [{ event: 'frame', data: { board_id: 'a' } }]);
  const server = await startServer([], { events: hub, clock });
  const wire = await openWire(server.port);
  wire.send('GET /api/events HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: 7\r\n\r\n');
  const head = await wire.until('data: {"board_id":"a"}');
  assert.match(head, /content-type: text\/event-stream; charset=utf-8/i);
  assert.match(head, /cache-control: no-store/i);
  hub.publish('library', { pages: ['x'] });
  await wire.until('data: {"pages":["x"]}');
  await server.stop();
  await wire.closed();
});
test('a listener beyond those of one address is refused', async () => {
  const { clock, hub, join } = open();
  const server = await startServer([], { events: hub, clock });
  for (let i = 0; i < MOST_LISTENERS_OF_ONE; i++) join('127.0.0.1');
  const answer = await server.call('GET', '/api/events');
  assert.is(answer.status, 503);
  assert.is(answer.headers['retry-after'], '30');
  await server.stop();
});
test('a client that does not read over HTTP costs the newest frame only', async () => {
  const { clock, hub } = open();
  const server = await startServer([], { events: hub, clock });
  const wire = await openWire(server.port);
  wire.send('GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await wire.until('retry');
  wire.socket.pause();
  const large = { board_id: 'a', characters: Array.from({ length: 96 }, () => Array.from({ length: 128 }, () => 63)) };
  for (let n = 0; n < 500; n++) {
    hub.publish('frame', { ...large, n });
    if (n % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  wire.socket.resume();
  const received = await wire.until('"n":499}');
  assert.ok((received.match(/event: frame/g) ?? []).length < 400, 'frames were dropped');
  await server.stop();
});

test.run();
