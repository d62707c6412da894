import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SharedWall } from '../../../../hw/emulator/steppers/wall.ts';
import { open } from '../../../../hw/emulator/steppers/simulated-line.ts';

const test = suite('shared wall');

const createLine = (shared = SharedWall.make(2)) => ({
  shared,
  line: open({ wall: { modules: 2, stepper: { flaps: 4, stepsPerTurn: 16, magnetWidth: 4 } }, memory: shared.memory }),
});

test('what a line does is seen through the memory, and reels stay where they are when it is opened anew', () => {
  const { shared, line } = createLine();
  const sensors = new Uint8Array(2);
  for (const pattern of [12, 6, 3, 9, 12]) line.exchange(Uint8Array.of(pattern, 12), sensors);
  assert.is(shared.modules, 2);
  assert.is(shared.head('exchanges'), 5);
  const [steps, lost] = [shared.get(0, 'steps'), shared.get(0, 'lost')];
  // These came as fast as the processor could, which no motor follows.
  assert.ok(lost > 0);
  line.close();
  assert.is(shared.get(0, 'nibble'), 0);
  const again = createLine(shared);
  assert.equal([shared.get(0, 'steps'), shared.get(0, 'lost')], [steps, lost]);
  again.line.close();
});

test('faults that are made through the memory count from the next exchange on', () => {
  const { shared, line } = createLine();
  const sensors = new Uint8Array(2);
  const look = (): number[] => {
    line.exchange(new Uint8Array(2), sensors);
    return [...sensors];
  };
  assert.equal(look(), [1, 1]);
  shared.setFault(0, { sensor: 'dead' });
  shared.setFault(1, { missing: true });
  assert.equal(look(), [0, 0]);
  shared.setFault(0, { sensor: 'none' });
  shared.setFault(1, { missing: false });
  assert.equal(look(), [1, 1]);
  shared.setUnplugged(true);
  assert.throws(look, /^The emulated line is gone\.$/);
  assert.throws(() => createLine(shared), /^The emulated line is gone\.$/);
});

test.run();
