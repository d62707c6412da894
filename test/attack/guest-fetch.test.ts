import { networkInterfaces } from 'node:os';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isOwnAddress } from '../../src/platform/network/net.ts';
import { createBodies } from '../../src/plugins/network/body-budget.ts';
import { allowedOrigins, GuestFetch, type Lookup } from '../../src/plugins/network/guest-fetch.ts';
import { serveText, withServer } from '../plugins/loopback.ts';

const test = suite('attack/guest-fetch');

const ownLan = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .map(({ address }) => address);

for (const address of [
  '127.0.0.1',
  '127.8.9.1',
  '0.0.0.0',
  '169.254.169.254',
  '::1',
  '::',
  'fe80::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:169.254.1.1',
  ...ownLan,
]) {
  test(`${address} leads back to the appliance, or is link-local`, () => assert.is(isOwnAddress(address), true));
}
for (const address of ['192.0.2.7', '10.255.254.253', '8.8.8.8', '2001:db8::1', '::ffff:8.8.8.8', 'localhost', '']) {
  test(`"${address}" does not`, () => assert.is(isOwnAddress(address), false));
}

/** A name server that says what it is told. */
const resolving =
  (...addresses: string[]): Lookup =>
  (_host, _options, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
const never = new AbortController().signal;
const ask = (url: string, more: object = {}) => ({ url, method: 'GET', headers: [], body: null, ...more });
const errorOf = async (network: GuestFetch, url: string, more: object = {}): Promise<string> => {
  const reply = await network.fetch(ask(url, more), never);
  return 'error' in reply ? reply.error : `status ${reply.status}`;
};
const BARRED = /of the appliance itself, or link-local/;

const WAYS = [
  'http://127.0.0.1:PORT/',
  'http://localhost:PORT/',
  'http://[::1]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f.1:PORT/',
  'http://0:PORT/',
  'http://127.1:PORT/',
  'http://169.254.169.254/',
  'http://[fe80::1]/',
  'webcal://127.0.0.1:PORT/',
];
for (const way of WAYS) {
  test(`${way} is refused, and no request arrives`, () =>
    withServer(serveText('x'), async (base, requests) => {
      assert.match(await errorOf(new GuestFetch(new Set()), way.replace('PORT', new URL(base).port)), BARRED);
      assert.is(requests.length, 0);
    }));
}

for (const addresses of [['127.0.0.1'], ['::1'], ['8.8.8.8', '127.0.0.1'], ['169.254.169.254'], ['0.0.0.0']]) {
  test(`a name that leads to ${addresses.join(' and ')} is barred`, async () => {
    assert.match(await errorOf(new GuestFetch(new Set(), resolving(...addresses)), 'http://harmless.example/'), BARRED);
  });
}

test('the address that was checked is the one that is connected to: a name is resolved once', () =>
  withServer(serveText('x'), async (base, requests) => {
    let looks = 0;
    const turning: Lookup = (host, options, done) =>
      resolving(looks++ === 0 ? '192.0.2.1' : '127.0.0.1')(host, options, done);
    const { port } = new URL(base);
    const reply = await new GuestFetch(new Set(), turning).fetch(
      ask(`http://turning.example:${port}/`),
      AbortSignal.timeout(300),
    );
    assert.ok('error' in reply);
    assert.equal([looks, requests.length], [1, 0]);
  }));

test('what the owner named is reached, at that scheme, host and port', () =>
  withServer(serveText('fine', 'text/plain; charset=utf-8'), async (base, requests) => {
    const network = new GuestFetch(new Set([base]));
    const reply = await network.fetch(
      ask(`${base}/x?y=1`, {
        method: 'POST',
        headers: [
          ['X-Key', 'k'],
          ['Host', 'evil'],
          ['Content-Length', '5'],
        ],
        body: new TextEncoder().encode('hello'),
      }),
      never,
    );
    assert.ok('status' in reply && reply.status === 200);
    assert.is(new TextDecoder().decode('body' in reply ? reply.body : undefined), 'fine');
    assert.equal(
      [requests[0]?.url, requests[0]?.method, requests[0]?.headers['x-key'], requests[0]?.headers.host],
      ['/x?y=1', 'POST', 'k', new URL(base).host],
    );
    assert.match(await errorOf(network, base.replace('127.0.0.1', 'localhost')), BARRED);
    assert.match(await errorOf(network, 'http://127.0.0.1:1/'), BARRED);
  }));

for (const [name, more, error] of [
  ['a method that there is not', { method: 'CONNECT' }, /CONNECT cannot be made/],
  ['a header with a line break', { headers: [['x', 'a\r\nb: c']] }, /"x" cannot be sent/],
  ['a header without a name', { headers: [['', 'a']] }, /cannot be sent/],
] as const) {
  test(`${name} is refused`, () =>
    withServer(serveText('x'), async (base) =>
      assert.match(await errorOf(new GuestFetch(new Set([base])), base, more), error),
    ));
}
test('other schemes are refused', async () => {
  for (const url of ['file:///etc/hostname', 'ftp://x/', 'unix:/run/x', 'nonsense'])
    assert.match(await errorOf(new GuestFetch(new Set()), url), /no URL|cannot be fetched/);
});

test('answers of one call are bounded together', () =>
  withServer(serveText('x'.repeat(1000 * 1024)), async (base) => {
    const network = new GuestFetch(new Set([base]));
    const told: string[] = [];
    for (let i = 0; i < 6; i++) told.push(await errorOf(network, base));
    assert.equal(
      told.slice(0, 4),
      Array.from({ length: 4 }, () => 'status 200'),
    );
    assert.is(told[5], 'all answers of one call together are larger than 4096 KiB');
  }));

test('answers of one call are bounded together, also those that are read at once, and what is refused holds nothing', () =>
  withServer(serveText('x'.repeat(700 * 1024)), async (base) => {
    const bodies = createBodies();
    const network = new GuestFetch(new Set([base]), undefined, bodies, 'a');
    const told = await Promise.all(Array.from({ length: 12 }, () => errorOf(network, base)));
    assert.is(told.filter((one) => one === 'status 200').length, 5);
    assert.is(bodies.used, 5 * 700 * 1024);
    network.close();
  }));

const SCHEMA = { type: 'object', properties: { url: { type: 'string', default: 'http://127.0.0.1:9/x' } } };
for (const [name, config, allowed] of [
  ['an address', { url: 'http://127.0.0.1:8080/a?b' }, ['http://127.0.0.1:8080']],
  ['a host with its port', { host: '127.0.0.1:8080' }, ['http://127.0.0.1:8080', 'https://127.0.0.1:8080']],
  ['addresses within lists', { all: [{ url: 'https://localhost/' }] }, ['https://localhost']],
  ['a bare name or number', { name: 'localhost', port: '8080', time: '12:30' }, []],
  ['what the manifest brought along', { url: 'http://127.0.0.1:9/other' }, []],
] as const) {
  test(`settings allow: ${name}`, () => assert.equal([...allowedOrigins(config, SCHEMA)], [...allowed]));
}

test.run();
