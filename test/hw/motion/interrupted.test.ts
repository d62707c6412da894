import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { MODES, STATES } from '../../../hw/motion/motion-settings.ts';
import { Simulation, shown, type SimulationOptions } from './simulation.ts';

/** Something comes in between of a movement: another order, a halt, or a hand. */
const test = suite('movements that are interrupted');

const TURN = 2037.886;
const MAGNET = 40;
const QUICK = { times: { wakeUs: 1000, settleUs: 1000 } };

const homed = (options: SimulationOptions = {}): Simulation => {
  const simulation = new Simulation({ ...QUICK, ...options });
  simulation.tell(() => simulation.module.home(0));
  simulation.run();
  return simulation;
};

/** How far the place that a module knows is from where its reel stands. */
const isOffBy = ({ module, motors }: Simulation): number => {
  const far = Math.abs(module.position - (motors.models[0]?.position ?? 0));
  return Math.min(far, TURN - far);
};

test('home is looked for once a jog has ended, and the flap is gone to', () => {
  const simulation = homed();
  simulation.tell(() => simulation.module.jog(-300));
  simulation.runUntil(() => simulation.module.mode === MODES.turning);
  simulation.tell(() => simulation.module.home(5));
  assert.is(simulation.module.state, STATES.stopped);
  simulation.run();
  assert.equal([simulation.module.state, shown(simulation)], [STATES.ok, 5]);
});

for (const [past, steps] of [
  [0, 0],
  [5, 0],
  [20, 2018],
] as const)
  test(`a module ${past} steps past its flap that is called back before its first step makes ${steps}`, () => {
    const simulation = new Simulation({ ...QUICK, stepper: { start: past } });
    simulation.module.restore(past, 0);
    simulation.tell(() => simulation.module.aim(5));
    simulation.runUntil(() => simulation.module.mode === MODES.ready);
    simulation.tell(() => simulation.module.aim(0));
    simulation.run();
    assert.equal([simulation.module.count, shown(simulation), simulation.module.coils], [steps, 0, 0]);
  });

test('a module that rests where its magnet is seen already, just before its home, does not miss it', () => {
  const start = TURN - 6;
  const simulation = new Simulation({ ...QUICK, stepper: { start, magnet: TURN - 8 } });
  simulation.module.restore(start, 0);
  simulation.tell(() => simulation.module.aim(3));
  simulation.run();
  assert.equal([shown(simulation), simulation.module.missedHomes], [3, 0]);
});

test('a module that was at rest just before its magnet passes it as its home', () => {
  const start = TURN - 6;
  const simulation = new Simulation({ ...QUICK, stepper: { start } });
  simulation.module.restore(start, 0);
  simulation.tell(() => simulation.module.aim(3));
  simulation.run();
  assert.is(shown(simulation), 3);
  simulation.tell(() => simulation.module.aim(2));
  simulation.run();
  const { missedHomes, unexpectedHomes, state } = simulation.module;
  assert.equal([shown(simulation), missedHomes, unexpectedHomes, state], [2, 0, 0, STATES.ok]);
});

test('a magnet that a hand brings back soon after home is none, and later one is', () => {
  for (const [past, unexpected] of [
    [100, 0],
    [400, 1],
  ] as const) {
    const simulation = homed();
    simulation.tell(() => simulation.module.aim(39));
    simulation.runUntil(() => simulation.module.position > past && simulation.module.position < TURN / 2);
    simulation.motors.models[0]?.slip(-past - 20);
    const { count } = simulation.module;
    simulation.runUntil(() => simulation.module.count > count + 60);
    assert.equal([simulation.module.unexpectedHomes, simulation.module.missedHomes], [unexpected, 0], `${past} steps`);
  }
});

test('a halt around the magnet leaves a place that is known truly, or not at all', () => {
  const ends = new Set<number>();
  for (let before = 0; before < 12; before++) {
    const simulation = new Simulation({ ...QUICK, stepper: { start: 1500 } });
    const model = simulation.motors.models[0];
    simulation.tell(() => simulation.module.home(0));
    simulation.runUntil(() => (model?.position ?? 0) > TURN - before || (model?.position ?? 0) < MAGNET);
    simulation.wall.halt(simulation.now);
    simulation.run();
    assert.is(simulation.module.flap, -1);
    if (simulation.module.state === STATES.ok) assert.ok(isOffBy(simulation) < 1.6, `${before} steps before`);
    ends.add(simulation.module.state);
    simulation.tell(() => simulation.module.aim(7));
    simulation.run();
    assert.is(shown(simulation), 7, `${before} steps before`);
  }
  assert.equal([...ends].sort(), [STATES.stopped, STATES.ok]);
});

test('a halt while home is passed keeps the place, and the flap is not gone to', () => {
  for (let past = -6; past < 8; past++) {
    const simulation = homed();
    simulation.tell(() => simulation.module.aim(38));
    simulation.run();
    simulation.tell(() => simulation.module.aim(20));
    const { count, position } = simulation.module;
    simulation.runUntil(() => simulation.module.count >= count + TURN - position + past);
    const begun = simulation.now;
    simulation.wall.halt(begun);
    simulation.run();
    assert.ok((simulation.seen[0]?.at(-1)?.at ?? 0) <= begun + 20_000);
    assert.is(simulation.module.state, STATES.ok);
    assert.ok(isOffBy(simulation) < 1.6, `${past} steps past home: off by ${isOffBy(simulation)}`);
  }
});

test.run();
