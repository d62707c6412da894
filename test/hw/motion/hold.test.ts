import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ModuleMotion } from '../../../hw/motion/module-motion.ts';
import { MODES, MOTION_TIMES, STATES } from '../../../hw/motion/motion-settings.ts';
import { Ramp } from '../../../hw/motion/ramp.ts';
import { WallMotion } from '../../../hw/motion/wall-motion.ts';

const test = suite('coils that are kept on at rest');

/** A wall that holds, stepped by its own times; `run` goes on for so many seconds. */
const wallOf = (maxMoving: number, modules = 4) => {
  const wall = new WallMotion({
    modules,
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
  /** Sends modules from the first on to flaps; what is known of their places is taken for granted. */
  const aim = (...flaps: readonly number[]): void => {
    flaps.forEach((flap, at) => {
      const module = wall.modules[at];
      if (module?.state === STATES.stopped) module.restore(0, 0);
      module?.aim(flap);
    });
    wall.told();
  };
  const modes = (): number[] => wall.modules.map(({ mode }) => mode);
  return { wall, run, jog, aim, modes, halt, on, mostOn: () => mostOn };
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

const AT_REST = [MODES.rest, MODES.rest, MODES.rest, MODES.rest];

test('a module that is called back before it set out is at rest, and held no longer than it would have been', () => {
  const { wall, run, aim, modes, on } = wallOf(Infinity);
  aim(5);
  run(60);
  assert.is(on(), 1);
  aim(7);
  assert.is(wall.isAtRest, false);
  aim(5);
  assert.equal(modes(), AT_REST);
  assert.ok(wall.isAtRest);
  run(600);
  assert.equal([on(), wall.due], [0, Infinity]);
});

test('a module that is called back while it settles goes on to settle, and is held for as long as others', () => {
  const { wall, run, aim, modes, on } = wallOf(Infinity);
  const [module] = wall.modules;
  aim(5);
  while (module?.mode !== MODES.settling) run(0.001);
  const { due } = module;
  aim(7);
  aim(5);
  assert.equal([module.mode, module.due], [MODES.settling, due]);
  run(60);
  assert.equal([...modes(), on()], [...AT_REST, 1]);
  run(600);
  assert.equal([on(), wall.due], [0, Infinity]);
});

test('a module that is called back when it has settled meanwhile is held for as long as others', () => {
  const { wall, run, aim, on } = wallOf(Infinity, 12);
  const [module] = wall.modules;
  aim(5);
  while (module?.mode !== MODES.settling) run(0.001);
  // The others set out one after the other, and it waits behind them.
  aim(5, ...wall.modules.slice(1).map(() => 30));
  aim(7);
  run(0.2);
  assert.is(module.mode, MODES.waiting);
  aim(5);
  assert.is(module.mode, MODES.rest);
  run(60);
  assert.ok(wall.isAtRest);
  assert.is(on(), 12);
  run(600);
  assert.equal([on(), wall.due], [0, Infinity]);
});

for (const [how, what] of [
  ['released', (module: ModuleMotion) => module.release()],
  ['halted', (module: ModuleMotion) => module.halt(0)],
] as const)
  test(`a module that was ${how} while it settled and is called back is at rest, and its coils are off`, () => {
    const { wall, run, aim, on } = wallOf(Infinity);
    const [module] = wall.modules;
    aim(5);
    while (module?.mode !== MODES.settling) run(0.001);
    what(module);
    aim(7);
    aim(5);
    run(1);
    assert.ok(wall.isAtRest);
    assert.equal([on(), wall.due], [0, Infinity]);
  });

test('a module that is called back keeps no other one from turning', () => {
  const { wall, run, aim, on } = wallOf(1);
  aim(5);
  run(60);
  aim(7);
  aim(5, 3);
  run(60);
  assert.ok(wall.isAtRest);
  assert.is(wall.modules[1]?.count, 30);
  assert.is(on(), 1);
});

test.run();
