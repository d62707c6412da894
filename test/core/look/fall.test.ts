import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fallOf, upperHalfOf } from '../../../src/core/look/fall.ts';

test('a flap begins as the whole upper half and ends as the whole lower half', () => {
  assert.equal(fallOf(0, 68), { isUpper: true, top: 0, height: 34, shade: 0 });
  const { isUpper, top, height, shade } = fallOf(1, 68);
  assert.equal([isUpper, top, height, shade], [false, 34, 34, 0]);
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
