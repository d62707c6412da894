import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { MODES, STATES } from '../../../hw/motion/motion-settings.ts';
import { flapAt } from '../../../hw/motion/reel.ts';
import { seededRandom } from '../../support/seeded.ts';
import { Simulation, shown, type SimulationOptions } from './simulation.ts';

const test = suite('hw/motion/module-motion');

const QUICK = { times: { wakeUs: 1000, settleUs: 1000 } };

/** A module that found its home and shows flap 0. */
const homed = (options: SimulationOptions = {}): Simulation => {
  const simulation = new Simulation({ ...QUICK, ...options });
  simulation.tell(() => simulation.module.home(0));
  simulation.run();
  return simulation;
};

const goTo = (simulation: Simulation, flap: number): void => {
  simulation.tell(() => simulation.module.aim(flap));
  simulation.run();
};

test('a jog of one step is one, and one of none is nothing', () => {
  const simulation = homed();
  const [model] = simulation.motors.models;
  const before = model?.effectiveSteps ?? 0;
  const steps = [0, 1, -1].map((jog) => {
    simulation.tell(() => simulation.module.jog(jog));
    assert.is(simulation.module.mode === MODES.waiting, jog !== 0);
    simulation.run();
    return (model?.effectiveSteps ?? 0) - before;
  });
  assert.equal(steps, [0, 1, 0]);
});

test('the time that wires usually take grows by a fiftieth from step to step, and falls at once', () => {
  let slow = 0;
  const simulation = homed({ slow: () => slow });
  const { module } = simulation;
  const told: number[] = [];
  simulation.tell(() => module.aim(39));
  simulation.runUntil(() => module.mode === MODES.turning);
  module.lag = (us) => void told.push(Math.round(us * 1000) / 1000);
  for (slow of [150, 150, 150, 0.5, 150]) simulation.tick();
  assert.equal(told, [149, 148.98, 148.96, 149]);
});

test('finds its home from every place of the reel', () => {
  for (let start = 0; start < 2038; start += 7) {
    const simulation = homed({ stepper: { start } });
    assert.is(simulation.module.state, STATES.ok, `from ${start}`);
    assert.is(shown(simulation), 0, `from ${start}`);
    assert.is(simulation.motors.models[0]?.lostSteps, 0);
  }
});

test('a magnet under the sensor at the start is not taken for home', () => {
  for (const start of [0, 1, 20, 39, 40, 44]) {
    const simulation = homed({ stepper: { start, magnetWidth: 40 } });
    assert.is(shown(simulation), 0);
    assert.ok((simulation.module.count + start) % 2037.886 < 3, `${simulation.module.count} from ${start}`);
  }
});

for (const stepsPerTurn of [2037.886, 2048, 513.02, 4096, 160])
  for (const flaps of [40, 45, 64])
    test(`shows every flap: ${stepsPerTurn} steps, ${flaps} flaps`, () => {
      if (stepsPerTurn / flaps < 4) return;
      const simulation = homed({ stepsPerTurn, flaps, stepper: { start: 77.3, magnetWidth: stepsPerTurn / 50 } });
      const random = seededRandom(stepsPerTurn + flaps);
      for (let turn = 0; turn < 60; turn++) {
        const flap = Math.floor(random() * flaps);
        goTo(simulation, flap);
        assert.is(shown(simulation), flap);
        assert.is(flapAt(simulation.module.position, { stepsPerTurn, flaps }), flap);
      }
      assert.equal([simulation.module.missedHomes, simulation.module.unexpectedHomes], [0, 0]);
    });

test('without a sensor it counts from its first flap, and goes by what it counted', () => {
  const simulation = new Simulation({ ...QUICK, openLoop: true });
  const [model] = simulation.motors.models;
  if (model) model.sensorFault = 'dead';
  const random = seededRandom(7);
  for (let turn = 0; turn < 60; turn++) {
    const flap = Math.floor(random() * 40);
    goTo(simulation, flap);
    assert.is(shown(simulation), flap);
  }
  assert.is(simulation.module.state, STATES.ok);
  assert.equal([simulation.module.missedHomes, simulation.module.unexpectedHomes], [0, 0]);
});

