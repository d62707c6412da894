import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { DEPTHS, formatOf } from '../../../hw/screen/pixel-format.ts';

const test = suite('hw/screen/pixel-format');

const COLORS: readonly (readonly [bits: 16 | 32, isSwapped: boolean, rgb: number, pixel: number])[] = [
  [32, false, 0x123456, 0xff123456],
  [32, true, 0x123457, 0xff573412],
  [32, true, 0x808080, 0xff808080],
  [16, false, 0xff0000, 0xf800],
  [16, false, 0x00ff00, 0x07e0],
  [16, false, 0x0000ff, 0x001f],
  [16, true, 0xff0000, 0x001f],
  [16, false, 0x1a1a1b, 0x18c3],
  [16, false, 0x070320, 0x0004],
];

for (const [bits, isSwapped, rgb, pixel] of COLORS)
  test(`${bits} bits${isSwapped ? ', swapped' : ''}: ${rgb.toString(16)}`, () => {
    assert.is(formatOf(bits, isSwapped).encode(rgb), pixel);
  });

test('full light changes nothing, none is black', () => {
  for (const bits of [16, 32]) {
    const { encode, dim } = formatOf(bits, false);
    for (const rgb of [0xffffff, 0x123456, 0xda291c, 0x000001]) {
      assert.is(dim(encode(rgb), 32) >>> 0, encode(rgb));
      assert.is(dim(encode(rgb), 0) >>> 0, encode(0));
    }
  }
});

test('a pixel has its bytes, and memory as many pixels', () => {
  assert.equal(DEPTHS, [16, 32]);
  for (const bits of DEPTHS) {
    const { bytes, view } = formatOf(bits, false);
    const { BYTES_PER_ELEMENT, byteOffset, length } = view(new ArrayBuffer(64), 8, 3);
    assert.equal([bytes, BYTES_PER_ELEMENT, byteOffset, length], [bits / 8, bits / 8, 8, 3]);
  }
});

test('half the light halves each part by itself', () => {
  assert.is(formatOf(32, false).dim(0xff804020, 16) >>> 0, 0xff402010);
  assert.is(formatOf(32, false).dim(0xff03ff05, 31) >>> 0, 0xff02f704);
  assert.is(formatOf(16, false).dim((16 << 11) | (32 << 5) | 8, 16), (8 << 11) | (16 << 5) | 4);
});

test.run();
