import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  concealAddresses,
  destinationOf,
  isMaskedAddress,
  maskAddress,
  secretsIn,
} from '../../src/platform/network/secret-address.ts';
import { unmaskAddress } from '../../src/platform/network/unmasking.ts';

const test = suite('platform: secrets in addresses');

const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e';

for (const [address, masked] of [
  ['https://example.org/', 'https://example.org/'],
  ['https://example.org', 'https://example.org'],
  ['http://127.0.0.1:8080/a/b?c=d#e', 'http://127.0.0.1:8080/a/b?c=d#e'],
  ['mqtt://user:pass@broker:1883', 'mqtt://***:***@broker:1883'],
  ['https://TOKEN@example.org/x', 'https://***@example.org/x'],
  ['https://:pass@example.org/x', 'https://:***@example.org/x'],
  ['https://u:p@ss/w@example.org/', 'https://***:***@ss/w@example.org/'],
  ['https://u:p@x@example.org/', 'https://***:***@example.org/'],
  ['HTTPS://u:p@example.org/', 'https://***:***@example.org/'],
  [' https://u:p@example.org/ ', 'https://***:***@example.org/'],
  ['https:\\\\u:p@example.org\\x', 'https://***:***@example.org/x'],
  ['https:u:p@example.org', 'https://***:***@example.org/'],
  ['https:///u:p@example.org', 'https://***:***@example.org/'],
  ['https://u:p w@example.org', 'https://***:***@example.org/'],
  ['https://h/?api_key=1&lat=52.52&Key=2', 'https://h/?api_key=***&lat=52.52&Key=***'],
  ['https://h/?accessToken=a&CacheKey=b&PassphraseKey=c', 'https://h/?accessToken=***&CacheKey=***&PassphraseKey=***'],
  ['https://h/?api%5Fkey=x&%6bey=y', 'https://h/?api%5Fkey=***&%6bey=***'],
  [
    'https://h/?sig=a&signature=b&pwd=c&password=d&auth=e&token=f&secret=g&apikey=h&access_token=i',
    'https://h/?sig=***&signature=***&pwd=***&password=***&auth=***&token=***&secret=***&apikey=***&access_token=***',
  ],
  ['https://h/?X-Amz-Signature=ab&appid=1', 'https://h/?X-Amz-Signature=***&appid=***'],
  ['https://h/?key=', 'https://h/?key='],
  [
    'https://h/?keyword=news&since=2026-11-20T10:00:00Z&stamp=20261120T100000Z',
    'https://h/?keyword=news&since=2026-11-20T10:00:00Z&stamp=20261120T100000Z',
  ],
  ['https://h/?code=0123456789abcdef0123', 'https://h/?code=***'],
  [`https://h/?${UUID}`, 'https://h/?***'],
  ['https://h/#access_token=x', 'https://h/#access_token=***'],
  [
    'https://calendar.google.com/calendar/ical/me%40example.org/private-0a1b2c/basic.ics',
    'https://calendar.google.com/calendar/ical/me%40example.org/private-***/basic.ics',
  ],
  ['webcal://p12-caldav.icloud.com/published/2/MTIzNDU2', 'webcal://p12-caldav.icloud.com/published/2/***'],
  [
    `https://outlook.live.com/owa/calendar/${UUID}/words/cid-0A1B/calendar.ics`,
    'https://outlook.live.com/owa/calendar/***/***/cid-***/calendar.ics',
  ],
  [
    'https://outlook.office365.com/owa/calendar/me@example.org/0123abcd/calendar.ics',
    'https://outlook.office365.com/owa/calendar/***/***/calendar.ics',
  ],
  ['https://api.telegram.org/bot123456:ABC-DEF/getMe', 'https://api.telegram.org/***/getMe'],
  ['http://homeassistant.local:8123/api/webhook/my-hook', 'http://homeassistant.local:8123/api/webhook/***'],
  [
    'https://cloud.example/remote.php/dav/public-calendars/aB3dE5fG7hI9kL1m?export',
    'https://cloud.example/remote.php/dav/public-calendars/***?export',
  ],
  [
    'https://user.fm/calendar/v1-0123456789abcdef/Calendar.ics',
    'https://user.fm/calendar/v1-0123456789abcdef/Calendar.ics',
  ],
  ['https://h/x/0123456789abcdef0123.ics', 'https://h/x/***.ics'],
  [
    'https://example.org/2026/11/20/a-title-with-many-words.xml',
    'https://example.org/2026/11/20/a-title-with-many-words.xml',
  ],
  ['https://query1.finance.yahoo.com/v8/finance/chart/', 'https://query1.finance.yahoo.com/v8/finance/chart/'],
  ['https://h/a1b2cdef', 'https://h/***'],
  ['https://h/a1b22222', 'https://h/a1b22222'],
  ['https://h/a1b2c3d', 'https://h/a1b2c3d'],
  ['https://h/abcdef0123456789', 'https://h/***'],
  ['https://h/abcdef012345678', 'https://h/abcdef012345678'],
  ['https://h/ABCDEFGHIJklmnopqrs1', 'https://h/***'],
  ['https://h/ABCDEFGHIJklmnopqr1', 'https://h/ABCDEFGHIJklmnopqr1'],
  ['https://h/ABCDEFGHIJklmnopqrst', 'https://h/ABCDEFGHIJklmnopqrst'],
  ['https://h/abcdefghijklmnopqrs1', 'https://h/abcdefghijklmnopqrs1'],
  ['https://h/ABCDEFGHIJ.klmnopqrs1', 'https://h/ABCDEFGHIJ.klmnopqrs1'],
  ['https://h/12345678901234567890', 'https://h/12345678901234567890'],
  ['https://h/token_abc.json', 'https://h/token_***.json'],
  ['https://h/secret=', 'https://h/secret='],
  ['https://h/hooks/a', 'https://h/hooks/***'],
  ['https://h/published/x/abc', 'https://h/published/x/abc'],
  ['https://h/published/12/abc', 'https://h/published/12/***'],
  ['https://h/owa/other/abc', 'https://h/owa/other/abc'],
  ['https://h/bot12/x', 'https://h/bot12/x'],
  ['https://h/?a', 'https://h/?a'],
  ['https://h/?pin=1&spin=2&keys=3&SID=4', 'https://h/?pin=***&spin=2&keys=3&SID=***'],
  ['https://h/#a&key=1', 'https://h/#a&key=***'],
  ['https://h/#', 'https://h/#'],
  ['https://h/?%zz=1&key=%zz', 'https://h/?%zz=1&key=***'],
  ['no address', 'no address'],
  ['note: u:p@host', 'note: u:p@host'],
  ['12:30', '12:30'],
  ['', ''],
] as const) {
  test(`${address} is shown as ${masked}`, () => {
    assert.is(maskAddress(address), masked);
    assert.is(maskAddress(masked), masked, 'a masked address stays as it is');
    if (masked !== address.trim() && masked.includes('***')) {
      assert.ok(isMaskedAddress(masked));
      assert.equal(unmaskAddress(masked, address), { address }, 'sent back it is the stored one');
    }
  });
}

