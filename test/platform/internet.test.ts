import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openDownload, reachInternet } from '../../src/platform/network/internet.ts';
import { until } from '../support/until.ts';
import { usedHeap } from '../support/used-heap.ts';

const test = suite('platform/internet');

type Respond = (response: ServerResponse) => void;

/** Has a server answer every request alike. */
const withServer = async (respond: Respond, run: (address: string) => Promise<void>): Promise<void> => {
  const server = createServer((_request, response) => respond(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}/file`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

const redirect: Respond = (response) => {
  const isFirst = response.req.url === '/file';
  response.writeHead(isFirst ? 302 : 200, { Location: '/there' }).end(isFirst ? '' : 'NetworkManager is online');
};

for (const [name, respond, reached] of [
  ['what Debian says', (response) => response.end('NetworkManager is online\n'), true],
  ['the same in pieces', (response) => void (response.write('Network'), response.end('Manager is online')), true],
  ['too little', (response) => response.end('NetworkManager'), false],
  ['another text', (response) => response.end('Welcome! NetworkManager is online'), false],
  ['another status', (response) => response.writeHead(203).end('NetworkManager is online'), false],
  ['a redirect', redirect, false],
  ['nothing', (response) => response.destroy(), false],
] as const satisfies [string, Respond, boolean][])
  test(`when the probe of the internet gets ${name}, it is ${reached ? '' : 'not '}there`, () =>
    withServer(respond, async (address) => assert.is(await reachInternet(address), reached)));

const read = async (address: string, signal = new AbortController().signal): Promise<[string, number | null]> => {
  const { bytes, length } = await openDownload(address, signal);
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  return [Buffer.concat(parts).toString(), length];
};

for (const [name, respond, told] of [
  ['its length', (response) => response.setHeader('Content-Length', 4).end('file'), ['file', 4]],
  ['no length', (response) => void (response.write('fi'), response.end('le')), ['file', null]],
  ['a length of 0', (response) => response.setHeader('Content-Length', 0).end(), ['', 0]],
] as const satisfies [string, Respond, [string, number | null]][])
  test(`a file is read as it comes, with ${name}`, () =>
    withServer(respond, async (address) => assert.equal(await read(address), told)));

test('a file is found where an address leads to', () =>
  withServer(redirect, async (address) => assert.is((await read(address))[0], 'NetworkManager is online')));

for (const [name, respond, message] of [
  ['no file', (response) => response.writeHead(404).end('none'), /status 404/],
  ['no body', (response) => response.writeHead(204).end(), /status 204/],
  ['nobody', (response) => response.destroy(), /hang up/],
] as const satisfies [string, Respond, RegExp][])
  test(`an address with ${name} is refused`, () =>
    withServer(respond, async (address) => {
      const said = await read(address).then(
        () => '',
        (error: Error) => error.message,
      );
      assert.match(said, message);
    }));

test('a download ends at any time', () =>
  withServer(
    (response) => response.write('fi'),
    async (address) => {
      const end = new AbortController();
      const { bytes } = await openDownload(address, end.signal);
      const reading = (async () => {
        for await (const part of bytes) if (part.length > 0) end.abort();
      })();
      const isCutOff = await reading.then(
        () => false,
        () => true,
      );
      assert.ok(isCutOff);
    },
  ));

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
  let isGone = false;
  const respond: Respond = (response) => {
    response.on('close', () => (isGone = true));
    response.write('x');
  };
  await withServer(respond, async (address) => {
    const { bytes } = await openDownload(address, new AbortController().signal);
    for await (const part of bytes) if (part.length > 0) break;
    await until(() => isGone);
  });
});

test.run();
