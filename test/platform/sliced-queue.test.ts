import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nextTurn } from '../../src/platform/crowd.ts';
import { SlicedQueue } from '../../src/platform/sliced-queue.ts';

const test = suite('platform/sliced-queue');

test('a few are done before the turn ends, and a few in each further one, in order', async () => {
  const passed: number[] = [];
  const queue = new SlicedQueue<number>((one) => void passed.push(one));
  for (let one = 0; one < 20; one++) queue.add(one);
  assert.equal(passed, []);
  await Promise.resolve();
  assert.equal(passed, [0, 1, 2, 3, 4, 5, 6, 7]);
  await nextTurn();
  assert.is(passed.length, 16);
  await nextTurn();
  assert.equal(
    passed,
    Array.from({ length: 20 }, (_, at) => at),
  );
});

test('what waits is not done twice, and not at all once it was removed', async () => {
  const passed: string[] = [];
  const queue = new SlicedQueue<string>((one) => void passed.push(one));
  for (const one of ['a', 'b', 'a', 'c']) queue.add(one);
  queue.remove('b');
  await Promise.resolve();
  assert.equal(passed, ['a', 'c']);
});

test('what is added meanwhile has its turn too', async () => {
  const passed: string[] = [];
  const queue = new SlicedQueue<string>((one) => {
    passed.push(one);
    if (one === 'a') queue.add('b');
  });
  queue.add('a');
  await nextTurn();
  assert.equal(passed, ['a', 'b']);
});

test('the others have their turns although one fails', async () => {
  const passed: string[] = [];
  const begun: (() => void)[] = [];
  const queue = new SlicedQueue<string>(
    (one) => {
      if (one === 'a') throw new Error('a fails');
      passed.push(one);
    },
    (run) => void begun.push(run),
  );
  for (const one of ['a', 'b', 'c']) queue.add(one);
  assert.throws(() => begun[0]?.(), 'a fails');
  await nextTurn();
  assert.equal(passed, ['b', 'c']);
});

test.run();
