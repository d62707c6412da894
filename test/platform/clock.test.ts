import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock, toInstant } from '../../src/platform/clock.ts';
import { scheduleMinutes } from '../../src/platform/minutes.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const test = suite('platform/clock');

// Timers of the clock keep no process alive.
const alive = setInterval(() => undefined, 60_000);
test.after(() => clearInterval(alive));

const after = (ms: number): Promise<void> => new Promise((resolve) => void systemClock.after(ms, resolve));

test('a timer runs once, and not when it was ended, nor at once when it is too long for the engine', async () => {
  const ran: string[] = [];
  const end = systemClock.after(1, () => ran.push('ended'));
  systemClock.after(2 ** 40, () => ran.push('in years'));
  systemClock.after(-5, () => ran.push('at once'));
  end();
  end();
  await after(5);
  await after(5);
  assert.equal(ran, ['at once']);
});

test('the clock tells the time of the machine, and how long it is since another moment', async () => {
  const [wall, monotonic] = [systemClock.now(), systemClock.monotonic()];
  assert.ok(Math.abs(wall - Date.now()) < 1000);
  await after(20);
  const passed = systemClock.monotonic() - monotonic;
  assert.ok(passed >= 19 && passed < 30_000, `${passed} ms`);
  assert.is(toInstant(Date.UTC(2026, 2, 1, 12)), '2026-03-01T12:00:00.000Z');
});

test('seconds and their parts since the machine began are told as milliseconds', () => {
  const { hrtime } = process;
  const at = (seconds: number, nanoseconds: number): number => {
    process.hrtime = Object.assign(() => [seconds, nanoseconds] as [number, number], { bigint: hrtime.bigint });
    return systemClock.monotonic();
  };
  try {
    assert.is(Math.round(at(1007, 250_500_000) - at(1000, 0)), 7251);
  } finally {
    process.hrtime = hrtime;
  }
});

/** What a test finds in which no real minute begins. */
const withinMinute = async <T>(find: () => Promise<T>): Promise<T> => {
  const minute = () => Math.floor(Date.now() / 60_000);
  const before = minute();
  const found = await find();
  return minute() === before ? found : withinMinute(find);
};

/** How often the schedule runs within 7 s of 10:00:03, and in the millisecond after them, when the clock was set. */
const runsWhenSet = (ms: number): Promise<number[]> =>
  withinMinute(async () => {
    const clock = createFakeClock('2026-03-02T10:00:03.000Z', 1);
    let runs = 0;
    const cancel = scheduleMinutes(() => runs++, clock);
    clock.jump(ms);
    await clock.advance(6999);
    const before = runs;
    await clock.advance(1);
    const found = [before, runs];
    // Once noticed, it is known.
    await clock.advance(60_000);
    found.push(runs);
    cancel();
    clock.jump(3_600_000);
    await clock.advance(60_000);
    return [...found, runs];
  });

for (const [ms, counts] of [
  [0, [0, 0, 0, 0]],
  [10_000, [0, 1, 1, 1]],
  [-10_000, [0, 1, 1, 1]],
  [86_400_000, [0, 1, 1, 1]],
] as const)
  test(`a clock that is set by ${ms} ms is noticed at the next ten seconds, once, and not after the end`, async () =>
    assert.equal(await runsWhenSet(ms), counts));

for (const [ms, runs] of [
  [999, 0],
  [-999, 0],
  [1000, 1],
  [-1000, 1],
] as const)
  test(`${ms} ms are ${runs === 0 ? 'drift' : 'no drift'}`, async () => {
    const noticed = await withinMinute(async () => {
      const clock = createFakeClock('2026-03-02T10:00:03.000Z', 1);
      let count = 0;
      const cancel = scheduleMinutes(() => count++, clock);
      clock.jump(ms);
      await clock.advance(30_000);
      cancel();
      return count;
    });
    assert.is(noticed, runs);
  });

test('a schedule that has ended before it began does nothing', async () => {
  const runs = await withinMinute(async () => {
    let count = 0;
    systemClock.everyMinute(() => count++)();
    await after(120);
    return count;
  });
  assert.is(runs, 0);
});

for (const [begun, runs] of [
  [60_000, 1],
  [0, 0],
] as const)
  test(`a minute that begins ${begun === 0 ? 'later' : 'before the scheduler is loaded'} has ${runs} runs by then`, async () => {
    const { now } = Date;
    const counted = await withinMinute(async () => {
      let count = 0;
      const cancel = systemClock.everyMinute(() => count++);
      Date.now = () => now() + begun;
      await after(120).finally(() => (Date.now = now));
      cancel();
      return count;
    });
    assert.is(counted, runs);
  });

test.run();
