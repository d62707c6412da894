import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readAnswer } from '../../src/sources/answer.ts';
import type { RequestSpec } from '../../src/sources/form/schema.ts';
import { AnswersTooLarge, HeldAnswers } from '../../src/sources/held-answers.ts';
import { refusalOf } from '../../src/sources/refusal.ts';
import { isDenied } from '../../src/sources/run.ts';
import { complaintIn, wordsIn } from '../../src/sources/said.ts';
import { exploreAnswer } from '../../src/sources/trying/explore.ts';
import type { Documents } from '../../src/documents/port.ts';
import { createDirectDocuments } from '../support/documents.ts';

// What answers are read as, what they say when they are errors, and how much of them is held.
const test = suite('sources/answers');

const NOW = Date.parse('2026-11-20T13:30:00Z');
const MOMENT = { now: NOW, zone: 'UTC' };
const DAY = 86_400_000;

const bodyOf = (text: string | Uint8Array, contentType = '') => ({
  bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text,
  contentType,
  address: 'https://example.org/feed',
});
const specOf = (answer: RequestSpec['answer'], more: object = {}) => ({
  answer,
  csv: undefined,
  days: 14,
  pick: undefined,
  ...more,
});
const read = (text: string | Uint8Array, answer: RequestSpec['answer'], more: object = {}, contentType = '') =>
  readAnswer(bodyOf(text, contentType), specOf(answer, more), MOMENT, createDirectDocuments());

for (const [answer, text, expected] of [
  ['text', ' a \r\nb\rc \n', { text: 'a \nb\nc', lines: ['a', 'b', 'c'] }],
  ['text', '', { text: '', lines: [] }],
  ['number', ' 12.5\n', 12.5],
  ['number', '-3', -3],
  ['json', '{"a":[1]}', { a: [1] }],
  ['csv', 'a,b\n1,2', [{ a: '1', b: '2' }]],
] as const)
  test(`${JSON.stringify(text)} as ${answer}`, async () => assert.equal(await read(text, answer), { value: expected }));

for (const [answer, text, error] of [
  ['number', '', 'the answer is no number'],
  ['number', 'many', 'the answer is no number'],
  ['number', '-Infinity', 'the answer is no number'],
  ['number', '1e999', 'the answer is no number'],
  ['text', ' <!DOCTYPE html><p>', 'the answer is a web page instead of a text'],
  ['csv', '<HTML>', 'the answer is a web page instead of a table'],
  ['csv', '<?xml version="1.0"?>', 'the answer is a web page instead of a table'],
  ['text', ' {"error": 1}', 'the answer is JSON instead of a text'],
  ['csv', '[1, 2]', 'the answer is JSON instead of a table'],
] as const)
  test(`${JSON.stringify(text)} is no ${answer}`, async () => assert.equal(await read(text, answer), { error }));

for (const text of ['<htmlx>', '[open] at nine', 'a <html>'])
  test(`${text} is a text`, async () => assert.ok('value' in (await read(text, 'text'))));

test('a text is read in the charset that its head names', async () => {
  const { value } = (await read(Uint8Array.of(0xe4), 'text', {}, 'text/plain; charset=latin1')) as {
    value: { text: string };
  };
  assert.is(value.text, 'ä');
});

test('of a long text the first 200,000 letters are read', async () => {
  const { value } = (await read('x'.repeat(200_001), 'text')) as { value: { text: string } };
  assert.is(value.text.length, 200_000);
});

const asked = async (answer: RequestSpec['answer'], more: object = {}): Promise<unknown[]> => {
  const calls: unknown[] = [];
  const documents = {
    read: async (parser: string, _bytes: Uint8Array, options: object) => {
      calls.push(parser, options);
      return { value: null };
    },
  } as unknown as Documents;
  await readAnswer(bodyOf('x', 'a/b'), specOf(answer, more), MOMENT, documents);
  return calls;
};

test('each kind is read by its parser with what the file says of it', async () => {
  const contentType = 'a/b';
  assert.equal(await asked('json'), ['json', { contentType }]);
  assert.equal(await asked('json', { pick: {} }), ['json', { contentType }]);
  assert.equal(await asked('json', { pick: { a: 'b.c' } }), [
    'json',
    { contentType, picks: [{ name: 'a', path: 'b.c' }] },
  ]);
  assert.equal(await asked('xml'), ['xml', { contentType }]);
  assert.equal(await asked('csv', { csv: { separator: ';', skip: 1 } }), [
    'csv',
    { contentType, separator: ';', skip: 1 },
  ]);
  assert.equal(await asked('rss'), ['feed', { contentType, baseUrl: 'https://example.org/feed', most: 50 }]);
  assert.equal(await asked('ical', { days: 3 }), [
    'calendar',
    { contentType, from: NOW - DAY, to: NOW + 3 * DAY, most: 50, zone: 'UTC' },
  ]);
});

for (const [text, kind, contentType] of [
  ['{"a":1}', 'json'],
  [' [1]', 'json'],
  ['BEGIN:VCALENDAR\nEND:VCALENDAR', 'ical'],
  ['<rss version="2.0"><channel><title>A</title></channel></rss>', 'rss'],
  ['<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title></feed>', 'rss'],
  ['<a><b>1</b></a>', 'xml'],
  ['<rsss><b>1</b></rsss>', 'xml'],
  ['12', 'number'],
  ['-1.5', 'number'],
  ['12\n13', 'text'],
  ['12 apples', 'text'],
  ['a,b\n1,2', 'csv'],
  ['a,b\n1,2,3', 'text'],
  ['a\nb', 'text'],
  ['a,b', 'text'],
  ['a;b\r\n1;2', 'csv', 'text/csv'],
] as const)
  test(`${JSON.stringify(text)} seems to be ${kind}`, async () => {
    const found = await exploreAnswer(bodyOf(text, contentType ?? ''), null, MOMENT, createDirectDocuments());
    assert.is('kind' in found ? found.kind : found.error, kind);
  });

