import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AttemptLimit } from '../../../src/service/auth/attempt-limit.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { refusal } from './rig.ts';

const test = suite('service/auth: attempt limit');

const create = () => {
  const clock = createFakeClock('2026-05-01T12:00:00Z');
  return { clock, limit: new AttemptLimit(clock) };
};
const failTimes = (limit: AttemptLimit, client: string, times: number): boolean[] =>
  Array.from({ length: times }, () => limit.fail(client));
const isRefused = (limit: AttemptLimit, client: string): boolean => {
  try {
    limit.admit(client);
    return false;
  } catch (error) {
    assert.is(Object(error).status, 429);
    return true;
  }
};

for (const [times, refused] of [
  [0, false],
  [1, false],
  [9, false],
  [10, true],
  [11, true],
  [50, true],
] as const) {
  test(`after ${times} failures a client is ${refused ? 'refused' : 'admitted'}`, () => {
    const { limit } = create();
    failTimes(limit, 'a', times);
    assert.is(isRefused(limit, 'a'), refused);
  });
}
test('only the tenth failure shuts out', () =>
  assert.equal(
    failTimes(create().limit, 'a', 11)
      .map((shut, at) => (shut ? at + 1 : 0))
      .filter(Boolean),
    [10],
  ));
for (const [ms, refused] of [
  [0, true],
  [59_999, true],
  [60_000, false],
  [60_001, false],
] as const) {
  test(`${ms} ms after ten failures a client is ${refused ? 'refused' : 'admitted'}`, async () => {
    const { clock, limit } = create();
    failTimes(limit, 'a', 10);
    await clock.advance(ms);
    assert.is(isRefused(limit, 'a'), refused);
  });
}
test('the window slides: the eleventh attempt has to wait for the first failure to be a minute old, not for the last', async () => {
  const { clock, limit } = create();
  for (let i = 0; i < 10; i++) {
    limit.fail('a');
    await clock.advance(1000);
  }
  assert.ok(isRefused(limit, 'a'));
  await clock.advance(50_000);
  assert.not.ok(isRefused(limit, 'a'));
  limit.fail('a');
  assert.ok(isRefused(limit, 'a'));
  await clock.advance(1000);
  assert.not.ok(isRefused(limit, 'a'));
});
for (const [ms, seconds] of [
  [0, 60],
  [1, 59.999],
  [30_000, 30],
  [59_999, 0.001],
] as const) {
  test(`after ${ms} ms it says to wait ${seconds} s`, async () => {
    const { clock, limit } = create();
    failTimes(limit, 'a', 10);
    await clock.advance(ms);
    assert.is((await refusal(() => limit.admit('a'))).extras.retryAfter, seconds);
  });
}
test('a correction of the wall clock changes nothing', () => {
  const { clock, limit } = create();
  failTimes(limit, 'a', 10);
  clock.jump(10 * 86_400_000);
  assert.ok(isRefused(limit, 'a'));
});
test('clients are counted apart', () => {
  const { limit } = create();
  failTimes(limit, '192.168.1.5', 10);
  failTimes(limit, '192.168.1.50', 9);
  assert.equal(
    ['192.168.1.5', '192.168.1.50', '192.168.1.6'].map((client) => isRefused(limit, client)),
    [true, false, false],
  );
});
test('who knew the password begins anew', () => {
  const { limit } = create();
  failTimes(limit, 'a', 9);
  limit.clear('a');
  failTimes(limit, 'a', 9);
  assert.not.ok(isRefused(limit, 'a'));
});
for (const [clients, kept] of [
  [999, 999],
  [1000, 1000],
  [1001, 1000],
  [20_000, 1000],
] as const) {
  test(`of ${clients} clients ${kept} are remembered`, () => {
    const { limit } = create();
    for (let i = 0; i < clients; i++) limit.fail(`client ${i}`);
    assert.is(limit.size, kept);
  });
}
test('who failed last is remembered longest', () => {
  const { limit } = create();
  failTimes(limit, 'old', 10);
  failTimes(limit, 'guesser', 9);
  for (let i = 0; i < 999; i++) limit.fail(`client ${i}`);
  assert.equal([isRefused(limit, 'old')], [false]);
  limit.fail('guesser');
  assert.ok(isRefused(limit, 'guesser'));
});
test('asking remembers nobody', () => {
  const { limit } = create();
  for (let i = 0; i < 100; i++) limit.admit(`client ${i}`);
  assert.is(limit.size, 0);
});

test.run();
