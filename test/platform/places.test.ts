import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isElsewhere } from '../../src/platform/places.ts';
import type { JsonObject } from '../../src/schema/common.ts';

const test = suite('platform/places');

/** Settings before and after, to which depth, and whether the latter lead elsewhere. */
const table: readonly [string, JsonObject, JsonObject, number, boolean][] = [
  ['nothing changes', { url: 'http://a/', host: 'a' }, { url: 'http://a/', host: 'a' }, Infinity, false],
  ['another path of a server', { url: 'http://a/x' }, { url: 'http://a:80/y' }, Infinity, false],
  ['another server', { url: 'http://a/' }, { url: 'http://b/' }, Infinity, true],
  ['another port of a server', { url: 'http://a/' }, { url: 'http://a:81/' }, Infinity, true],
  ['an address under any name', { text: 'http://a/' }, { text: 'http://b/' }, Infinity, true],
  ['a first address', {}, { text: 'http://a/' }, Infinity, true],
  ['an address that goes', { url: 'http://a/' }, {}, Infinity, false],
  ['an address under another name', { one: 'http://a/' }, { other: 'http://a/' }, Infinity, true],
  ['a host', { host: 'a' }, { host: 'b' }, Infinity, true],
  ['a host in other letters', { host: 'a' }, { host: ' A ' }, Infinity, false],
  ['a host with a word before', { mqtt_host: 'a' }, { mqtt_host: 'b' }, Infinity, true],
  ['a name that only ends like one', { ghost: 'a' }, { ghost: 'b' }, Infinity, false],
  ['a host that is none', { host: 'a' }, { host: 'no host' }, Infinity, false],
  ['a port', { port: 1 }, { port: 2 }, Infinity, true],
  ['the same port', { port: 1 }, { port: 1 }, Infinity, false],
  ['a number that is no port', { count: 1 }, { count: 2 }, Infinity, false],
  ['encryption', { tls: true }, { tls: false }, Infinity, true],
  ['a switch that is none', { bold: true }, { bold: false }, Infinity, false],
  ['nothing at a place', { host: 'a' }, { host: null }, Infinity, false],
  ['a host inside', { a: { host: 'a' } }, { a: { host: 'b' } }, Infinity, true],
  ['a host inside, to a depth', { a: { host: 'a' } }, { a: { host: 'b' } }, 1, true],
  ['a host deeper than that', { a: { host: 'a' } }, { a: { host: 'b' } }, 0, false],
  ['a host of its own, to no depth', { host: 'a' }, { host: 'b' }, 0, true],
  ['the same host at another place', { a: { host: 'a' } }, { b: { host: 'a' } }, Infinity, true],
  ['a list in another order', { hosts: ['http://a/', 'http://b/'] }, { hosts: ['http://b/', 'http://a/'] }, 0, false],
  ['a list with another', { hosts: ['http://a/'] }, { hosts: ['http://a/', 'http://b/'] }, 0, true],
  ['a list of objects', { list: [{ host: 'a' }] }, { list: [{ host: 'b' }] }, 1, true],
];
for (const [name, before, after, depth, moved] of table)
  test(`${name}: ${moved ? 'elsewhere' : 'nowhere else'}`, () => assert.is(isElsewhere(before, after, depth), moved));

test('without a depth all is looked at', () =>
  assert.is(isElsewhere({}, { a: { b: { c: { url: 'http://a/' } } } }), true));

test.run();