test('without a sensor a slip stays unseen, and a sensor that is there changes nothing', () => {
  const simulation = new Simulation({ ...QUICK, openLoop: true, stepper: { magnet: 300 } });
  goTo(simulation, 5);
  simulation.motors.models[0]?.slip(104);
  goTo(simulation, 9);
  assert.is(shown(simulation), 11);
  assert.is(simulation.module.state, STATES.ok);
});

test('fractions of a step are carried over thousands of turns', () => {
  const simulation = homed({ stepsPerTurn: 160.37, flaps: 40, maxSpeed: 1200, acceleration: 20_000, stepper: FAST });
  const before = simulation.module.count;
  for (let turn = 1; turn <= 3000; turn++) {
    goTo(simulation, 20);
    goTo(simulation, 0);
    assert.ok(Math.abs(simulation.module.count - before - turn * 160.37) <= 1.01, `turn ${turn}`);
  }
  assert.equal([simulation.module.missedHomes, simulation.module.unexpectedHomes], [0, 0]);
  assert.is(simulation.motors.models[0]?.lostSteps, 0);
});

const FAST = { pullIn: 2000, pullOut: 5000, agility: 100_000, magnetWidth: 6, hysteresis: 0 };

test('its place is the sum of the effective steps, whatever it is told', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = seededRandom(seed);
    const start = random() * 2000;
    const simulation = homed({ stepper: { start } });
    const model = simulation.motors.models[0];
    for (let turn = 0; turn < 30; turn++) {
      simulation.tell(() => simulation.module.aim(Math.floor(random() * 40), random() < 0.1 ? 1000 : 0));
      if (random() < 0.3) simulation.runFor(random() * 2e6);
      if (random() < 0.1) simulation.wall.halt(simulation.now);
      if (random() < 0.7) simulation.run();
      const far = Math.abs(simulation.module.position - (model?.position ?? 0));
      assert.ok(Math.min(far, 2037.886 - far) < 1.6, `seed ${seed}: ${far} steps apart`);
    }
    assert.is(model?.lostSteps, 0);
    assert.is(model?.effectiveSteps, simulation.module.count);
  }
});

test('speed and acceleration keep within their bounds', () => {
  for (const [maxSpeed, acceleration] of [
    [600, 2600],
    [1200, 20_000],
    [50, 100],
    [130, 700],
  ] as const) {
    const simulation = homed({ maxSpeed, acceleration, stepper: FAST });
    const random = seededRandom(maxSpeed);
    for (let turn = 0; turn < 10; turn++) {
      simulation.tell(() => simulation.module.aim(Math.floor(random() * 40)));
      simulation.runFor(random() * 3e6);
    }
    simulation.run();
    let before = Infinity;
    for (const { pause } of (simulation.seen[0] ?? []).slice(1)) {
      assert.ok(pause * maxSpeed >= 1e6 * 0.9999, `${pause} us at ${maxSpeed} steps/s`);
      // Towards the common beat a pause is longer by up to an eighth, and the next one is not.
      const speed = Math.max((1e6 / before) * 1.126, Math.min(100, maxSpeed));
      const most = speed + (acceleration * 1.126) / speed + 0.01;
      assert.ok(1e6 / pause <= most, `${1e6 / before} steps/s, then ${1e6 / pause}`);
      before = pause;
    }
  }
});

test('a late step is followed by whole pauses, at a lower speed; none is left out or caught up', () => {
  const random = seededRandom(7);
  let late = 0;
  const simulation = homed({ late: () => (late = random() < 0.05 ? random() * 30_000 : random() * 100) });
  const before = { count: simulation.module.count, seen: simulation.seen[0]?.length ?? 0 };
  for (const flap of [39, 5, 20, 3]) goTo(simulation, flap);
  const steps = (simulation.seen[0] ?? []).slice(before.seen);
  assert.ok(late >= 0);
  assert.is(steps.length, simulation.module.count - before.count);
  let longest = 0;
  for (const { pause } of steps) {
    assert.ok(pause >= (1e6 / 600) * 0.874, `${pause} us`);
    // After a gap the motor is as slow as the gap was long, and gathers speed anew.
    if (longest > 15_000) assert.ok(pause > 5000, `${pause} us after ${longest} us`);
    longest = pause;
  }
  assert.is(shown(simulation), 3);
  assert.is(simulation.motors.models[0]?.lostSteps, 0);
});

