import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { MOTION_TIMES, patternAt } from '../../../hw/motion/motion-settings.ts';
import { Ramp } from '../../../hw/motion/ramp.ts';
import { flapAt, wholeFrom, windowsOf, within } from '../../../hw/motion/reel.ts';
import { WallMotion } from '../../../hw/motion/wall-motion.ts';

/** How motors gather speed and where flaps lie, beside what proven boards do. */
const test = suite('hw/motion: ramp, reel and starts');

/** The pauses of the widespread driver boards, in us: from 100 to 622 steps a second within 200 ms. */
const PROVEN = [
  10_000, 7920, 6800, 6064, 5530, 5119, 4790, 4518, 4288, 4090, 3918, 3766, 3631, 3510, 3400, 3300, 3208, 3123, 3045,
  2973, 2906, 2843, 2783, 2728, 2676, 2626, 2580, 2535, 2493, 2453, 2415, 2379, 2344, 2310, 2278, 2248, 2218, 2190,
  2163, 2137, 2111, 2087, 2063, 2040, 2018, 1997, 1976, 1956, 1937, 1918, 1900, 1882, 1864, 1848, 1831, 1815, 1800,
  1784, 1770, 1755, 1741, 1727, 1714, 1701, 1688, 1675, 1663, 1651, 1639, 1628, 1617, 1606,
];
const PROVEN_SPEEDS = { maxSpeed: 1e6 / 1606, acceleration: 2625 };

test('a motor gathers speed as on the boards that many walls have', () => {
  const ramp = new Ramp(PROVEN_SPEEDS);
  assert.ok(Math.abs(ramp.top - PROVEN.length) <= 1, `${ramp.top} pauses`);
  PROVEN.slice(0, -1).forEach((pause, at) => {
    const ours = ramp.periodAt(at + 1);
    assert.ok(Math.abs(ours - pause) <= 0.005 * pause, `${ours} us instead of ${pause} after ${at + 1} steps`);
  });
  assert.ok(Math.abs(ramp.shortest - 1606) < 0.001);
});

test('a ramp begins with 100 steps a second, ends with the highest speed, and has no pause elsewhere', () => {
  const ramp = new Ramp({ maxSpeed: 600, acceleration: 2600 });
  assert.is(ramp.periodAt(1), 10_000);
  assert.is(ramp.periodAt(ramp.top), 1e6 / 600);
  assert.is(ramp.periodAt(0), Infinity);
  assert.is(ramp.periodAt(ramp.top + 1), Infinity);
  const slow = new Ramp({ maxSpeed: 50, acceleration: 2600 });
  assert.equal([slow.top, slow.shortest, slow.search], [1, 20_000, 1]);
});

test('home is looked for with half the highest speed', () => {
  for (const maxSpeed of [150, 300, 600, 1200]) {
    const ramp = new Ramp({ maxSpeed, acceleration: 2600 });
    assert.ok(ramp.periodAt(ramp.search) <= 2e6 / maxSpeed, `${maxSpeed}`);
    assert.ok(ramp.search === 1 || ramp.periodAt(ramp.search - 1) > 2e6 / maxSpeed, `${maxSpeed}`);
  }
});

test('a motor as slow as a pause goes on from the index of that pause', () => {
  const ramp = new Ramp(PROVEN_SPEEDS);
  for (const [pause, from, index] of [
    [1, 60, 60],
    [4288, 60, 9],
    [4300, 60, 8],
    [4000, 60, 10],
    [4000, 5, 5],
    [10_000, 60, 1],
    [1e6, 60, 1],
  ] as const)
    assert.is(ramp.indexFor(pause - 3, from), index, `${pause} us from ${from}`);
});

test('a pause belongs to its own index', () => {
  const ramp = new Ramp({ maxSpeed: 600, acceleration: 2600 });
  for (let index = 1; index <= ramp.top; index++)
    assert.is(ramp.indexFor(ramp.periodAt(index), ramp.top), index, `${index}`);
});

/** Adds up pauses as a motor makes them: up by one index a step, down in time to stop, none after the last step. */
const summed = (ramp: Ramp, steps: number): number => {
  let [index, sum] = [0, 0];
  for (let left = steps; left > 1; left--) {
    index += Math.sign(Math.min(ramp.top, left - 1) - index);
    sum += ramp.periodAt(index);
  }
  return sum;
};

