import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { judgeTrial } from '../../image/helper/trial.ts';

const test = suite('the trial of a new version');

interface Course {
  readonly healthy: (seconds: number) => boolean;
  readonly restarts?: (seconds: number) => number;
}

const judge = async ({ healthy, restarts = () => 0 }: Course): Promise<{ reason: string | null; seconds: number }> => {
  let now = 0;
  const reason = await judgeTrial({
    isHealthy: () => Promise.resolve(healthy(now)),
    restarts: () => Promise.resolve(restarts(now)),
    wait: (ms) => {
      now += ms / 1000;
      return Promise.resolve();
    },
  });
  return { reason, seconds: now };
};

test('a service that answers for half a minute is kept', async () =>
  assert.equal(await judge({ healthy: () => true }), { reason: null, seconds: 30 }));

test('the half minute begins when it first answers', async () =>
  assert.equal(await judge({ healthy: (at) => at >= 60 }), { reason: null, seconds: 90 }));

test('one missing answer begins it anew', async () =>
  assert.equal(await judge({ healthy: (at) => at !== 27 }), { reason: null, seconds: 60 }));

test('two restarts are forgiven', async () =>
  assert.is((await judge({ healthy: () => true, restarts: (at) => (at > 3 ? 2 : 0) })).reason, null));

test('the third is not', async () => {
  const { reason, seconds } = await judge({ healthy: () => false, restarts: (at) => Math.floor(at / 3) });
  assert.is(reason, 'The service of the new version ended 3 times by itself.');
  assert.is(seconds, 9);
});

test('one that never answers is given up after four minutes', async () =>
  assert.equal(await judge({ healthy: () => false }), {
    reason: 'The service of the new version did not answer.',
    seconds: 240,
  }));

test('one that answers now and then is given up too', async () => {
  const { reason } = await judge({ healthy: (at) => at % 27 !== 0 });
  assert.is(reason, 'The service of the new version did not answer steadily.');
});

test('one that becomes steady too late is given up', async () =>
  assert.is.not((await judge({ healthy: (at) => at > 212 })).reason, null));

test.run();
