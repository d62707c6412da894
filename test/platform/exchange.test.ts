import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readBody } from '../../src/platform/network/exchange.ts';

const test = suite('platform/exchange');

const answerOf = (pieces: readonly Buffer[], headers: Record<string, string> = {}): IncomingMessage =>
  Object.assign(Readable.from(pieces), { headers }) as unknown as IncomingMessage;

type Outcome = readonly [said: string, taken: number, atMost: number, takes: number];

/** What is read of an answer, or why not; the bytes taken of the room then and at most, and how often some were. */
const read = async (answer: IncomingMessage, most: number): Promise<Outcome> => {
  let [taken, atMost, takes, watching] = [0, 0, 0, 0];
  const room = {
    watch: () => {
      watching++;
      return () => watching--;
    },
    take: (bytes: number) => {
      takes++;
      taken += bytes;
      atMost = Math.max(atMost, taken);
    },
  };
  const said = await readBody(answer, most, room).then(
    (body) => `${body.length} bytes`,
    (error: Error) => error.message,
  );
  assert.is(watching, 0);
  return [said, taken, atMost, takes];
};

const pieces = (count: number): Buffer[] => Array.from({ length: count }, () => Buffer.alloc(1024));
const REFUSED = 'the answer is larger than 64 KiB';
const MOST = 64 * 1024;

test('a body may have as many bytes as its bound, in however many pieces', async () => {
  assert.equal((await read(answerOf(pieces(64)), MOST)).slice(0, 2), ['65536 bytes', MOST]);
  assert.equal((await read(answerOf([...pieces(64), Buffer.of(1)]), MOST)).slice(0, 2), [REFUSED, 0]);
  assert.equal((await read(answerOf([Buffer.alloc(MOST + 1)]), MOST)).slice(0, 2), [REFUSED, 0]);
});

test('a body that comes in small pieces moves to a larger place a few times only', async () => {
  const [said, , , takes] = await read(answerOf(pieces(64)), MOST);
  assert.is(said, '65536 bytes');
  assert.ok(takes < 10, `${takes} times`);
});

test('the bytes of a body stay taken, and no others', async () => {
  for (const count of [0, 1, 37]) {
    const [said, taken] = await read(answerOf(pieces(count)), MOST);
    assert.equal([said, taken], [`${count * 1024} bytes`, count * 1024]);
  }
});

test('what is unpacked counts, and no more is taken meanwhile than twice of that', async () => {
  const packed = (bytes: number) => answerOf([gzipSync(Buffer.alloc(bytes))], { 'content-encoding': 'gzip' });
  const [said, taken, atMost] = await read(packed(MOST), MOST);
  assert.equal([said, taken], ['65536 bytes', MOST]);
  assert.ok(atMost <= 2 * MOST, `${atMost} bytes`);
  assert.equal((await read(packed(MOST + 1), MOST)).slice(0, 2), [REFUSED, 0]);
});

test.run();
