import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Places } from '../../../hw/steppers/places.ts';

const test = suite('hw/steppers/places');

const memoryWith = (value: Readonly<Record<string, unknown>> | null) => {
  const saved: unknown[] = [];
  return { saved, load: () => value, save: (next: unknown) => Promise.resolve(void saved.push(next)) };
};

test('takes what was kept, and nothing that is damaged', () => {
  const kept = {
    offsets: { 0: 12.5, 1: -4, 2: 'x', a: 5, 3: 20_000, 4: 7 },
    reversed: { 1: true, 2: 'yes', 5: true },
    resting: { shape: 's', places: { 0: [5, 2], 1: [5, 9], 2: 'x', 3: [], 4: [0.5, 0] } },
  };
  const places = new Places(memoryWith(kept), 's');
  assert.equal(
    [...places.offsets],
    [
      [0, 12.5],
      [4, 7],
    ],
  );
  assert.equal([...places.reversed], [1, 5]);
  assert.equal([...places.resting.keys()], [0, 4]);
  assert.is(new Places(memoryWith(kept), 'another reel').resting.size, 0);
  assert.is(new Places(null, 's').offsets.size, 0);
});

/** What may be kept of a module, and just beyond it. */
test('offsets and places are taken up to their bounds, and whole addresses alone', () => {
  const kept = {
    offsets: { 0: 0, 1: 0.25, 2: 10_000, 3: 10_000.5, 4: -0.25, 999: 1, 1000: 1, '-1': 1 },
    resting: { shape: 's', places: { 0: [0, 0], 1: [10_000, 3], 2: [10_001, 0], 3: [-1, 0], 4: [5, 4], 5: [5, -1] } },
  };
  const places = new Places(memoryWith(kept), 's');
  assert.equal(Object.fromEntries(places.offsets), { 0: 0, 1: 0.25, 2: 10_000, 999: 1 });
  assert.equal(Object.fromEntries(places.resting), {
    0: { position: 0, phase: 0 },
    1: { position: 10_000, phase: 3 },
  });
});

test('places are withdrawn once, and everybody waits for that', async () => {
  const memory = memoryWith({ resting: { shape: 's', places: { 0: [5, 2] } } });
  const places = new Places(memory, 's');
  await Promise.all([places.leave(), places.leave()]);
  assert.equal(memory.saved, [{ offsets: {}, reversed: {} }]);
  await places.rest(new Map([[3, { position: 9, phase: 1 }]]));
  await places.leave();
  assert.is(memory.saved.length, 3);
});

test.run();