test('a first step that comes late is followed by whole pauses, too', () => {
  const simulation = homed();
  goTo(simulation, 4);
  const before = simulation.seen[0]?.length ?? 0;
  simulation.tell(() => simulation.module.aim(20));
  simulation.runUntil(() => simulation.module.mode === MODES.ready);
  simulation.now += 500_000;
  simulation.run();
  const [, ...pauses] = (simulation.seen[0] ?? []).slice(before).map(({ pause }) => pause);
  const whole = [1, 2, 3].map((index) => simulation.ramp.periodAt(index));
  for (const [at, least] of whole.entries()) assert.ok((pauses[at] ?? 0) > least * 0.874, `${pauses[at]} us`);
  assert.is(simulation.motors.models[0]?.lostSteps, 0);
});

test('wires that show a step late make the next one wait, at a lower speed, and no step is lost', () => {
  const random = seededRandom(8);
  const simulation = homed({ slow: () => (random() < 0.05 ? random() * 30_000 : random() * 100) });
  const before = simulation.seen[0]?.length ?? 0;
  for (const flap of [39, 5, 20, 3]) goTo(simulation, flap);
  let longest = 0;
  for (const { pause } of (simulation.seen[0] ?? []).slice(before)) {
    assert.ok(pause >= (1e6 / 600) * 0.86, `${pause} us`);
    if (longest > 15_000) assert.ok(pause > 5000, `${pause} us after ${longest} us`);
    longest = pause;
  }
  assert.is(shown(simulation), 3);
  assert.is(simulation.motors.models[0]?.lostSteps, 0);
});

test('what wires take at every step costs no speed', () => {
  const random = seededRandom(9);
  const simulation = homed({ slow: () => 150 + random() * 30 });
  const before = simulation.seen[0]?.length ?? 0;
  goTo(simulation, 38);
  const pauses = (simulation.seen[0] ?? []).slice(before).map(({ pause }) => pause);
  const usual = pauses.sort((a, b) => a - b)[Math.floor(pauses.length / 2)] ?? 0;
  assert.ok(usual < (1e6 / 600) * 1.02, `${usual} us`);
});

test('a stop takes no more steps than the ramp has', () => {
  const simulation = homed();
  simulation.tell(() => simulation.module.aim(39));
  for (let steps = 0; steps < 400; steps++) {
    simulation.tick();
    assert.ok(simulation.module.index <= simulation.ramp.top);
  }
  const { count, index } = simulation.module;
  simulation.tell(() =>
    simulation.module.aim(flapAt(simulation.module.position, { stepsPerTurn: 2037.886, flaps: 40 }) + 3),
  );
  simulation.run();
  assert.ok(simulation.module.count - count >= index);
  assert.ok(simulation.module.count - count < index + 4 * 51);
});

test('a halt ends within 20 ms wherever it comes, and the module knows where it is', () => {
  for (const maxSpeed of [50, 300, 600, 1200])
    for (let at = 0; at < 40; at++) {
      const simulation = homed({ maxSpeed, stepper: { ...FAST, magnetWidth: 40 } });
      simulation.tell(() => simulation.module.aim(30));
      simulation.runFor(5000 + at * 37_000);
      const begun = simulation.now;
      simulation.wall.halt(begun);
      simulation.run();
      const last = simulation.seen[0]?.at(-1)?.at ?? 0;
      assert.ok(last <= begun + 20_000, `${last - begun} us`);
      assert.is(simulation.module.state, STATES.ok);
      assert.is(simulation.module.flap, -1);
      const far = Math.abs(simulation.module.position - (simulation.motors.models[0]?.position ?? 0));
      assert.ok(Math.min(far, 2037.886 - far) < 1.6);
      goTo(simulation, 30);
      assert.is(shown(simulation), 30);
    }
});

