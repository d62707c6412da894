import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable, Writable } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ByteBudget } from '../../src/core/bounds/byte-budget.ts';
import { replyEmpty, replyJsonText, replyStream, replyText, type Reply } from '../../src/http/reply.ts';
import { SECURITY_HEADERS, send } from '../../src/http/wire/send.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { until } from '../support/until.ts';

// What an answer looks like on the wire, which room it takes until its client has it, and what becomes of a body that
// nobody read.
const test = suite('http/send-bounds');

const KIB = 1024;
const MIB = 1024 * KIB;

class FakeResponse extends Writable {
  status = 0;
  headers: Record<string, unknown> = {};
  text = '';
  writeHead(status: number, headers: Record<string, unknown>): void {
    [this.status, this.headers] = [status, headers];
  }
  override _write(chunk: Buffer, _: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

class FakeRequest extends EventEmitter {
  method = 'GET';
  complete = false;
  headers: Record<string, string> = {};
  resumed = false;
  readonly socket = { remoteAddress: '10.0.0.1' };
  resume(): void {
    this.resumed = true;
  }
}

const open = (most = MIB) => {
  const clock = createFakeClock('2026-03-02T10:00:00.000Z');
  const answers = new ByteBudget(most, 16 * KIB);
  const sendOne = (reply: Reply, asked: Partial<FakeRequest> = {}, extra: Record<string, string> = {}) => {
    const request = Object.assign(new FakeRequest(), asked);
    const response = new FakeResponse();
    send(request as unknown as IncomingMessage, response as unknown as ServerResponse, reply, extra, {
      clock,
      answers,
    });
    return { request, response };
  };
  return { clock, answers, sendOne };
};

const chunked = { 'transfer-encoding': 'chunked' };
const announced = (length: number) => ({ 'content-length': String(length) });
/** A long text that is no sentence. */
const letters = (count: number, letter = 'x'): string => letter.repeat(count);

test('every answer has the headers of security, its own and those of who sends it; its own count most', () => {
  const reply = replyText(200, 'é', 'text/plain', { A: 'own', B: 'own' });
  const { response } = open().sendOne(reply, {}, { B: 'extra', C: 'extra' });
  assert.equal(response.status, 200);
  assert.equal(response.headers, {
    ...SECURITY_HEADERS,
    'Content-Type': 'text/plain',
    'Content-Length': 2,
    A: 'own',
    B: 'own',
    C: 'extra',
  });
  assert.equal([response.text, response.writableEnded], ['é', true]);
});

test('a browser shows nothing of it in a frame, loads nothing and guesses no type', () =>
  assert.equal(SECURITY_HEADERS, {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  }));

test('an empty rule of frames is left out', () => {
  const { response } = open().sendOne(replyText(200, '', 'text/html', { 'X-Frame-Options': '' }));
  assert.not.ok('X-Frame-Options' in response.headers);
  assert.is(response.headers['Referrer-Policy'], 'no-referrer');
});

for (const [what, reply, asked, length] of [
  ['a head', replyText(200, 'abc', 'text/plain'), { method: 'HEAD' }, 3],
  ['a head of bytes', replyText(200, Buffer.from('é'), 'text/plain'), { method: 'HEAD' }, 2],
  ['an answer without a body', replyEmpty(304), {}, undefined],
] as const)
  test(`${what} has no body`, () => {
    const { response } = open().sendOne(reply, asked);
    assert.is(response.headers['Content-Length'], length);
    assert.equal([response.text, response.writableEnded], ['', true]);
  });

const room: [what: string, reply: Reply, taken: number][] = [
  ['16 KiB of text', replyText(200, letters(16 * KIB), 'text/plain'), 0],
  ['one byte more', replyText(200, letters(16 * KIB + 1), 'text/plain'), 16 * KIB + 1],
  ['letters of two bytes', replyText(200, letters(16 * KIB + 1, 'é'), 'text/plain'), 32 * KIB + 2],
  ['bytes', replyJsonText(200, Buffer.alloc(20 * KIB)), 20 * KIB],
  ['a stream', replyStream(200, Readable.from(['a'])), 64 * KIB],
];
for (const [what, reply, taken] of room)
  test(`until its client has it an answer takes its room: ${what}`, async () => {
    const { answers, sendOne } = open();
    const { response } = sendOne(reply);
    assert.is(answers.used, taken);
    response.destroy();
    await until(() => answers.used === 0);
  });

test('a head takes no room', () => {
  const { answers, sendOne } = open();
  sendOne(replyText(200, letters(MIB), 'text/plain'), { method: 'HEAD' });
  assert.is(answers.used, 0);
});

test('what finds no room is 503 with a time to come again, and its stream is closed', async () => {
  const { answers, sendOne } = open(64 * KIB);
  const first = sendOne(replyText(200, letters(60 * KIB), 'text/plain'));
  const source = Readable.from(['a']);
  for (const reply of [replyText(200, letters(20 * KIB), 'text/plain'), replyStream(200, source)]) {
    const { response } = sendOne(reply);
    assert.equal([response.status, response.headers['Retry-After']], [503, '2']);
    assert.match(response.text, '"detail"');
  }
  assert.ok(source.destroyed);
  assert.is(answers.used, 60 * KIB);
  assert.not.ok(first.response.destroyed);
});

test('the answer of an address that has most gives way to another one', () => {
  const { sendOne } = open(64 * KIB);
  const { response } = sendOne(replyText(200, letters(60 * KIB), 'text/plain'));
  const other = sendOne(replyText(200, letters(20 * KIB), 'text/plain'), {
    socket: { remoteAddress: '10.0.0.2' },
  });
  assert.equal([other.response.status, response.destroyed], [200, true]);
});

test('a client that has gone gets nothing, takes no room, and its stream is closed', () => {
  const { answers, clock } = open();
  const [request, response, source] = [new FakeRequest(), new FakeResponse(), Readable.from(['a'])];
  response.destroy();
  for (const reply of [replyText(200, letters(MIB), 'text/plain'), replyStream(200, source)])
    send(request as unknown as IncomingMessage, response as unknown as ServerResponse, reply, {}, { clock, answers });
  assert.equal([response.status, answers.used, source.destroyed], [0, 0, true]);
});

test('a head closes the stream of its answer', () => {
  const source = Readable.from(['a']);
  open().sendOne(replyStream(200, source), { method: 'HEAD' });
  assert.ok(source.destroyed);
});

const unread: [what: string, asked: Partial<FakeRequest>, isClosed: boolean][] = [
  ['no body', {}, false],
  ['64 KiB that Node skips', { headers: announced(64 * KIB) }, false],
  ['one byte more', { headers: announced(64 * KIB + 1) }, true],
  ['a body of unknown length', { headers: chunked }, true],
  ['a large body that was read', { headers: announced(MIB), complete: true }, false],
];
for (const [what, asked, isClosed] of unread)
  test(`${what}: the connection ${isClosed ? 'is closed after the answer' : 'stays'}`, () => {
    const { request, response } = open().sendOne(replyText(200, 'abc', 'text/plain'), asked);
    assert.is(response.headers['Connection'], isClosed ? 'close' : undefined);
    assert.equal([response.text, response.writableEnded, request.resumed], ['abc', !isClosed, isClosed]);
  });

const MORE = { headers: announced(100 * MIB) };
const ends: [
  what: string,
  work: (request: FakeRequest, advance: (ms: number) => Promise<void>) => unknown,
  isOver: boolean,
][] = [
  ['its end', (request) => request.emit('end'), true],
  ['the loss of the connection', (request) => request.emit('close'), true],
  ['32 MiB', (request) => request.emit('data', Buffer.alloc(32 * MIB)), false],
  ['more than 32 MiB', (request) => request.emit('data', Buffer.alloc(32 * MIB + 1)), true],
  ['not quite three seconds', (_, advance) => advance(2999), false],
  ['three seconds', (_, advance) => advance(3000), true],
];
for (const reply of [replyText(200, 'abc', 'text/plain'), replyEmpty(204)])
  for (const [what, work, isOver] of ends)
    test(`the rest of a body is awaited: after ${what} a ${reply.status} is ${isOver ? '' : 'not '}over`, async () => {
      const { clock, sendOne } = open();
      const { request, response } = sendOne(reply, MORE);
      await work(request, (ms) => clock.advance(ms));
      assert.is(response.writableEnded, isOver);
      assert.is(request.listenerCount('data'), isOver ? 0 : 1);
    });

test.run();
