import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createRandom, orderOfRound, permutation, seedOf } from '../../src/core/random.ts';

const test = suite('random');

test('one seed, one sequence', () => {
  const [a, b, c] = [createRandom(1), createRandom(1), createRandom(2)];
  const first = Array.from({ length: 20 }, a);
  assert.equal(Array.from({ length: 20 }, b), first);
  assert.not.equal(Array.from({ length: 20 }, c), first);
});
test('the numbers of a seed stay the same for ever', () => {
  const drawn = [0, 1, 0xffffffff].map((seed) => {
    const random = createRandom(seed);
    return Array.from({ length: 4 }, () => Math.floor(random() * 1e6));
  });
  assert.equal(drawn, [
    [266_429, 329, 223_272, 146_202],
    [627_073, 2735, 527_447, 981_050],
    [896_422, 189_478, 715_652, 944_059],
  ]);
  assert.equal(permutation(8, createRandom(5)), [4, 2, 6, 0, 3, 1, 7, 5]);
  assert.equal(
    [0, 1, 2].map((length) => orderOfRound(length, 1, createRandom).join()),
    ['', '0', '0,1'],
  );
});
test('numbers are between 0 and 1 and evenly distributed', () => {
  const random = createRandom(42);
  const counts = new Array<number>(10).fill(0);
  for (let draw = 0; draw < 10_000; draw++) {
    const value = random();
    assert.ok(value >= 0 && value < 1);
    const bin = Math.floor(value * 10);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  for (const count of counts) assert.ok(count > 850 && count < 1150, counts.join());
});
test('a permutation holds each number once', () => {
  for (const length of [0, 1, 2, 7, 100]) {
    assert.equal(
      permutation(length, createRandom(length)).sort((a, b) => a - b),
      Array.from({ length }, (_, index) => index),
    );
  }
});
test('each order of three is about as likely', () => {
  const random = createRandom(3);
  const counts = new Map<string, number>();
  for (let draw = 0; draw < 6000; draw++) {
    const order = permutation(3, random).join('');
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  assert.is(counts.size, 6);
  for (const count of counts.values()) assert.ok(count > 850 && count < 1150);
});
for (const [text, seed] of [
  ['', 0x811c9dc5],
  ['a', 0xe40c292c],
  ['foobar', 0xbf9cf968],
] as const) {
  test(`the seed of "${text}" is known`, () => assert.is(seedOf(text), seed));
}

test.run();
