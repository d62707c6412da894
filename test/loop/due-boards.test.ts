import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { DueBoards } from '../../src/loop/due-boards.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const test = suite('loop/due-boards');
const START = Date.parse('2026-03-02T10:00:00.000Z');

const rig = () => {
  const clock = createFakeClock(new Date(START).toISOString());
  const told: [string, number][] = [];
  return { clock, told, dues: new DueBoards(clock, (id, at) => void told.push([id, at - START])) };
};

test('each board is told of at its instant, the earlier first', async () => {
  const { clock, told, dues } = rig();
  dues.set('late', START + 3000);
  dues.set('early', START + 1000);
  dues.set('never', START + 2000);
  dues.set('never', null);
  await clock.advance(999);
  assert.equal(told, []);
  await clock.advance(5000);
  assert.equal(told, [
    ['early', 1000],
    ['late', 3000],
  ]);
});

test('an instant that moves counts as it is now', async () => {
  const { clock, told, dues } = rig();
  dues.set('a', START + 1000);
  dues.set('a', START + 4000);
  await clock.advance(2000);
  assert.equal(told, []);
  await clock.advance(2000);
  assert.equal(told, [['a', 4000]]);
});

test('nothing is told after all was cleared', async () => {
  const { clock, told, dues } = rig();
  dues.set('a', START + 1000);
  dues.clear();
  await clock.advance(2000);
  assert.equal(told, []);
});

test.run();
