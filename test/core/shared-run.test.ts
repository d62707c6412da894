import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { shareRuns } from '../../src/core/shared-run.ts';

const test = suite('shared runs');

test('who asks while a run is under way shares the next one, which begins after the asking', async () => {
  let begun = 0;
  const ends: (() => void)[] = [];
  const run = shareRuns(async () => {
    const mine = ++begun;
    await new Promise<void>((resolve) => void ends.push(resolve));
    return mine;
  });
  const first = run();
  await Promise.resolve();
  await Promise.resolve();
  const others = [run(), run(), run()];
  ends[0]?.();
  assert.is(await first, 1);
  while (ends.length < 2) await new Promise((resolve) => setImmediate(resolve));
  ends[1]?.();
  assert.equal(await Promise.all(others), [2, 2, 2]);
});

test('a run that fails is told, and the next one runs', async () => {
  let isBroken = true;
  const run = shareRuns(async () => {
    if (isBroken) throw new Error('broken');
    return 'fine';
  });
  await run().then(
    () => assert.unreachable(),
    ({ message }: Error) => assert.is(message, 'broken'),
  );
  isBroken = false;
  assert.is(await run(), 'fine');
});

test.run();