test('a halt in the middle of a search leaves it where it is, and the next order searches anew', () => {
  const simulation = new Simulation({ ...QUICK, stepper: { start: 500 } });
  simulation.tell(() => simulation.module.home(0));
  simulation.runFor(500_000);
  simulation.wall.halt(simulation.now);
  simulation.run();
  assert.is(simulation.module.state, STATES.stopped);
  goTo(simulation, 12);
  assert.is(shown(simulation), 12);
});

test('a bouncing sensor does no harm', () => {
  const simulation = new Simulation({ ...QUICK, stepper: { start: 900 } });
  for (const model of simulation.motors.models) model.sensorFault = 'bouncing';
  simulation.tell(() => simulation.module.home(0));
  simulation.run();
  for (const flap of [20, 0, 39, 1, 39, 38]) {
    goTo(simulation, flap);
    const steps = Math.abs((simulation.motors.models[0]?.position ?? 0) - (flap * 2037.886) / 40);
    assert.ok(Math.min(steps, 2037.886 - steps) < 6, `flap ${flap}: ${steps} steps off`);
  }
  assert.equal([simulation.module.missedHomes, simulation.module.unexpectedHomes], [0, 0]);
});

for (const [fault, state] of [
  ['dead', STATES.silent],
  ['stuck', STATES.stuck],
] as const)
  test(`a sensor that is ${fault} ends the search after little more than a turn, and the module is left alone`, () => {
    const simulation = new Simulation(QUICK);
    for (const model of simulation.motors.models) model.sensorFault = fault;
    simulation.tell(() => simulation.module.aim(3));
    simulation.run();
    assert.is(simulation.module.state, state);
    assert.ok(simulation.module.count < 2037.886 * 1.06, `${simulation.module.count} steps`);
    const { count } = simulation.module;
    goTo(simulation, 7);
    assert.is(simulation.module.count, count);
    for (const model of simulation.motors.models) model.sensorFault = 'none';
    simulation.tell(() => simulation.module.home(7));
    simulation.run();
    assert.is(shown(simulation), 7);
  });

test('a home that does not come is counted, and searched for', () => {
  const simulation = homed();
  const [model] = simulation.motors.models;
  goTo(simulation, 30);
  model?.slip(-100);
  goTo(simulation, 2);
  assert.is(shown(simulation), 2);
  assert.equal([simulation.module.missedHomes, simulation.module.unexpectedHomes], [1, 0]);
});

test('a home that comes too early is counted, and searched for', () => {
  const simulation = homed();
  goTo(simulation, 20);
  simulation.motors.models[0]?.slip(300);
  goTo(simulation, 2);
  assert.is(shown(simulation), 2);
  assert.equal([simulation.module.missedHomes, simulation.module.unexpectedHomes], [0, 1]);
});

test('some lost steps are made good at the next home', () => {
  const simulation = homed();
  goTo(simulation, 20);
  simulation.motors.models[0]?.slip(-8);
  goTo(simulation, 2);
  assert.is(shown(simulation), 2);
  assert.equal([simulation.module.missedHomes, simulation.module.unexpectedHomes], [0, 0]);
});

test('a module that loses its place again and again is left alone', () => {
  const simulation = homed();
  for (let turn = 0; turn < 12 && !simulation.module.isGivenUp; turn++) {
    simulation.motors.models[0]?.slip(300);
    goTo(simulation, 39);
    simulation.motors.models[0]?.slip(300);
    goTo(simulation, 5);
  }
  assert.is(simulation.module.state, STATES.unexpected);
  assert.is(simulation.module.missedHomes + simulation.module.unexpectedHomes, 3);
});