for (const [one, other, same] of [
  ['https://h/a', 'https://h:443/b?c', true],
  ['webcal://h/a', 'https://h/a', true],
  ['http://H/', 'http://h:80', true],
  ['http://127.1/', 'http://127.0.0.1/', true],
  ['mqtt://Broker', 'mqtt://broker:1883', true],
  ['tcp://b', 'mqtt://b', true],
  ['tls://b', 'mqtts://b:8883', true],
  ['ws://h/', 'ws://h:80/', true],
  ['ws://h/', 'ws://h:81/', false],
  ['wss://h/', 'wss://h:443/', true],
  ['wss://h/', 'ws://h/', false],
  ['webcals://h/a', 'https://h:443/a', true],
  ['other://H/', 'other://h:/', true],
  ['mqtts://b', 'mqtt://b:8883', false],
  ['http://h/', 'https://h/', false],
  ['http://h/', 'http://h:8080/', false],
  ['http://h.evil/', 'http://h/', false],
  ['http://[::1]:80/', 'http://[::1]/', true],
  ['http://h@evil/', 'http://h/', false],
] as const) {
  test(`${one} and ${other} are ${same ? 'one destination' : 'two destinations'}`, () =>
    assert.is(destinationOf(one) === destinationOf(other), same));
}
test('what is no address has no destination', () =>
  assert.equal([destinationOf('x'), destinationOf('x:1'), destinationOf('')], [null, null, null]));

