import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { endsWithin } from '../../src/platform/wait.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const test = suite('wait');

const never = new Promise<void>(() => undefined);

const ENDS = {
  'that ends': () => Promise.resolve(),
  'that fails': () => Promise.reject(new Error('it failed')),
};

for (const [what, begin] of Object.entries(ENDS))
  test(`work ${what} in time is over, and leaves no timer`, async () => {
    const clock = createFakeClock('2026-01-01T00:00:00Z');
    let timers = 0;
    const after: typeof clock.after = (ms, run) => {
      timers++;
      const cancel = clock.after(ms, run);
      return () => {
        timers--;
        cancel();
      };
    };
    assert.is(await endsWithin({ ...clock, after }, 1000, begin()), true);
    assert.is(timers, 0);
  });

test('what takes longer has not ended', async () => {
  const clock = createFakeClock('2026-01-01T00:00:00Z');
  let told: boolean | null = null;
  void endsWithin(clock, 1000, never).then((isOver) => (told = isOver));
  await clock.advance(999);
  assert.is(told, null);
  await clock.advance(1);
  assert.is(told, false);
});

test.run();
