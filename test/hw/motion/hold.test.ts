import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { MODES, MOTION_TIMES } from '../../../hw/motion/motion-settings.ts';
import { Ramp } from '../../../hw/motion/ramp.ts';
import { WallMotion } from '../../../hw/motion/wall-motion.ts';

const test = suite('coils that are kept on at rest');

/** A wall that holds, stepped by its own times; `run` goes on for so many seconds. */
const wallOf = (maxMoving: number) => {
  const wall = new WallMotion({
    modules: 4,
    reel: { stepsPerTurn: 400, flaps: 40 },
    ramp: new Ramp({ maxSpeed: 600, acceleration: 2600 }),
    times: MOTION_TIMES,
    hold: true,
    openLoop: false,
    maxMoving,
  });
  let now = 0;
  let mostOn = 0;
  const on = (): number => wall.modules.filter(({ coils }) => coils !== 0).length;
  const run = (seconds: number): void => {
    const end = now + seconds * 1_000_000;
    while (wall.due <= end) {
      now = Math.max(now, wall.due);
      wall.tick(now);
      mostOn = Math.max(mostOn, on());
    }
    now = end;
  };
  const jog = (): void => {
    for (const module of wall.modules) module.jog(20);
    wall.told();
  };
  const halt = (): void => {
    wall.halt(now);
    wall.tick(now);
  };
  return { wall, run, jog, halt, on, mostOn: () => mostOn };
};

test('they stay on at rest, and for ten minutes only', () => {
  const { jog, run, on, wall } = wallOf(Infinity);
  jog();
  run(60);
  assert.ok(wall.isAtRest);
  assert.is(on(), 4);
  run(600);
  assert.is(on(), 0);
  assert.is(wall.due, Infinity);
});

test('never more are on than may turn at once', () => {
  const { jog, run, on, mostOn } = wallOf(2);
  jog();
  run(60);
  assert.is(on(), 2);
  jog();
  run(60);
  assert.is(mostOn(), 2);
});

test('a pause switches them off: those at rest at once, those that turn when they have come to rest', () => {
  const { jog, run, halt, on } = wallOf(Infinity);
  jog();
  run(60);
  halt();
  assert.is(on(), 0);
  jog();
  run(0.25);
  assert.ok(on() > 0);
  halt();
  run(1);
  assert.is(on(), 0);
  jog();
  run(60);
  assert.is(on(), 4, 'and the next movement holds again');
});

test('coils that are let go go off at rest and while a module settles, never while it turns', () => {
  const { wall, run, jog } = wallOf(Infinity);
  const [module] = wall.modules;
  if (!module) throw new Error('there is no module');
  jog();
  run(0.25);
  assert.is(module.mode, MODES.turning);
  const before = [module.coils, module.mode, module.due];
  module.release();
  assert.equal([module.coils, module.mode, module.due], before);
  while (module.mode === MODES.turning) run(0.001);
  assert.is(module.mode, MODES.settling);
  module.release();
  assert.equal([module.coils, module.mode, module.due], [0, MODES.rest, Infinity]);
  jog();
  run(60);
  assert.ok(module.isHeld);
  module.release();
  assert.equal([module.coils, module.mode, module.due, module.isHeld], [0, MODES.rest, Infinity, false]);
});

test.run();
