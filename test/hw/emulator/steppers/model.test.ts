import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { StepperModel } from '../../../../hw/emulator/steppers/model.ts';
import { SteppedWall } from '../../../../hw/emulator/steppers/wall.ts';

const FORWARD = [12, 6, 3, 9];
const second = 1_000_000;

/** Turns models with steps of these lengths in microseconds, all in the same beat, and goes on from where it was. */
const createDrive = (apply: (nibble: number, atUs: number) => void) => {
  let [at, index] = [0, 0];
  apply(12, 0);
  at += second;
  return (steps: number, periodUs: (step: number) => number, direction: 1 | -1 = 1): void => {
    for (let step = 0; step < steps; step++) {
      at += periodUs(step);
      index = (index + direction + 4) % 4;
      apply(FORWARD[index] ?? 0, at);
    }
  };
};

const driveOf = (model: StepperModel) => createDrive((nibble, at) => model.apply(nibble, at));
const steady = (rate: number) => (): number => second / rate;
/** A speed that rises evenly with the time, to a limit. */
const ramp =
  (acceleration: number, limit: number) =>
  (step: number): number =>
    second / Math.min(limit, Math.max(100, Math.sqrt(2 * acceleration * (step + 1))));

const test = suite('stepper model');

test('follows slow steps, both ways, and keeps its place', () => {
  const model = new StepperModel();
  const drive = driveOf(model);
  drive(100, steady(400));
  assert.is(model.effectiveSteps, 100);
  drive(30, steady(400), -1);
  assert.is(model.effectiveSteps, 70);
  assert.is(model.lostSteps, 0);
});

for (const [what, rate, acceleration, loses] of [
  ['a start above the pull-in rate', 600, Number.POSITIVE_INFINITY, true],
  ['a ramp as the drivers have it', 600, 2600, false],
  ['a ramp that is far too steep', 780, 60_000, true],
  ['a ramp beyond the pull-out rate', 1100, 2600, true],
] as const)
  test(`${what} ${loses ? 'loses steps' : 'is followed'}`, () => {
    const model = new StepperModel();
    driveOf(model)(600, ramp(acceleration, rate));
    assert.is(model.lostSteps > 0, loses);
    assert.is(model.effectiveSteps === 600, !loses);
  });

test('lateness of a fraction of a step is harmless at full speed, a gap of several steps is not', () => {
  const late = (ms: number): number => {
    const model = new StepperModel();
    const drive = driveOf(model);
    drive(300, ramp(2600, 600));
    drive(1, () => second / 600 + ms * 1000);
    drive(300, steady(600));
    return model.lostSteps;
  };
  assert.is(late(0.8), 0);
  assert.ok(late(40) > 0);
});

test('a motor that fell out of step stands, and catches a slow field a multiple of four steps off', () => {
  const model = new StepperModel();
  const drive = driveOf(model);
  drive(400, steady(750));
  assert.ok(model.stalled);
  const lost = 400 - model.effectiveSteps;
  drive(100, steady(200));
  assert.not(model.stalled);
  const off = 500 - model.effectiveSteps;
  assert.ok(lost > 300);
  assert.is(off % 4, 0);
});

test('a motor that fell out of step follows no field above its pull-in rate', () => {
  const model = new StepperModel();
  const drive = driveOf(model);
  drive(400, steady(750));
  const { effectiveSteps } = model;
  drive(40, steady(501));
  assert.equal([model.stalled, model.effectiveSteps], [true, effectiveSteps]);
  drive(4, steady(499));
  assert.is(model.stalled, false);
});

