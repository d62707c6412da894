import { hostname, type networkInterfaces } from 'node:os';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isLink, ownAddress } from '../../src/platform/network/own-address.ts';

const test = suite('own address');

const one = (address: string, internal = false) => [
  { address, internal, family: address.includes(':') ? 'IPv6' : 'IPv4' },
];
const seen = (all: object) => all as ReturnType<typeof networkInterfaces>;
const HOME = seen({
  lo: one('127.0.0.1', true),
  docker0: one('172.17.0.1'),
  wlan0: [...one('fe80::1'), ...one('192.168.1.9')],
});

const cases: [host: string, port: number, interfaces: typeof HOME, expected: string][] = [
  ['0.0.0.0', 4420, HOME, 'http://192.168.1.9:4420/'],
  ['::', 80, HOME, 'http://192.168.1.9/'],
  ['127.0.0.1', 4420, HOME, 'http://127.0.0.1:4420/'],
  ['fd00::5', 4420, HOME, 'http://[fd00::5]:4420/'],
  ['0.0.0.0', 4420, seen({ lo: one('127.0.0.1', true) }), `http://${hostname()}.local:4420/`],
];
for (const name of ['docker0', 'br-1', 'veth1', 'virbr0', 'cni0', 'podman0'])
  cases.push(['', 80, seen({ [name]: one('172.17.0.1'), eth0: one('10.0.0.2') }), 'http://10.0.0.2/']);
for (const [host, port, interfaces, expected] of cases)
  test(`${host} ${port} is at ${expected}`, () => assert.is(ownAddress(host, port, interfaces), expected));

for (const [text, expected] of [
  ['http://a', true],
  ['https://a.example/x', true],
  ['flapbox.local', false],
  ['ftp://a', false],
  ['http://', false],
  ['', false],
  ['javascript:alert(1)', false],
] as const) {
  test(`"${text}" is ${expected ? 'a' : 'no'} link`, () => assert.is(isLink(text), expected));
}

test.run();
