import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readUtf8 } from '../../src/platform/utf8.ts';

const test = suite('platform/utf8');

const strict = new TextDecoder('utf-8', { fatal: true });
const decode = (read: () => string): string | null => {
  try {
    return read();
  } catch {
    return null;
  }
};

const CASES: readonly (readonly number[])[] = [
  [],
  [0x41],
  [0xef, 0xbb, 0xbf],
  [0xef, 0xbb, 0xbf, 0x7b],
  [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf],
  [0xef, 0xbb],
  [0xc3, 0xa4],
  [0xc3],
  [0xc0, 0x80],
  [0xe2, 0x9d, 0xa4],
  [0xed, 0xa0, 0x80],
  [0xf0, 0x9f, 0x98, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xff, 0xfe, 0x41, 0x00],
];

for (const bytes of CASES) {
  test(`reads ${bytes.map((byte) => byte.toString(16)).join(' ') || 'nothing'} as a strict decoder does`, () => {
    // A piece of a larger buffer, as bodies come.
    const piece = new Uint8Array([0x80, ...bytes, 0x80]).subarray(1, bytes.length + 1);
    assert.is(
      decode(() => readUtf8(piece)),
      decode(() => strict.decode(piece)),
    );
  });
}

test.run();