const HALF_STEPS = [8, 12, 4, 6, 2, 3, 1, 9];
for (const [what, strength, patterns, followed, lost] of [
  ['steps', 1, FORWARD, 5000, 7000],
  ['half steps', 1, HALF_STEPS, 5000, 6500],
  ['steps on half the supply', 0.5, FORWARD, 2500, 3500],
  ['half steps on half the supply', 0.5, HALF_STEPS, 2500, 3500],
] as const)
  test(`${what}: a speed that rises by ${followed} steps/s² is followed up to 780, one by ${lost} is not`, () => {
    const lostAt = (acceleration: number): number => {
      const model = new StepperModel({}, () => strength);
      const each = FORWARD.length / patterns.length;
      let at = second;
      model.apply(patterns[0] ?? 0, 0);
      for (let step = 1; step <= 600 / each; step++) {
        at += (each * second) / Math.min(780, Math.max(100, Math.sqrt(2 * acceleration * each * step)));
        model.apply(patterns[step % patterns.length] ?? 0, at);
      }
      return model.lostSteps;
    };
    assert.is(lostAt(followed), 0);
    assert.ok(lostAt(lost) > 0);
  });

test('swapped wires turn the reel the other way', () => {
  const model = new StepperModel({ start: 100 });
  model.reversed = true;
  driveOf(model)(40, steady(300));
  assert.is(model.effectiveSteps, -40);
});

test('opposite coils at once pull nowhere', () => {
  const model = new StepperModel();
  model.apply(12, 0);
  model.apply(3, second);
  assert.is(model.effectiveSteps, 0);
  assert.is(model.lostSteps, 2);
});

/** The steps, since the beginning, at which the sensor changed while the reel turned. */
const edgesOf = (model: StepperModel, steps: number, direction: 1 | -1 = 1): [number, number][] => {
  const edges: [number, number][] = [];
  let before: number = model.look();
  const drive = driveOf(model);
  for (let step = 0; step < steps; step++) {
    drive(1, steady(300), direction);
    const now = model.look();
    if (now !== before) edges.push([model.effectiveSteps, now]);
    before = now;
  }
  return edges;
};

test('the magnet is seen over its width, once a turn, and longer on the way out', () => {
  const model = new StepperModel({ magnet: 200, magnetWidth: 40, hysteresis: 4, stepsPerTurn: 2037.886 });
  assert.equal(edgesOf(model, 2300), [
    [200, 1],
    [244, 0],
    [2238, 1],
    [2282, 0],
  ]);
});

test('backwards the edges lie elsewhere, by the hysteresis', () => {
  const model = new StepperModel({ start: 300, magnet: 200, magnetWidth: 40, hysteresis: 4 });
  assert.equal(edgesOf(model, 120, -1), [
    [-61, 1],
    [-105, 0],
  ]);
});

test('sensors stick, die, bounce, and are missing with their module', () => {
  const looks = (change: (model: StepperModel) => void, count = 6): string => {
    const model = new StepperModel({ start: 190, magnet: 200 });
    change(model);
    driveOf(model)(20, steady(300));
    return Array.from({ length: count }, () => model.look()).join('');
  };
  assert.is(
    looks(() => undefined),
    '111111',
  );
  assert.is(
    looks((model) => (model.sensorFault = 'dead')),
    '000000',
  );
  assert.is(
    looks((model) => (model.missing = true)),
    '000000',
  );
  assert.is(
    looks((model) => (model.sensorFault = 'bouncing')),
    '010111',
  );
  const far = new StepperModel({ start: 1000 });
  far.sensorFault = 'stuck';
  assert.is(far.look(), 1);
});

test('flaps follow the reel, also with a fraction of a step a turn', () => {
  const model = new StepperModel({ stepsPerTurn: 2037.886, flaps: 40 });
  const drive = driveOf(model);
  drive(50, steady(300));
  assert.is(model.flap, 0);
  drive(1, steady(300));
  assert.is(model.flap, 1);
  drive(2037 - 51, steady(300));
  assert.is(model.flap, 39);
  drive(1, steady(300));
  assert.is(model.flap, 0);
});

test('a supply that feeds few motors lets many stall, and few turn', () => {
  const lost = (turning: number): number => {
    const wall = new SteppedWall({ modules: 8, supply: 4 });
    const coils = new Uint8Array(8);
    const drive = createDrive((nibble, at) => {
      coils.fill(nibble, 0, turning);
      wall.apply(coils, at);
    });
    drive(600, ramp(2600, 600));
    return wall.models.reduce((sum, { lostSteps }) => sum + lostSteps, 0);
  };
  assert.is(lost(4), 0);
  assert.ok(lost(8) > 0);
});

test.run();