test('what is said of the kind counts, and what cannot be read so is a sentence', async () => {
  const documents = createDirectDocuments();
  assert.equal(await exploreAnswer(bodyOf('12'), 'text', MOMENT, documents), {
    kind: 'text',
    value: { text: '12', lines: ['12'] },
  });
  assert.ok('error' in (await exploreAnswer(bodyOf('12'), 'xml', MOMENT, documents)));
  assert.equal(await exploreAnswer(bodyOf('a,b\n1,2'), 'csv', MOMENT, documents), {
    kind: 'csv',
    value: [{ a: '1', b: '2' }],
  });
});

for (const [body, complaint, words] of [
  [{ message: 'No such stop' }, 'No such stop', 'No such stop'],
  [{ error: { detail: 'Too  many\nasked' } }, 'Too many asked', 'Too many asked'],
  [[{ errors: [{ reason: 'gone' }] }], 'gone', 'gone'],
  [{ error: 'true', msg: 'quota' }, 'quota', 'quota'],
  [{ message: 'OK', status: { error_message: 'bad key' } }, 'bad key', 'bad key'],
  [{ message: ['first', 'second'] }, 'first', 'first'],
  [{ fault: { errorText: 'off' } }, 'off', 'off'],
  [{ head: { message: 'closed' } }, 'closed', 'closed'],
  [{ error: 'Error', message: '404' }, undefined, undefined],
  [{ title: 'Forbidden' }, undefined, 'Forbidden'],
  [{ description: 'Not yours' }, undefined, 'Not yours'],
  [{ message: 'x'.repeat(200) }, 'x'.repeat(120), 'x'.repeat(120)],
  [{ other: { message: 'hidden' } }, undefined, undefined],
  ['message', undefined, undefined],
  [[], undefined, undefined],
  [null, undefined, undefined],
] as const)
  test(`what ${JSON.stringify(body).slice(0, 50)} says`, () => {
    assert.is(complaintIn(body), complaint);
    assert.is(wordsIn(body), words);
  });

const key = { settings: { token: { type: 'string', title: 'Token', 'ui:widget': 'password' } } };
const unnamed = { settings: { plain: { type: 'string' }, token: { 'ui:widget': 'password' } } };
const none = { settings: {}, account: 'none' as const };
const signed = {
  ...key,
  account: { url: 'u', text: 't', oauth: { service: 'Bank' } },
} as unknown as Parameters<typeof refusalOf>[0];

for (const [source, status, words, sentence] of [
  [key, 401, undefined, 'the service refuses the key in "Token", with status 401'],
  [key, 403, 'no', 'the service refuses the key in "Token", with status 403: no'],
  [unnamed, 401, undefined, 'the service refuses the key in "token", with status 401'],
  [key, 404, undefined, 'the server answers with status 404'],
  [none, 401, 'sign in', 'the server answers with status 401: sign in'],
  [none, 402, undefined, 'the service wants to be paid for this, with status 402'],
  [none, 429, 'slow', 'the service was asked too often, with status 429: slow'],
  [none, 500, undefined, 'the server answers with status 500'],
  [signed, 401, undefined, 'Bank refuses the sign-in, with status 401'],
  [signed, 403, undefined, 'the sign-in with Bank does not allow this, with status 403'],
  [signed, 404, undefined, 'the server answers with status 404'],
] as const)
  test(`status ${status} ${words ?? ''} of ${JSON.stringify(source).slice(0, 40)}`, () =>
    assert.is(refusalOf(source, status, words), sentence));

for (const [reply, isOver] of [
  [{ error: 'no', status: 401 }, true],
  [{ error: 'no', status: 403 }, true],
  [{ error: 'no', status: 404 }, false],
  [{ error: 'no' }, false],
  [{ value: 1 }, false],
] as const)
  test(`${JSON.stringify(reply)} ${isOver ? 'ends' : 'does not end'} a session`, () =>
    assert.is(isDenied(reply), isOver));

/** What is held at most: 8 MiB, counted as what values take in memory. */
const LIMIT = 8 * 1024 * 1024;
const list = (length: number, item: unknown): unknown[] => Array.from({ length }, () => item);

for (const [what, item, bytes] of [
  ['numbers', 5, 16 + 8],
  ['nulls', null, 16 + 8],
  ['texts', 'abcd', 24 + 8 + 8],
  ['objects', {}, 56 + 8],
  ['objects with a member', { a: 1 }, 56 + 8 + 8 + 16],
] as const)
  test(`as many ${what} are held as have room`, () => {
    const most = Math.floor((LIMIT - 56) / bytes);
    new HeldAnswers().hold(list(most, item));
    assert.throws(
      () => new HeldAnswers().hold(list(most + 1, item)),
      (error: unknown) => error instanceof AnswersTooLarge,
    );
  });

test('what fills the room to its last byte is held', () => {
  const held = new HeldAnswers();
  held.hold('x'.repeat((LIMIT - 24 - 16) / 2));
  held.hold(null);
  assert.throws(() => held.hold(null), /more than 8 MB together/);
});

test.run();
