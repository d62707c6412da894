import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { STATES } from '../../../hw/motion/motion-settings.ts';
import { Simulation, type SimulationOptions } from './simulation.ts';

const test = suite('motors on a supply that sags');
const MODULES = 8;

/** A wall on a supply for four, whose reels stand anywhere. */
const wallOf = (options: SimulationOptions = {}): Simulation =>
  new Simulation({
    modules: MODULES,
    supply: 4,
    each: Array.from({ length: MODULES }, (_, at) => ({ start: 97 + at * 211 })),
    ...options,
  });
const addresses = [...Array.from({ length: MODULES }).keys()];
const lost = ({ motors }: Simulation): number => motors.models.reduce((sum, { lostSteps }) => sum + lostSteps, 0);
const home = (simulation: Simulation): void => {
  simulation.tell(...addresses.map((at) => () => simulation.at(at).home(0)));
  simulation.run(600);
};
const show = (simulation: Simulation, flaps: readonly number[]): void => {
  simulation.tell(...addresses.map((at) => () => simulation.at(at).aim(flaps[at] ?? 0)));
  simulation.run(600);
};
const states = (simulation: Simulation): number[] => addresses.map((at) => simulation.at(at).state);
const FLAPS = [3, 39, 17, 1, 22, 8, 30, 12];

test('no more at once than it feeds: none loses a step, and all show what they are asked', () => {
  const simulation = wallOf({ maxMoving: 4 });
  home(simulation);
  show(simulation, FLAPS);
  assert.is(simulation.mostMoving, 4);
  assert.is(lost(simulation), 0);
  assert.equal(simulation.motors.flaps, FLAPS);
});

test('more at once: steps are lost, which their homes tell, and nothing turns for ever', () => {
  const simulation = wallOf();
  home(simulation);
  for (let turn = 0; turn < 6; turn++) show(simulation, turn % 2 === 0 ? FLAPS : FLAPS.map((flap) => (flap + 39) % 40));
  assert.ok(lost(simulation) > 0);
  assert.ok(simulation.wall.isAtRest);
  for (const at of addresses) {
    const { state, missedHomes, unexpectedHomes } = simulation.at(at);
    const isTold = state !== STATES.ok || missedHomes + unexpectedHomes > 0;
    assert.ok(isTold || simulation.motors.models[at]?.lostSteps === 0, `module ${at}`);
  }
});

test('a supply that is strong again: those that were given up find their homes when they are sent there', () => {
  const simulation = wallOf({ supply: 1 });
  home(simulation);
  show(simulation, FLAPS);
  assert.ok(
    states(simulation).some((state) => state !== STATES.ok),
    'some were given up',
  );
  simulation.motors.supply = MODULES;
  home(simulation);
  assert.equal(
    states(simulation),
    addresses.map(() => STATES.ok),
  );
  show(simulation, FLAPS);
  assert.equal(simulation.motors.flaps, FLAPS);
});

test('a dip in the middle of a move: what was lost is made good by the next home', () => {
  const simulation = wallOf({ supply: MODULES });
  home(simulation);
  simulation.tell(...addresses.map((at) => () => simulation.at(at).aim(20)));
  simulation.runFor(700_000);
  simulation.motors.supply = 1;
  simulation.runFor(150_000);
  simulation.motors.supply = MODULES;
  simulation.run(600);
  // Each passes its home on the way back to the flap before.
  show(
    simulation,
    FLAPS.map((flap) => flap % 19),
  );
  show(simulation, FLAPS);
  assert.equal(
    states(simulation),
    addresses.map(() => STATES.ok),
  );
  assert.equal(simulation.motors.flaps, FLAPS);
});

test.run();
