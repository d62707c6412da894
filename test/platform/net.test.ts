import { networkInterfaces } from 'node:os';
import type { LookupAddress } from 'node:dns';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createHomeLookup,
  isHomeAddress,
  isOwnAddress,
  networkOf,
  NOT_AT_HOME,
  parseHost,
  refuseHost,
} from '../../src/platform/network/net.ts';

const test = suite('platform/net');

/** Each address: whether it lies in the home network, and whether it leads back to this machine. */
const ADDRESSES: readonly [string, boolean, boolean][] = [
  ['9.255.255.255', false, false],
  ['10.0.0.0', true, false],
  ['10.255.255.255', true, false],
  ['11.0.0.0', false, false],
  ['172.15.255.255', false, false],
  ['172.16.0.0', true, false],
  ['172.31.255.255', true, false],
  ['172.32.0.0', false, false],
  ['192.167.255.255', false, false],
  ['192.168.0.0', true, false],
  ['192.168.255.255', true, false],
  ['192.169.0.0', false, false],
  ['126.255.255.255', false, false],
  ['127.0.0.1', true, true],
  ['127.255.255.255', true, true],
  ['128.0.0.0', false, false],
  ['169.253.255.255', false, false],
  ['169.254.0.0', true, true],
  ['169.254.255.255', true, true],
  ['169.255.0.0', false, false],
  ['0.0.0.0', false, true],
  ['0.255.255.255', false, true],
  ['1.0.0.0', false, false],
  ['8.8.8.8', false, false],
  ['::', false, true],
  ['::1', true, true],
  ['::2', false, false],
  ['fbff::1', false, false],
  ['fc00::1', true, false],
  ['fdff:ffff::1', true, false],
  ['fe00::1', false, false],
  ['fe7f::1', false, false],
  ['fe80::1', true, true],
  ['febf::1', true, true],
  ['fec0::1', false, false],
  ['2001:db8::1', false, false],
  ['::ffff:192.168.1.9', true, false],
  ['::FFFF:10.0.0.1', true, false],
  ['::ffff:8.8.8.8', false, false],
  ['::ffff:127.0.0.1', true, true],
  ['', false, false],
  ['localhost', false, false],
  ['192.168.1', false, false],
];
for (const [address, isHome, isOwn] of ADDRESSES)
  test(`"${address}" is ${isHome ? '' : 'not '}at home, and ${isOwn ? '' : 'not '}this machine`, () =>
    assert.equal([isHomeAddress(address), isOwnAddress(address)], [isHome, isOwn]));

test('every address that this machine has is its own, written as IPv6 too', () => {
  for (const { address, family } of Object.values(networkInterfaces()).flatMap((all) => all ?? [])) {
    assert.is(isOwnAddress(address), true, address);
    if (family === 'IPv4') assert.is(isOwnAddress(`::ffff:${address}`), true, address);
  }
});

const label = 'a'.repeat(63);
const HOSTS: readonly [string, { host: string; port: number } | null][] = [
  ['board', { host: 'board', port: 0 }],
  [' board.local ', { host: 'board.local', port: 0 }],
  ['board.local.', { host: 'board.local.', port: 0 }],
  ['Board-2.local:7000', { host: 'Board-2.local', port: 7000 }],
  ['board:1', { host: 'board', port: 1 }],
  ['board:65535', { host: 'board', port: 65_535 }],
  ['board:65536', null],
  ['board:0', null],
  ['board:', null],
  ['board:http', null],
  ['board:100000', null],
  ['192.168.1.20', { host: '192.168.1.20', port: 0 }],
  ['192.168.1.20:80', { host: '192.168.1.20', port: 80 }],
  ['192.168.1', null],
  ['192.168.1.256', null],
  ['::1', { host: '::1', port: 0 }],
  ['[::1]', { host: '::1', port: 0 }],
  ['[::1]:7000', { host: '::1', port: 7000 }],
  ['[::ffff:10.0.0.1]:7000', { host: '::ffff:10.0.0.1', port: 7000 }],
  ['[::1', null],
  ['[1]', null],
  ['[10.0.0.1]', null],
  ['fe80::1%eth0', null],
  ['-board', null],
  ['board.-local', null],
  ['board..local', null],
  ['bo ard', null],
  ['user@board', null],
  ['board/path', null],
  ['http://board', null],
  [label, { host: label, port: 0 }],
  [`${label}a`, null],
  [`a.${label}a`, null],
  [`${label}.${label}.${label}.${'b'.repeat(61)}`, { host: `${label}.${label}.${label}.${'b'.repeat(61)}`, port: 0 }],
  [`${label}.${label}.${label}.${'b'.repeat(62)}`, null],
  ['', null],
];
for (const [text, parts] of HOSTS)
  test(`the host "${text.slice(0, 70)}" is ${parts ? 'one' : 'none'}`, () => assert.equal(parseHost(text), parts));