for (const steps of [0, 1, 2, 3, 4, 5, 17, 100, 143, 144, 145, 146, 147, 500, 2038])
  test(`${steps} steps from rest to rest take as long as their pauses`, () => {
    const ramp = new Ramp(PROVEN_SPEEDS);
    assert.ok(Math.abs(ramp.durationOf(steps) - summed(ramp, steps)) < 0.01, `${ramp.durationOf(steps)}`);
  });

test('two coils are on in each pattern of the forward order, and after four it begins anew', () => {
  assert.equal([0, 1, 2, 3, 4, 7, -1].map(patternAt), [0b1100, 0b0110, 0b0011, 0b1001, 0b1100, 0b1001, 0b1001]);
});

for (const [reel, expected] of [
  [
    { stepsPerTurn: 2048, flaps: 40 },
    { ignoreUntil: 204.8, tolerance: 12.8, missedFrom: 2062.8, giveUpAfter: 2048 * 1.05 + 3 },
  ],
  [
    { stepsPerTurn: 2000, flaps: 100 },
    { ignoreUntil: 200, tolerance: 5, missedFrom: 2007, giveUpAfter: 2063 },
  ],
  [
    { stepsPerTurn: 200, flaps: 40 },
    { ignoreUntil: 20, tolerance: 3, missedFrom: 205, giveUpAfter: 213 },
  ],
] as const)
  test(`the home of ${reel.flaps} flaps in ${reel.stepsPerTurn} steps may come a quarter of a flap from its place`, () => {
    const { ignoreUntil, tolerance, missedFrom, giveUpAfter } = windowsOf(reel);
    const told = [ignoreUntil, tolerance, missedFrom, giveUpAfter];
    Object.values(expected).forEach((value, at) => assert.ok(Math.abs(value - (told[at] ?? 0)) < 1e-9, `${told}`));
  });

test('a reel shows the flap whose place it reached, or was short of by a quarter', () => {
  const reel = { stepsPerTurn: 400, flaps: 40 };
  for (const [steps, flap] of [
    [0, 0],
    [7.4, 0],
    [7.5, 1],
    [10, 1],
    [17.4, 1],
    [397.4, 39],
    [397.5, 0],
    [-2, 0],
    [-3, 39],
    [410, 1],
  ] as const)
    assert.is(flapAt(steps, reel), flap, `${steps} steps`);
  assert.equal(
    [0, 399, 400, -1, -400, 850].map((steps) => within(steps, reel) + 0),
    [0, 399, 0, 399, 0, 50],
  );
});

test('a flap falls at the first whole step that is not before its place', () => {
  assert.equal([0, 0.2, 45.29, 46, 46.0000001].map(wholeFrom), [0, 1, 46, 46, 46]);
});

const wallOf = (modules: number, maxMoving: number): WallMotion =>
  new WallMotion({
    modules,
    reel: { stepsPerTurn: 400, flaps: 40 },
    ramp: new Ramp({ maxSpeed: 600, acceleration: 2600 }),
    times: MOTION_TIMES,
    hold: false,
    openLoop: false,
    maxMoving,
  });

test('motors start 25 ms after each other, with their coils on for 200 ms before and 150 ms after', () => {
  const wall = wallOf(3, Infinity);
  for (const module of wall.modules) module.jog(2);
  wall.told();
  const changed: [number, string][] = [];
  let before = '0,0,0';
  while (wall.due < Infinity) {
    const now = wall.due;
    wall.tick(now);
    const on = wall.coils.join();
    if (on !== before) changed.push([now / 1000, on]);
    before = on;
  }
  // Two steps are 10 ms apart, the pause of a motor that begins.
  assert.equal(changed, [
    [0, '12,0,0'],
    [25, '12,12,0'],
    [50, '12,12,12'],
    [200, '6,12,12'],
    [210, '3,12,12'],
    [225, '3,6,12'],
    [235, '3,3,12'],
    [250, '3,3,6'],
    [260, '3,3,3'],
    [360, '0,3,3'],
    [385, '0,0,3'],
    [410, '0,0,0'],
  ]);
});

test('of more modules than may turn, those start next that were told first', () => {
  const wall = wallOf(3, 1);
  const [first, second, third] = wall.modules;
  third?.jog(2);
  wall.told();
  first?.jog(2);
  wall.told();
  second?.jog(2);
  wall.told();
  const order: number[] = [];
  while (wall.due < Infinity) {
    wall.tick(wall.due);
    wall.coils.forEach((pattern, at) => pattern !== 0 && !order.includes(at) && order.push(at));
    assert.ok(wall.coils.filter((pattern) => pattern !== 0).length <= 1);
  }
  assert.equal(order, [2, 0, 1]);
});

test.run();
