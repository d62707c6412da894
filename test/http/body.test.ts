import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '../../src/fault.ts';
import {
  ClientGone,
  allowAnyTime,
  checkJson,
  checkLength,
  hasBody,
  isOverdue,
  parseJson,
  readBody,
  requireJson,
} from '../../src/http/wire/body.ts';
import { accepts, compressText } from '../../src/http/wire/compression.ts';
import { originForm } from '../../src/http/wire/origin-form.ts';

const test = suite('http/body');

const requestOf = (chunks: readonly string[], headers: Record<string, string> = { 'transfer-encoding': 'chunked' }) =>
  Object.assign(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), { headers }) as unknown as IncomingMessage;
const statusOf = async (work: () => unknown): Promise<number | string> => {
  try {
    await work();
    return 'done';
  } catch (error) {
    if (error instanceof Fault) return error.status;
    throw error;
  }
};

const announced: [headers: Record<string, string>, has: boolean][] = [
  [{}, false],
  [{ 'content-length': '0' }, false],
  [{ 'content-length': '1' }, true],
  [{ 'transfer-encoding': 'chunked' }, true],
];
for (const [headers, has] of announced)
  test(`${JSON.stringify(headers)} announces ${has ? 'a' : 'no'} body`, () => assert.is(hasBody({ headers }), has));

test('a length that is announced is held against the limit', async () => {
  const of = (length: string) => ({ headers: { 'content-length': length } }) as unknown as IncomingMessage;
  assert.is(await statusOf(() => checkLength(of('10'), 10)), 'done');
  assert.is(await statusOf(() => checkLength(of('11'), 10)), 413);
  assert.is(await statusOf(() => checkLength({ headers: {} } as unknown as IncomingMessage, 0)), 'done');
});

test('a body is read whole, up to its limit', async () => {
  assert.is((await readBody(requestOf(['ab', 'cd']), 4)).toString(), 'abcd');
  assert.is((await readBody(requestOf(['ab']), 4)).toString(), 'ab');
  assert.is((await readBody(requestOf(['x'], {}), 4)).length, 0);
  assert.is(await statusOf(() => readBody(requestOf(['abc', 'de']), 4)), 413);
  assert.is(await statusOf(() => readBody(requestOf([], { 'content-length': '5' }), 4)), 413);
});

test('a body that finds no room is 503, and what came is told to the claim', async () => {
  const sizes: number[] = [];
  const claim = (most: number) => ({ resize: (size: number) => (sizes.push(size), size <= most) }) as never;
  assert.is((await readBody(requestOf(['ab', 'cd']), 9, claim(4))).toString(), 'abcd');
  assert.equal(sizes, [2, 4]);
  assert.is(await statusOf(() => readBody(requestOf(['ab', 'cd']), 9, claim(3))), 503);
});

test('a client that goes away in the middle is told apart', async () => {
  const request = requestOf(['ab']);
  const read = readBody(request, 9).catch((error: unknown) => error);
  request.destroy();
  assert.instance(await read, ClientGone);
});

test('what is watched by its handler is never overdue', () => {
  const [one, two] = [requestOf([]), requestOf([])];
  allowAnyTime(two);
  assert.equal([isOverdue(one), isOverdue(two)], [true, false]);
  assert.is(isOverdue(Object.assign(requestOf([]), { complete: true })), false);
});

const types: [headers: Record<string, string>, status: number | 'done'][] = [
  [{ 'content-type': 'application/json' }, 'done'],
  [{ 'content-type': 'Application/JSON; charset=UTF-8' }, 'done'],
  [{ 'content-type': 'application/json;charset="utf8"' }, 'done'],
  [{ 'content-type': 'application/json; a=b; charset=us-ascii' }, 'done'],
  [{ 'content-type': 'application/vnd.api+json' }, 'done'],
  [{ 'content-type': 'application/json', 'content-encoding': 'identity' }, 'done'],
  [{ 'content-type': 'application/json', 'content-encoding': 'gzip' }, 415],
  [{ 'content-type': 'application/json; charset=latin1' }, 415],
  [{ 'content-type': 'text/plain' }, 415],
  [{ 'content-type': 'application/jsonp' }, 415],
  [{ 'content-type': 'xapplication/json' }, 415],
  [{}, 415],
];
for (const [headers, status] of types)
  test(`${JSON.stringify(headers)} is ${status}`, async () =>
    assert.is(await statusOf(() => requireJson(headers)), status));

test('JSON keeps bounds before it is read', async () => {
  const bounds = { levels: 2, containers: 3, members: 4 };
  const check = (text: string) => statusOf(() => checkJson(Buffer.from(text), bounds));
  assert.equal(
    await Promise.all(['[[1]]', '[[[1]]]', '[[],[]]', '[[],[],[]]', '[1,2,3,4]', '[1,2,3,4,5]'].map(check)),
    ['done', 400, 'done', 400, 'done', 400],
  );
  assert.equal(parseJson(Buffer.from('{"a":"é"}')), { a: 'é' });
  for (const bytes of [Buffer.from('{'), Buffer.from([0x22, 0xff, 0x22]), Buffer.alloc(0)])
    assert.is(await statusOf(() => parseJson(bytes)), 400);
  assert.is(await statusOf(() => parseJson(Buffer.from('[[[1]]]'), bounds)), 400);
  const many = { levels: 2, containers: 2_000_000, members: 2_000_000 };
  assert.is(await statusOf(() => parseJson(Buffer.from(`[${'{},'.repeat(200)}{}]`), many)), 'done');
  assert.is(await statusOf(() => parseJson(Buffer.from(`[${'{},'.repeat(499_000)}{}]`), many)), 400, 'too dear');
});

const encodings: [header: string, accepted: boolean][] = [
  ['gzip', true],
  ['GZIP', true],
  ['br, gzip;q=0.5', true],
  ['br,  gzip', true],
  ['gzip;q=0', false],
  ['gzip; q=0.000', false],
  ['gzip;q=0.1', true],
  ['gzip;q=0, br', false],
  ['x-gzip', false],
  ['br', false],
  ['', false],
];
for (const [header, accepted] of encodings)
  test(`"${header}" takes ${accepted ? '' : 'no '}gzip`, async () => {
    assert.is(accepts(header, 'gzip'), accepted);
    const { body, headers } = await compressText('TEXT', header);
    assert.is(headers['Vary'], 'Accept-Encoding');
    assert.is(headers['Content-Encoding'], accepted ? 'gzip' : undefined);
    assert.is(typeof body === 'string' ? body : gunzipSync(body).toString(), 'TEXT');
  });

const targets: [target: string, path: string][] = [
  ['/a?b', '/a?b'],
  ['http://host:80/a?b', '/a?b'],
  ['HTTPS://host/', '/'],
  ['http://host', '/'],
  ['http://host?x', '?x'],
  ['/http://host/a', '/http://host/a'],
  ['//api/v1/boards', '/api/v1/boards'],
  ['///', '/'],
  ['*', '*'],
];
for (const [target, path] of targets) test(`the target ${target}`, () => assert.is(originForm(target), path));

test.run();