const STORED = 'https://u:p@h/calendar/private-0a/x?key=1&key=2&a=b#token=t';
for (const [sent, expected] of [
  [
    'https://***:***@h/calendar/private-***/x?key=***&key=***&a=c',
    { address: 'https://u:p@h/calendar/private-0a/x?key=1&key=2&a=c' },
  ],
  ['https://***:new@h/calendar/private-***/x?key=***', { address: 'https://u:new@h/calendar/private-0a/x?key=1' }],
  ['https://***:***@h:443/y?a=b&key=***', { address: 'https://u:p@h:443/y?a=b&key=1' }],
  ['https://h/other/private-***/y', { address: 'https://h/other/private-0a/y' }],
  ['https://h/?key=***&key=***&key=***', { problem: 'unknown' }],
  ['https://h/?token=***', { problem: 'unknown' }],
  ['https://***:***@evil/calendar', { problem: 'moved' }],
  ['http://***:***@h/calendar', { problem: 'moved' }],
  ['https://***:***@h:444/calendar', { problem: 'moved' }],
  ['https://h/***', { problem: 'unknown' }],
  ['https://evil/?x=1', { address: 'https://evil/?x=1' }],
  ['***', { address: '***' }],
  ['https://h/new#token=***', { address: 'https://h/new#token=t' }],
  ['https://h/new#other=***', { problem: 'unknown' }],
  ['https://h/new#part', { address: 'https://h/new#part' }],
] as const) {
  test(`${sent} over the stored address`, () => assert.equal(unmaskAddress(sent, STORED), expected));
}
for (const [sent, stored] of [
  ['https://user:***@h/', 'https://user@h/'],
  ['https://***:word@h/', 'https://:word@h/'],
  ['https://***@h/', 'https://h/'],
] as const)
  test(`${sent} names something that ${stored} does not have`, () =>
    assert.equal(unmaskAddress(sent, stored), { problem: 'unknown' }));
test('a masked address without a stored one is not known', () =>
  assert.equal(unmaskAddress('https://***@h/', null), { problem: 'unknown' }));

for (const [address, parts] of [
  ['mqtt://user:p%40ss@h', ['p%40ss', 'p@ss']],
  ['https://TOKEN@h/', ['TOKEN']],
  ['https://h/private-abc/?key=d', ['private-abc', 'abc', 'd']],
  ['https://h/#token=a%20b', ['token=a%20b', 'token=a b']],
  ['https://h/?key=%zz', ['%zz']],
  ['https://h/', []],
  ['text', []],
] as const) {
  test(`the secrets of ${address}`, () => assert.equal(secretsIn(address), parts));
}

test('settings are parted at every depth, lists as a whole', () => {
  const value = {
    url: 'https://u:p@h/',
    a: { b: 'https://h/?key=1', c: 1 },
    list: [{ url: 'https://u:p@h/' }, 'x'],
    plain: ['https://h/'],
    nothing: null,
  };
  const { open, secret } = concealAddresses(value);
  assert.equal(secret, { url: value.url, a: { b: value.a.b }, list: value.list });
  assert.equal(open, {
    url: 'https://***:***@h/',
    a: { b: 'https://h/?key=***', c: 1 },
    list: [{ url: 'https://***:***@h/' }, 'x'],
    plain: ['https://h/'],
    nothing: null,
  });
  assert.equal(concealAddresses({ a: 1 }), { open: { a: 1 }, secret: undefined });
});

for (const [text, isMasked] of [
  ['https://h/?key=***', true],
  ['https://h/?key=K', false],
  ['***', false],
  ['three *** and no address', false],
] as const)
  test(`${text} is ${isMasked ? 'a' : 'no'} masked address`, () => assert.is(isMaskedAddress(text), isMasked));

test.run();
