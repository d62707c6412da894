import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FrameSplitter, decodeFrame, encodeFrame } from '../../../../hw/panel/chainlink/frames.ts';

const test = suite('chainlink/frames');

const lengthsOf = (...chunks: readonly Uint8Array[]): number[] => {
  const lengths: number[] = [];
  const splitter = new FrameSplitter((frame) => lengths.push(frame.length));
  for (const chunk of chunks) splitter.push(chunk);
  return lengths;
};

const bytes = (length: number): Uint8Array => new Uint8Array(length).fill(1);
const END = Uint8Array.of(0);

for (const [name, chunks, expected] of [
  ['bytes between two zeros are a frame', [Uint8Array.of(1, 1, 0, 1, 0, 0)], [2, 1, 0]],
  ['a frame may come in chunks', [bytes(3), bytes(2), END], [5]],
  ['a frame of 9000 bytes is kept', [bytes(9000), END], [9000]],
  ['of more without an end all is dropped', [bytes(9001), END], [0]],
  ['after what was dropped the next frame is read', [bytes(9000), bytes(1), END, bytes(4), END], [0, 4]],
] as const)
  test(name, () => assert.equal(lengthsOf(...chunks), [...expected]));

test('a frame that is whole is its message; one without a message, or damaged, is none', () => {
  const whole = encodeFrame(Uint8Array.of(7)).subarray(0, -1);
  assert.equal([...(decodeFrame(whole) ?? [])], [7]);
  assert.is(decodeFrame(encodeFrame(new Uint8Array()).subarray(0, -1)), null);
  assert.is(decodeFrame(new Uint8Array()), null);
  assert.is(decodeFrame(whole.map((byte, at) => (at === whole.length - 1 ? byte ^ 1 : byte))), null);
});

test.run();
