import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mix, rgbOf } from '../../src/picture/color.ts';

const test = suite('picture/color');

test('a colour has its three channels in their order', () => {
  assert.is(rgbOf('#0a0b0c'), 0x0a0b0c);
  assert.is(rgbOf('#fedcba'), 0xfedcba);
});

const mixtures: [under: number, over: number, opacity: number, mixed: number][] = [
  [0x102030, 0xfedcba, 0, 0x102030],
  [0x102030, 0xfedcba, 1, 0xfedcba],
  [0x000000, 0xffffff, 0.5, 0x808080],
  [0xffffff, 0x000000, 0.25, 0xbfbfbf],
  [0x400000, 0x800000, 0.5, 0x600000],
  [0x004000, 0x008000, 0.5, 0x006000],
  [0x000040, 0x000080, 0.5, 0x000060],
];
for (const [under, over, opacity, mixed] of mixtures)
  test(`${over.toString(16)} over ${under.toString(16)} at ${opacity}`, () =>
    assert.is(mix(under, over, opacity).toString(16), mixed.toString(16)));

test.run();
