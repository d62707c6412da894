import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readFeedDate } from '../../src/documents/feed/feed-date.ts';
import { readFeedText, type TextKind } from '../../src/documents/feed/feed-text.ts';
import { stepsOf } from '../../src/core/path-steps.ts';
import { valueAt } from '../../src/documents/json/json-path.ts';
import { charsetOf, decodeText, toUtf8, xmlEncodingOf } from '../../src/documents/text-decoding.ts';

const test = suite('documents: words, dates, paths and encodings');

const HOURS_AHEAD: Readonly<Record<string, number>> = {
  GMT: 0,
  UTC: 0,
  UT: 0,
  Z: 0,
  XYZ: 0,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  AKST: -9,
  AKDT: -8,
  HST: -10,
  AST: -4,
  ADT: -3,
  NST: -3.5,
  NDT: -2.5,
  BRT: -3,
  WET: 0,
  WEST: 1,
  BST: 1,
  CET: 1,
  MEZ: 1,
  CEST: 2,
  MESZ: 2,
  SAST: 2,
  EET: 2,
  EEST: 3,
  MSK: 3,
  IST: 5.5,
  PKT: 5,
  HKT: 8,
  SGT: 8,
  AWST: 8,
  JST: 9,
  KST: 9,
  ACST: 9.5,
  ACDT: 10.5,
  AEST: 10,
  AEDT: 11,
  NZST: 12,
  NZDT: 13,
  '+0200': 2,
  '-0330': -3.5,
  '+02': 2,
  'GMT+1': 1,
  'UTC-05:00': -5,
};
for (const [zone, hours] of Object.entries(HOURS_AHEAD))
  test(`noon in the zone ${zone}`, () =>
    assert.is(
      readFeedDate(`Fri, 20 Nov 2026 12:00:00 ${zone}`),
      new Date(Date.UTC(2026, 10, 20, 12) - hours * 3_600_000).toISOString(),
    ));

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
for (const [at, month] of MONTHS.entries())
  test(`the month ${month} in every order`, () => {
    const wanted = new Date(Date.UTC(2026, at, 5, 14, 7)).toISOString();
    for (const text of [
      `5 ${month} 2026 14:07`,
      `Mon, 05 ${month}uary 2026 14:07:00 GMT`,
      `5-${month}-26 14:07`,
      `${month}. 5, 2026 2:07 PM`,
      `${month} 5 2026 at 14:07`,
      `Thu ${month} 5 14:07:00 2026`,
      `Thu ${month} 5 15:07:00 CET 2026`,
      `2026-${at + 1}-05T14:07Z`,
      `2026-${String(at + 1).padStart(2, '0')}-05 16:07:00.250 +02:00`,
    ])
      assert.is(readFeedDate(text), wanted, text);
  });

const DATES: [text: string, read: string | null][] = [
  ['2026-11', '2026-11-01T00:00'],
  ['2026-11-20', '2026-11-20T00:00'],
  ['20 Nov 2026', '2026-11-20T00:00'],
  ['20 Nov 69', '2069-11-20T00:00'],
  ['20 Nov 70', '1970-11-20T00:00'],
  ['20 Nov 100', '0100-11-20T00:00'],
  ['20 Nov 2026 12:07 AM', '2026-11-20T00:07'],
  ['20 Nov 2026 12:07 p.m.', '2026-11-20T12:07'],
  ['20 Nov 2026 11:07 pm', '2026-11-20T23:07'],
  ['20 Nov 2026 (a Friday) 10:00', '2026-11-20T10:00'],
  ['  20\n Nov   2026 ', '2026-11-20T00:00'],
  [`20 Nov 2026${' '.repeat(89)}10:00`, '2026-11-20T00:00'],
  ['2026-13-01', null],
  ['2026-00-01', null],
  ['2026-11-00', null],
  ['2026-11-32', null],
  ['20 Nov 2026 10:60', null],
  ['20 Foo 2026', null],
  ['soon', null],
  ['', null],
];
for (const [text, read] of DATES)
  test(`the date "${text.trim()}"`, () => assert.is(readFeedDate(text)?.slice(0, 16) ?? null, read));

