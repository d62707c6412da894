import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Motion } from '../../../src/core/look/motion.ts';

const test = suite('core/look: landings');

const codes = (...values: number[]) => Uint8Array.from(values);

test('as many flaps land as lie between two codes, one after the other', () => {
  const motion = new Motion(codes(0, 0), () => 80);
  motion.aim(codes(5, 0), 1000);
  assert.equal(motion.landingsOf(0, 1000), { first: 80, every: 80, count: 5 });
  assert.is(motion.landingsOf(1, 1000).count, 0);
});

test('on the way those are left that have not landed', () => {
  const motion = new Motion(codes(0), () => 80);
  motion.aim(codes(5), 1000);
  assert.equal(motion.landingsOf(0, 1000 + 2.25 * 80), { first: 60, every: 80, count: 3 });
});

test.run();
