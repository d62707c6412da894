import { generate } from 'mqtt-packet';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PacketLimit } from '../../src/platform/network/packet-limit.ts';

const test = suite('platform/packet-limit');

const message = (topic: string, length: number): Buffer =>
  generate({ cmd: 'publish', topic, payload: Buffer.alloc(length, 'x'), qos: 0, dup: false, retain: false });
const ping = generate({ cmd: 'pingresp' });

/** What comes through of bytes that were written in pieces of one length, and what is told of the others. */
const passed = (bytes: Buffer, piece: number, largest?: number) => {
  const skipped: string[] = [];
  const parts: Buffer[] = [];
  const limit = new PacketLimit((count, topic) => skipped.push(`${count} ${topic}`), largest);
  limit.on('data', (part: Buffer) => parts.push(part));
  for (let at = 0; at < bytes.length; at += piece) limit.write(bytes.subarray(at, at + piece));
  return { bytes: Buffer.concat(parts).toString('hex'), skipped };
};

const hex = (...parts: Buffer[]): string => Buffer.concat(parts).toString('hex');
const long = 'a'.repeat(600);
/** An acknowledgement of 130 bytes, which is no message. */
const other = Buffer.concat([Buffer.of(0x90, 0x82, 0x01), Buffer.alloc(130)]);
const endless = Buffer.of(0x30, 0xff, 0xff, 0xff, 0xff, 1, 2, 3);

const table: readonly [string, readonly Buffer[], readonly Buffer[], readonly string[]][] = [
  ['as large as may be', [message('a', 97), ping], [message('a', 97), ping], []],
  ['one byte more', [message('a', 98), ping], [ping], ['101 a']],
  ['empty ones', [ping, ping, message('a', 0)], [ping, ping, message('a', 0)], []],
  [
    'a length of several digits',
    [message('abc', 20_000), ping, message('b', 1)],
    [ping, message('b', 1)],
    ['20005 abc'],
  ],
  ['several in a row', [message('a', 200), message('b', 300), ping], [ping], ['203 a', '303 b']],
  ['no message', [other, ping], [ping], ['130 null']],
  ['a topic longer than is told', [message(long, 1), ping], [ping], [`603 ${'a'.repeat(510)}`]],
  ['a length that never ends', [ping, endless, message('a', 200)], [ping, endless, message('a', 200)], []],
];
for (const [name, given, through, told] of table)
  for (const piece of [1, 2, 3, 7, 1000, 1_000_000])
    test(`${name}, in pieces of ${piece}`, () => {
      const { bytes, skipped } = passed(Buffer.concat(given), piece, 100);
      assert.equal([bytes, skipped], [hex(...through), [...told]]);
    });

test('unless it is said otherwise 256 KiB pass', () => {
  const most = 256 * 1024;
  assert.equal(passed(message('a', most - 3), most).skipped, []);
  assert.equal(passed(message('a', most - 2), most).skipped, [`${most + 1} a`]);
});

test('what passes is handed on at once, in one piece for a piece', () => {
  const parts: number[] = [];
  const limit = new PacketLimit();
  limit.on('data', (part: Buffer) => parts.push(part.length));
  const bytes = message('a', 1000);
  limit.write(bytes.subarray(0, 500));
  assert.equal(parts, [500]);
  limit.write(Buffer.concat([bytes.subarray(500), ping]));
  assert.equal(parts, [500, bytes.length - 498]);
});

test.run();