const names: Readonly<Record<string, readonly string[]>> = {
  home: ['192.168.1.9', 'fd00::9'],
  web: ['8.8.8.8'],
  mixed: ['192.168.1.9', '8.8.8.8'],
};
const resolve = async (host: string): Promise<string[]> => [...(names[host] ?? [])];
const REFUSALS: readonly [string, boolean, RegExp | null][] = [
  ['192.168.1.9:7000', false, null],
  ['[fd00::9]', false, null],
  ['home', false, null],
  ['nobody', true, null],
  ['nobody', false, /^host: the name "nobody" is not known/],
  ['web', true, /^host: "web" is not an address of the home network/],
  ['8.8.8.8', true, /^host: "8\.8\.8\.8" is not an address of the home network/],
  ['mixed', false, /^host: "mixed" is not an address of the home network/],
  ['http://home', true, /^host: "http:\/\/home" is not a host name or IP address/],
  [`/${'x'.repeat(100)}`, false, /^host: "\/x{79}" is not a host name/],
];
for (const [text, mayBeUnknown, sentence] of REFUSALS)
  test(`a board at ${text.slice(0, 20)} is ${sentence ? 'refused' : 'taken'}`, async () => {
    const refusal = await refuseHost(text, resolve, mayBeUnknown);
    if (sentence) assert.match(refusal ?? '', sentence);
    else assert.is(refusal, null);
  });

/** What a connection is told that looks a name up, as one text. */
const lookUp = (
  lookup: ReturnType<typeof createHomeLookup>,
  options: { family?: number | 'IPv4' | 'IPv6'; all?: boolean } = {},
): Promise<string> =>
  new Promise((tell) =>
    lookup('board', options, (error, found: string | LookupAddress[], family) =>
      tell(
        error
          ? `${error.code} ${JSON.stringify(found)}`
          : typeof found === 'string'
            ? `${found} ${family}`
            : found.map((one) => `${one.address} ${one.family}`).join(', '),
      ),
    ),
  );

for (const [name, answers, options, said] of [
  ['one address', ['192.168.1.9'], {}, '192.168.1.9 4'],
  ['the first of several', ['fd00::9', '192.168.1.9'], {}, 'fd00::9 6'],
  ['all of them', ['fd00::9', '192.168.1.9'], { all: true }, 'fd00::9 6, 192.168.1.9 4'],
  ['those of a family', ['fd00::9', '192.168.1.9'], { family: 4 }, '192.168.1.9 4'],
  ['those of a family by its name', ['192.168.1.9', 'fd00::9'], { family: 'IPv6' }, 'fd00::9 6'],
  ['any family', ['192.168.1.9'], { family: 0, all: true }, '192.168.1.9 4'],
  ['none of a family', ['192.168.1.9'], { family: 6 }, 'ENOTFOUND ""'],
  ['none', [], {}, 'ENOTFOUND ""'],
  ['none of all', [], { all: true }, 'ENOTFOUND []'],
  ['one outside', ['8.8.8.8'], {}, `${NOT_AT_HOME} ""`],
  ['one outside beside one at home', ['192.168.1.9', '8.8.8.8'], { all: true }, `${NOT_AT_HOME} []`],
  ['this machine', ['127.0.0.1'], {}, '127.0.0.1 4'],
] as const)
  test(`a connection that looks a name up gets ${name}`, async () =>
    assert.is(
      await lookUp(
        createHomeLookup(async () => [...answers]),
        options,
      ),
      said,
    ));

test('a name server that fails knows no name', async () =>
  assert.is(await lookUp(createHomeLookup(() => Promise.reject(new Error('late')))), 'ENOTFOUND ""'));

test('a name that has led to another machine does not lead to this one later', async () => {
  for (const own of ['127.0.0.1', '::1']) {
    const answers = [own, '192.168.1.9', own, '192.168.1.10'];
    const lookup = createHomeLookup(async () => [answers.shift() ?? '']);
    const said = [await lookUp(lookup), await lookUp(lookup), await lookUp(lookup), await lookUp(lookup)];
    assert.equal(
      said.map((one) => one.split(' ')[0]),
      [own, '192.168.1.9', NOT_AT_HOME, '192.168.1.10'],
    );
  }
});

for (const [address, network] of [
  ['192.168.1.9', '192.168.1.9'],
  ['no address', 'no address'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::5:6', '2001:db8:0:0::/64'],
  ['2001:db8:1::5:6:7:8', '2001:db8:1:0::/64'],
  ['::1:2:3:4:5:6', '0:0:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1:2::3:4:10.0.0.1', '1:2:0:0::/64'],
  ['1:2:3:4:5:6:10.0.0.1', '1:2:3:4::/64'],
  ['::2:3:4:5:10.0.0.1', '0:0:2:3::/64'],
] as const)
  test(`${address} is of ${network}`, () => assert.is(networkOf(address), network));

test.run();