test('turns its coils off at rest, and on again with the same pattern before the first step', () => {
  const simulation = homed({ times: { wakeUs: 200_000, settleUs: 150_000 } });
  assert.is(simulation.module.coils, 0);
  const { phase } = simulation.module;
  simulation.tell(() => simulation.module.aim(5));
  simulation.tick();
  assert.is(simulation.module.mode, MODES.ready);
  assert.is(simulation.module.coils, [12, 6, 3, 9][phase]);
  const begun = simulation.now;
  simulation.runUntil(() => simulation.module.mode === MODES.turning);
  assert.is(simulation.now - begun, 200_000);
  simulation.runUntil(() => simulation.module.mode === MODES.settling);
  const ended = simulation.now;
  simulation.run();
  assert.is(simulation.now - ended, 150_000);
});

test('a reversed motor is driven backwards, so that its reel turns forwards', () => {
  const simulation = new Simulation(QUICK);
  for (const model of simulation.motors.models) model.reversed = true;
  simulation.module.reversed = true;
  simulation.tell(() => simulation.module.home(0));
  simulation.run();
  goTo(simulation, 9);
  assert.is(shown(simulation), 9);
});

test('turns once around, and by single steps either way, and still knows where it is', () => {
  const simulation = homed();
  goTo(simulation, 4);
  const { count } = simulation.module;
  simulation.tell(() => simulation.module.aim(4, 1000));
  simulation.run();
  assert.ok(Math.abs(simulation.module.count - count - 2037.886) < 2);
  for (const steps of [30, -60, 500, -900, 1700]) {
    simulation.tell(() => simulation.module.jog(steps));
    simulation.run();
  }
  goTo(simulation, 11);
  assert.is(shown(simulation), 11);
  assert.is(simulation.module.missedHomes + simulation.module.unexpectedHomes, 0);
});

test('turned by steps it is as fast as in its search, and takes no notice of its sensor', () => {
  const simulation = homed();
  goTo(simulation, 20);
  simulation.motors.models[0]?.slip(300);
  const before = simulation.seen[0]?.length ?? 0;
  simulation.tell(() => simulation.module.jog(1000));
  simulation.run();
  const pauses = (simulation.seen[0] ?? []).slice(before).map(({ pause }) => pause);
  assert.is(pauses.length, 1000);
  assert.ok(Math.min(...pauses) > 1.99 * simulation.ramp.shortest);
  assert.is(simulation.module.state, STATES.ok);
  assert.equal([simulation.module.missedHomes, simulation.module.unexpectedHomes], [0, 0]);
});

for (const steps of [300, -300])
  test(`a flap that it is sent to while it turns by ${steps} steps comes after them`, () => {
    const simulation = homed();
    goTo(simulation, 20);
    const { count } = simulation.module;
    simulation.tell(() => simulation.module.jog(steps));
    simulation.runUntil(() => simulation.module.count === count + steps / 3);
    simulation.tell(() => simulation.module.aim(9));
    simulation.runUntil(() => simulation.module.count === count + steps);
    assert.is(simulation.module.count, count + steps);
    simulation.run();
    assert.is(shown(simulation), 9);
  });

test('an offset moves all flaps', () => {
  const simulation = homed({ stepper: { magnet: 300 } });
  assert.is.not(shown(simulation), 0);
  simulation.module.offset = 2037.886 - 300;
  goTo(simulation, 0);
  assert.is(shown(simulation), 0);
  goTo(simulation, 17);
  assert.is(shown(simulation), 17);
});

test('goes on from where it stood before a restart, at home and elsewhere', () => {
  for (const flap of [0, 1, 17, 39]) {
    const simulation = homed();
    goTo(simulation, flap);
    const { position, phase } = simulation.module;
    const next = new Simulation({ ...QUICK, stepper: { start: (simulation.motors.models[0]?.position ?? 0) - phase } });
    next.motors.models[0]?.slip(phase);
    next.module.restore(position, phase);
    for (const goal of [flap, 30, 0, 39, 0]) {
      goTo(next, goal);
      assert.is(shown(next), goal);
    }
    assert.is(next.module.missedHomes + next.module.unexpectedHomes, 0);
  }
});

test.run();