const TEXTS: [kind: TextKind, text: string, read: string][] = [
  ['text', 'a &amp; <b>b</b>', 'a &amp; <b>b</b>'],
  ['text', '5&nbsp;&euro; &lt;b&gt;', '5 € &lt;b&gt;'],
  ['text', 'a<script>x</script>b', 'a b'],
  ['markup', 'a &amp; b&lt;', 'a & b<'],
  ['markup', 'a<style>x</style >b', 'a b'],
  ['html', '<p>one</p><p>two</p>', 'one two'],
  ['html', 'a<br/>b<BR>c<i>d</i>e', 'a b cde'],
  ['html', '<ul><li>a</li><li>b</li></ul><h2>c</h2>d<hr>e', 'a b c d e'],
  ['html', 'x<td>a</td><tr>b</tr><div>c</div><ol>d</ol><blockquote>e', 'x a b c d e'],
  ['html', '1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
  ['html', 'a <b is <i>c</i>', 'a <b is c'],
  ['html', 'a<!-- > b -->c', 'ac'],
  ['html', 'a<!-- b', 'a'],
  ['html', 'a<!doctype x>b<?php y?>c', 'abc'],
  ['html', 'a<script>if (1 < 2) { }</SCRIPT>b', 'ab'],
  ['html', 'a<style>b', 'a'],
  ['html', 'a</b', 'a</b'],
  ['html', '&amp;lt;b&amp;gt;', '&lt;b&gt;'],
  ['lenient', '&amp;lt;b&amp;gt;', '<b>'],
  ['lenient', 'a &amp; b', 'a & b'],
  ['lenient', '&amp;#228;&amp;#xe4;', 'ää'],
  ['html', 'a\u0007b\u200bc\u00add\u2028e\ufefff', 'a bcd ef'],
  ['html', ' a \n\t b ', 'a b'],
];
for (const [kind, text, read] of TEXTS)
  test(`${kind}: ${JSON.stringify(text)}`, () => assert.is(readFeedText(text, kind), read));

test('a path is taken apart, and leads to a value', () => {
  assert.equal(stepsOf('$.a["b c"][\'d\'][-1].e'), ['a', 'b c', 'd', '-1', 'e']);
  assert.equal(stepsOf(''), []);
  const value = { a: [1, { b: 'x' }, 3], length: 'own', n: null };
  const at = (path: string) => valueAt(value, path);
  assert.equal([at(' $.a[0] '), at('a[-1]'), at('a.1.b'), at('a.length'), at('length')], [1, 3, 'x', 3, 'own']);
  assert.equal([at('a.x'), at('a[9]'), at('n.x'), at('toString'), at('a[0].x')], Array(5).fill(undefined));
  assert.is(at(''), value);
});

test('what a type and a declaration say of the character set', () => {
  assert.is(charsetOf('text/html; charset=ISO-8859-1'), 'ISO-8859-1');
  assert.is(charsetOf('text/html; CHARSET = "utf-8"'), 'utf-8');
  assert.is(charsetOf('text/html'), null);
  const xml = (text: string) => xmlEncodingOf(Buffer.from(text));
  assert.is(xml('<?xml version="1.0" encoding="iso-8859-15"?><a/>'), 'iso-8859-15');
  assert.is(xml(" <?XML encoding = 'x'?>"), 'x');
  assert.is(xml('<a encoding="x"/>'), null);
  assert.is(xml(`<?xml ${' '.repeat(200)}encoding="x"?>`), null);
});

const bytes = (...all: number[]) => Uint8Array.from(all);
const utf16 = (text: string, isBig: boolean) => {
  const little = Buffer.from(text, 'utf16le');
  return isBig ? little.swap16() : little;
};
test('the byte order mark of a text decides, and a zero where UTF-16 has one', () => {
  assert.is(decodeText(bytes(0xef, 0xbb, 0xbf, 0x61), ['utf-16le']), 'a');
  assert.is(decodeText(Buffer.concat([bytes(0xff, 0xfe), utf16('aü', false)]), []), 'aü');
  assert.is(decodeText(Buffer.concat([bytes(0xfe, 0xff), utf16('aü', true)]), []), 'aü');
  assert.is(decodeText(utf16('aü', false), []), 'aü');
  assert.is(decodeText(utf16('aü', true), []), 'aü');
  assert.is(decodeText(bytes(), []), '');
  assert.is(decodeText(bytes(0), []), '\0');
  assert.is(decodeText(bytes(0xef, 0xbb, 0x41), ['iso-8859-1']), 'ï»A');
  assert.is(decodeText(bytes(0xff, 0x41), ['iso-8859-1']), 'ÿA');
});
test('UTF-8 goes before what is declared, and that before what letters look like', () => {
  assert.is(decodeText(Buffer.from('ü'), ['iso-8859-1']), 'ü');
  assert.is(decodeText(bytes(0xe4), [null, 'koi8-r']), 'Д');
  assert.is(decodeText(bytes(0xe4), ['nothing', 'koi8-r']), 'Д');
  assert.is(decodeText(bytes(0x80, 0x20, 0xe4), ['windows-1252']), '€ ä');
  assert.is(decodeText(Buffer.concat([Buffer.from('äöü'), bytes(0xff)]), ['utf-8']), 'äöü\ufffd');
  assert.is(decodeText(bytes(0xe4, 0xf6, 0xfc), ['utf-8']), 'äöü');
  assert.is(decodeText(Buffer.concat([Buffer.from('äö'), bytes(0xff)]), ['utf-8']), 'äö\ufffd');
  assert.is.not(decodeText(Buffer.concat([Buffer.from('ä'), bytes(0xff)]), ['utf-8']), 'ä\ufffd');
  assert.is(decodeText(bytes(0x1b, 0x24, 0x42, 0x46, 0x7c, 0x1b, 0x28, 0x42), ['iso-2022-jp']), '日');
  assert.is(decodeText(bytes(0x1b, 0x24, 0x42, 0x46, 0x7c, 0x1b, 0x28, 0x42, 0xff), ['iso-2022-jp']), '日\ufffd');
  assert.is(decodeText(Buffer.from('a'), ['utf-7']), 'a');
});
test('bytes are made UTF-8 where they are not, and western ones stay as they are', () => {
  const western = bytes(0xe4);
  for (const declared of [null, 'utf-8', 'latin1', 'ISO-8859-1', 'windows-1252', 'cp1252'])
    assert.is(toUtf8(western, declared), western);
  assert.equal([...toUtf8(western, 'koi8-r')], [...Buffer.from('Д')]);
  assert.equal([...toUtf8(bytes(0xef, 0xbb, 0xbf, 0x61), null)], [0x61]);
  assert.equal([...toUtf8(bytes(0xff, 0xfe, 0xe4, 0), 'utf-8')], [...Buffer.from('ä')]);
});

test.run();
