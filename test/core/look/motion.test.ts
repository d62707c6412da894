import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Motion } from '../../../src/core/look/motion.ts';
import { REEL, flapsBetween, placeOf } from '../../../src/core/look/reel.ts';

const test = suite('core/look: motion');

const codes = (...values: number[]) => Uint8Array.from(values);
const still = (code: number) => ({ from: code, to: code, phase: 0 });

test('a reel has every flap once, blank first, and turns forward only', () => {
  assert.is(REEL[0], 0);
  assert.is(placeOf(43), 0);
  assert.is(placeOf(255), 0);
  assert.is(REEL[placeOf(71)], 71);
  assert.is(flapsBetween(3, 3), 0);
  assert.is(flapsBetween(3, 5), 2);
  assert.is(flapsBetween(5, 3), REEL.length - 2);
});

test('a cell goes through the flaps between two codes, and is at rest behind the last', () => {
  const motion = new Motion(codes(1, 7), () => 80);
  assert.is(motion.moving.size, 0);
  motion.aim(codes(3, 7), 1000);
  assert.equal([...motion.moving], [0]);
  assert.equal([motion.target(0), motion.target(1)], [3, 7]);
  assert.equal(motion.turnAt(0, 1000), { from: 1, to: 2, phase: 0 });
  assert.equal(motion.turnAt(0, 1020), { from: 1, to: 2, phase: 0.25 });
  assert.equal(motion.turnAt(0, 1080), { from: 2, to: 3, phase: 0 });
  assert.equal(motion.turnAt(0, 900), { from: 1, to: 2, phase: 0 });
  assert.is(motion.moving.size, 1);
  assert.equal(motion.turnAt(0, 1160), still(3));
  assert.is(motion.moving.size, 0);
  assert.equal(motion.turnAt(0, 9000), still(3));
  assert.equal(motion.turnAt(1, 1020), still(7));
});

test('behind the last flap of the reel comes the first', () => {
  const motion = new Motion(codes(71), () => 80);
  motion.aim(codes(1), 0);
  assert.equal(motion.turnAt(0, 40), { from: 71, to: 0, phase: 0.5 });
  assert.equal(motion.turnAt(0, 80), { from: 0, to: 1, phase: 0 });
});

test('a flap that is falling lands first when the cell is aimed anew', () => {
  const motion = new Motion(codes(1), () => 80);
  motion.aim(codes(9), 1000);
  motion.aim(codes(3), 1100);
  assert.equal(motion.turnAt(0, 1100), { from: 2, to: 3, phase: 0.25 });
  assert.equal(motion.turnAt(0, 1160), still(3));
});

test('a cell whose old code falls away turns once around to come back to it', () => {
  const motion = new Motion(codes(1), () => 80);
  motion.aim(codes(5), 1000);
  motion.aim(codes(1), 1020);
  assert.is(motion.target(0), 1);
  assert.is(motion.landingsOf(0, 1020).count, REEL.length);
});

test('a cell that is aimed at where it rests does not move any more', () => {
  const motion = new Motion(codes(1), () => 80);
  motion.aim(codes(2), 1000);
  motion.aim(codes(2), 1080);
  assert.is(motion.moving.size, 0);
});

test('no way takes longer than five seconds', () => {
  const motion = new Motion(codes(0), () => 1000);
  motion.aim(codes(10), 0);
  assert.is(motion.landingsOf(0, 0).every, 500);
  assert.equal(motion.turnAt(0, 5000), still(10));
});

test('settling puts every cell where it was aimed at', () => {
  const motion = new Motion(codes(1, 1), () => 80);
  motion.aim(codes(5, 6), 1000);
  motion.settle();
  assert.is(motion.moving.size, 0);
  assert.equal([motion.turnAt(0, 1000), motion.turnAt(1, 1000)], [still(5), still(6)]);
});

test.run();
