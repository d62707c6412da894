import type { Draw } from './draw.ts';

const LONG = 70_000;

/** Text that breaks naive code: markup, escapes, paths, control characters, half characters, sheer length. */
const TEXTS: readonly string[] = [
  '', ' ', '\0', '\n', '\r\n', '\t', '\u007f', '\u2028', '\uFEFF', '\uD800', '\uDC00', '\uDBFF\uDFFF', 'e\u0301'.repeat(40), '👨‍👩‍👧‍👦', '\u202Eabc', 'ﬁ', 'İ', 'ß', '١٢٣',
  '{', '}', '{{', '}}', '{{}}', '{{{', '{{.}}', '{{a.b|}}', '{{= }}', '{{= 1/0 }}', '{{date_time.time|pad:99999999}}', '{{__proto__.x}}', '{{constructor.constructor}}', '{71}', '{72}', '{-1}', '{63}', '{/}', '{wrap}', '{center}', '{{fill_space}}', '{{filled:}}',
  '{{= REPT("A", 1000000) }}', '{{= REPT(REPT("A",60000),60000) }}', '{{= REGEXREPLACE("aaaaaaaaaaaaaaaaaaaaaaaaaaaa!", "(a+)+$", "b") }}', `{{= ${'('.repeat(2000)}1${')'.repeat(2000)} }}`,
  '../../etc/passwd', '/etc/passwd', '/dev/null', '/dev/zero', '/proc/self/mem', 'C:\\Windows', '%00', '%2e%2e%2f', '..', '.', '/', '\\', '*', '"*"', "'; DROP TABLE pages; --", '<script>alert(1)</script>', '${7*7}', '$(reboot)', '`reboot`', '| reboot', '\r\nSet-Cookie: a=b', 'a\r\nb: c',
  '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', 'valueOf', 'null', 'undefined', 'NaN', 'true', '0', '-1', '1e999', '0x10', '[object Object]',
  'primary', 'collection:', 'collection:collection:', 'plugin:', 'plugin:typewriter', 'plugin:__proto__', ':', 'a:b:c', 'date_time', 'weather', 'json:',
  '24:00', '00:60', '99:99', '23:59', '00:00', '12:00+99:99', '12:00Z', '02-29', '02-30', '13-01', '00-00', '2025-02-29', '2024-02-29', '9999-12-31', '0000-01-01', '2025-01-01T00:00:00Z', '+275760-09-13T00:00:00.000Z', '-271821-04-20T00:00:00.000Z', '2025-01-01T00:00:00+99:99', '1970-01-01T00:00:00Z',
  '127.0.0.1', '127.0.0.1:1', '127.0.0.1:0', '127.0.0.1:65536', '10.255.255.1', '0.0.0.0', '255.255.255.255', '8.8.8.8', '[::1]', '::1', '::ffff:127.0.0.1', 'fe80::1%eth0', 'localhost', 'nowhere.invalid', 'user:pw@127.0.0.1', '127.0.0.1/path', '127.0.0.1?q', '2130706433', '0x7f.1', '169.254.169.254',
  'http://127.0.0.1:1/', 'http://[::1', 'https://', 'file:///etc/passwd', 'ftp://x', 'mqtt://127.0.0.1:1', 'mqtt://', 'webcal://x', 'javascript:alert(1)', 'http://a:b@c:d@e/', `http://127.0.0.1:1/${'a'.repeat(9000)}`,
  'Europe/Berlin', 'Mars/Olympus', 'Etc/GMT+14', 'UTC', 'a'.repeat(101), 'a'.repeat(1025), '%'.repeat(300), 'ä'.repeat(5000), 'x'.repeat(LONG), '{{'.repeat(9000), '\u0301'.repeat(20_000), '👍'.repeat(9000),
];

const NUMBERS: readonly number[] = [0, -0, 1, -1, 2, 3, 15, 22, 71, 72, 95, 96, 97, 127, 128, 129, 255, 256, 0.5, -0.5, 1e-300, 1e21, 1e308, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53 - 1, 2 ** 53, -(2 ** 53), -(2 ** 31) - 1, 86_400_000, 8.64e15, 8.64e15 + 1, 65_535, 65_536];

/** Hostile text. */
export const hostileText = (draw: Draw): string => (draw.chance(0.85) ? draw.pick(TEXTS) : draw.pick(TEXTS) + draw.pick(TEXTS));

/** A hostile number, finite as JSON wants it. */
export const hostileNumber = (draw: Draw): number => draw.pick(NUMBERS);

const nested = (depth: number, draw: Draw): unknown => {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = draw.chance(0.5) ? [value] : { a: value };
  return value;
};

// A member called __proto__, as JSON.parse makes it.
const polluting = (): unknown => JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');

/** Any JSON value that no form expects at that place. */
export const hostileValue = (draw: Draw): unknown =>
  draw.pick<() => unknown>([
    () => null,
    () => true,
    () => false,
    () => hostileNumber(draw),
    () => hostileText(draw),
    () => hostileText(draw),
    () => [],
    () => ({}),
    () => draw.list(1, 4, () => hostileText(draw)),
    () => draw.list(1, 30, () => draw.list(1, 30, () => hostileNumber(draw))),
    () => Array.from({ length: 5000 }, () => 0),
    () => nested(draw.integer(2, 3000), draw),
    polluting,
    () => ({ [hostileText(draw)]: hostileText(draw), id: hostileText(draw) }),
  ])();
