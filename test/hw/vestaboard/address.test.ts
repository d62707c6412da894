import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { formatAddress, parseHost } from '../../../hw/vestaboard/address.ts';

const test = suite('addresses');

const VALID: readonly (readonly [string, string, number])[] = [
  ['192.168.1.20', '192.168.1.20', 7000],
  ['192.168.1.20:7001', '192.168.1.20', 7001],
  ['vestaboard.local', 'vestaboard.local', 7000],
  [' vestaboard-2.local:80 ', 'vestaboard-2.local', 80],
  ['[::1]:7000', '::1', 7000],
  ['::1', '::1', 7000],
  ['board:65535', 'board', 65_535],
];
for (const [text, host, port] of VALID)
  test(`"${text}" is ${host} and ${port}`, () => assert.equal(parseHost(text), { host, port }));

for (const text of [
  '',
  'http://board',
  'board:0',
  'board:65536',
  'board:x',
  'a/b',
  'a b',
  'user@board',
  '1.2.3',
  '[::1',
  'board:',
  'fe80::1%eth0',
]) {
  test(`"${text}" is no address`, () => assert.is(parseHost(text), null));
}

test('another default port applies', () => assert.equal(parseHost('board', 80), { host: 'board', port: 80 }));
test('an IPv6 address is bracketed', () => assert.is(formatAddress({ host: '::1', port: 7000 }), '[::1]:7000'));
test('a name is not', () => assert.is(formatAddress({ host: 'board', port: 7000 }), 'board:7000'));

test.run();
