import { Readable } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '../../src/fault.ts';
import {
  reply,
  replyEmpty,
  replyFault,
  replyJsonText,
  replyOpen,
  replyOutcome,
  replyStream,
  replyText,
  type Reply,
} from '../../src/http/reply.ts';

const test = suite('http/reply');

const JSON_TYPE = 'application/json; charset=utf-8';
const plain = ({ status, content, headers }: Reply) => ({ status, content: { ...content }, headers: { ...headers } });

test('JSON is compact and is not kept; nothing at all is null', () => {
  assert.equal(plain(reply(201, { a: [1, null] }, { Allow: 'GET' })), {
    status: 201,
    content: { kind: 'text', text: '{"a":[1,null]}', type: JSON_TYPE },
    headers: { 'Cache-Control': 'no-store', Allow: 'GET' },
  });
  assert.equal(plain(reply(200, undefined)).content, { kind: 'text', text: 'null', type: JSON_TYPE });
  assert.equal(plain(reply(204, { a: 1 })), { status: 204, content: { kind: 'none' }, headers: {} });
});

test('what an answer is made of', () => {
  const source = Readable.from([]);
  const attach = (): void => undefined;
  assert.equal(plain(replyJsonText(200, '{}', { 'Cache-Control': 'max-age=5' })).headers, {
    'Cache-Control': 'max-age=5',
  });
  assert.equal(plain(replyText(200, 'a', 'text/plain')), {
    status: 200,
    content: { kind: 'text', text: 'a', type: 'text/plain' },
    headers: {},
  });
  const streamed = replyStream(200, source, { A: 'b' });
  assert.is(streamed.content.kind === 'stream' && streamed.content.source, source);
  const open = replyOpen(200, { A: 'b' }, attach);
  assert.is(open.content.kind === 'open' && open.content.attach, attach);
  assert.equal(plain(replyEmpty(304, { A: 'b' })), { status: 304, content: { kind: 'none' }, headers: { A: 'b' } });
});

const outcomes: [code: string | null, missing: string[], headers: object][] = [
  ['sent', [], {}],
  [null, [], {}],
  ['unchanged', [], { 'Flapbox-Reason': 'unchanged' }],
  ['sent', ['é', ','], { 'Flapbox-Missing': '%C3%A9,%2C' }],
  ['sent', ['\ud800'], { 'Flapbox-Missing': '%EF%BF%BD' }],
];
for (const [code, missing, headers] of outcomes)
  test(`the code ${code} and what had no flap (${missing.join('')}) travel in headers`, () => {
    const made = plain(replyOutcome({ code, sent: true } as never, missing));
    assert.equal(made.status, 200);
    assert.equal(made.content, { kind: 'text', text: '{"sent":true}', type: JSON_TYPE });
    assert.equal(made.headers, { 'Cache-Control': 'no-store', ...headers });
  });

test('a fault is told with its code, when to come again, and what it has of its own', () => {
  const made = plain(
    replyFault(
      new Fault(429, 'Later.', {
        code: 'too_soon',
        retryAfter: 1.2,
        body: { more: 1 },
        headers: { Allow: 'GET' },
      } as never),
    ),
  );
  assert.equal(made.status, 429);
  assert.equal(made.content, { kind: 'text', text: '{"detail":"Later.","more":1}', type: JSON_TYPE });
  assert.equal(made.headers, {
    'Cache-Control': 'no-store',
    'Retry-After': '2',
    'Flapbox-Reason': 'too_soon',
    Allow: 'GET',
  });
  assert.is(plain(replyFault(new Fault(503, 'x', { retryAfter: 0 }))).headers['Retry-After'], '1');
  assert.equal(plain(replyFault(new Fault(404, 'x'))).headers, { 'Cache-Control': 'no-store' });
});

test.run();
