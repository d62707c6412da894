import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openDownload, reachInternet } from '../../src/platform/network/internet.ts';
import { usedHeap } from '../support/used-heap.ts';

const test = suite('platform/internet');

const real = globalThis.fetch;
let asked: { url: string; init: RequestInit | undefined }[] = [];

/** Answers every request of the program alike. */
const answerWith = (answer: () => Response | Promise<Response>): void => {
  asked = [];
  globalThis.fetch = async (url, init) => {
    asked.push({ url: String(url), init });
    return answer();
  };
};
test.after.each(() => {
  globalThis.fetch = real;
});

for (const [name, answer, reached] of [
  ['what Debian says', () => new Response('NetworkManager is online\n'), true],
  ['another text', () => new Response('Welcome! NetworkManager is online'), false],
  ['another status', () => new Response('NetworkManager is online', { status: 203 }), false],
  ['a redirect', () => new Response(null, { status: 302, headers: { Location: '/' } }), false],
  ['nothing', () => Promise.reject(new Error('nobody')), false],
] as const)
  test(`when the probe of the internet gets ${name}, it is ${reached ? '' : 'not '}there`, async () => {
    answerWith(answer);
    assert.is(await reachInternet(), reached);
    const [{ url, init } = { url: '', init: undefined }] = asked;
    assert.equal([url, init?.redirect], ['http://network-test.debian.org/nm', 'manual']);
    assert.instance(init?.signal, AbortSignal);
  });

const read = async (signal = new AbortController().signal): Promise<[string, number | null]> => {
  const { bytes, length } = await openDownload('http://127.0.0.1/file', signal);
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  return [Buffer.concat(parts).toString(), length];
};

for (const [name, headers, length] of [
  ['its length', { 'Content-Length': '4' }, 4],
  ['no length', {}, null],
  ['a length that is none', { 'Content-Length': 'four' }, null],
  ['a length of 0', { 'Content-Length': '0' }, 0],
] as const)
  test(`a file is read as it comes, with ${name}`, async () => {
    answerWith(() => new Response('file', { headers }));
    assert.equal(await read(), ['file', length]);
  });

for (const [name, answer, message] of [
  ['no file', () => new Response('none', { status: 404 }), 'The address answers with status 404.'],
  ['no body', () => new Response(null, { status: 204 }), 'The address answers with status 204.'],
  ['nobody', () => Promise.reject(new Error('nobody')), 'nobody'],
] as const)
  test(`an address with ${name} is refused`, async () => {
    answerWith(answer);
    const said = await read().then(
      () => '',
      (error: Error) => error.message,
    );
    assert.is(said, message);
  });

test('a download ends at any time', async () => {
  answerWith(() => new Response('file'));
  const end = new AbortController();
  await read(end.signal);
  const signal = asked[0]?.init?.signal;
  assert.is(signal?.aborted, false);
  end.abort();
  assert.is(signal?.aborted, true);
});

test('a download that nobody reads yet is still whole later, whatever the collector does meanwhile', async () => {
  const server = createServer((_, outgoing) => outgoing.end('a whole file'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const { bytes } = await openDownload(`http://127.0.0.1:${port}/`, new AbortController().signal);
    for (let turn = 0; turn < 5; turn++) await usedHeap();
    const parts: Uint8Array[] = [];
    for await (const part of bytes) parts.push(part);
    assert.is(Buffer.concat(parts).toString(), 'a whole file');
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

test('what is not read to its end is let go', async () => {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(Buffer.from('x')),
    cancel: () => {
      isCancelled = true;
    },
  });
  answerWith(() => new Response(body));
  const { bytes } = await openDownload('http://127.0.0.1/file', new AbortController().signal);
  for await (const part of bytes) if (part.length > 0) break;
  assert.is(isCancelled, true);
});

test.run();
