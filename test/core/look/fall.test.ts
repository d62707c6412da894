import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fallOf, upperHalfOf } from '../../../src/core/look/fall.ts';

test('a flap begins as the whole upper half and ends as the whole lower half', () => {
  assert.equal(fallOf(0, 68), { isUpper: true, top: 0, height: 34, shade: 0 });
  const { isUpper, top, height, shade } = fallOf(1, 68);
  assert.equal([isUpper, top, height, shade], [false, 34, 34, 0]);
});

for (const [phase, height, isUpper, top, tall, shade] of [
  [1 / 3, 91, true, 23, 23, 0.25],
  [0.499, 91, true, 45.9, 0.1, 0.5],
  [2 / 3, 91, false, 46, 22.5, 0.25],
] as const)
  test(`a flap of ${height} pixels with ${phase} of its way done`, () => {
    const fall = fallOf(phase, height);
    assert.is(fall.isUpper, isUpper);
    for (const [made, expected] of [
      [fall.top, top],
      [fall.height, tall],
      [fall.shade, shade],
    ] as const)
      assert.ok(Math.abs(made - expected) < 0.05, `${made} is not ${expected}`);
  });

test('a falling flap stays within its half, and its edge never jumps by more than the way of one step', () => {
  for (const tall of [7, 24, 103])
    for (let phase = 0; phase <= 1; phase += 0.01) {
      const { isUpper, top, height, shade } = fallOf(phase, tall);
      const half = upperHalfOf(tall);
      assert.ok(height >= 0 && shade >= 0 && shade <= 0.5);
      if (isUpper) assert.ok(top >= 0 && Math.abs(top + height - half) < 1e-9);
      else assert.ok(top === half && top + height <= tall);
    }
});

test.run();
