import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../src/platform/clock.ts';

/**
 * The machine's clock is set: by minutes, days and years, forth and back, and from 1970 after a start without a
 * network.
 */
const test = suite('a clock that is set');

/** The timers and the wall clock of this process, replaced for as long as `run` lasts: time passes only as told. */
const withTime = (
  start: string,
  run: (time: { now(): number; pass(ms: number): void; set(ms: number): void; fired(): number }) => void,
): void => {
  const { setTimeout: realSet, clearTimeout: realClear } = globalThis;
  const realNow = Date.now;
  const realMonotonic = process.hrtime;
  let [wall, mono, fired] = [Date.parse(start), 0, 0];
  const timers = new Map<object, { due: number; run: () => void }>();
  Date.now = () => wall;
  process.hrtime = Object.assign(() => [Math.floor(mono / 1000), (mono % 1000) * 1e6] as [number, number], {
    bigint: realMonotonic.bigint,
  });
  Object.assign(globalThis, {
    setTimeout: (once: () => void, ms = 0) => {
      const timer = { ref: () => timer, unref: () => timer };
      timers.set(timer, { due: mono + Math.max(1, ms), run: once });
      return timer;
    },
    clearTimeout: (timer: object) => timers.delete(timer),
  });
  const pass = (ms: number): void => {
    const end = mono + ms;
    for (;;) {
      const next = [...timers].sort(([, a], [, b]) => a.due - b.due)[0];
      if (!next || next[1].due > end) break;
      if (++fired > 5000) throw new Error('timers fire without an end');
      timers.delete(next[0]);
      wall += next[1].due - mono;
      mono = next[1].due;
      next[1].run();
    }
    wall += end - mono;
    mono = end;
  };
  try {
    run({ now: () => wall, pass, set: (ms) => (wall = ms), fired: () => fired });
  } finally {
    Date.now = realNow;
    process.hrtime = realMonotonic;
    Object.assign(globalThis, { setTimeout: realSet, clearTimeout: realClear });
  }
};

const MINUTE = 60_000;
const DAY = 86_400_000;

const JUMPS: Readonly<Record<string, number>> = {
  'three minutes forth': 3 * MINUTE,
  'three minutes back': -3 * MINUTE,
  'half a minute forth': MINUTE / 2,
  'half a minute back': -MINUTE / 2,
  'two days forth': 2 * DAY,
  'two days back': -2 * DAY,
  'nine years forth': 9 * 365 * DAY,
  'nine years back': -9 * 365 * DAY,
};

for (const [name, jump] of Object.entries(JUMPS)) {
  test(`set ${name}, it calls for the new minute within seconds, once, and then at each full minute`, () =>
    withTime('2025-06-18T10:00:20.500Z', ({ now, pass, set }) => {
      const told: number[] = [];
      const cancel = systemClock.everyMinute(() => told.push(now()));
      pass(2 * MINUTE);
      assert.equal(
        told,
        ['10:01', '10:02'].map((time) => Date.parse(`2025-06-18T${time}:00Z`)),
      );
      told.length = 0;
      set(now() + jump);
      pass(11_000);
      // A jump within the minute may be none that can be seen.
      assert.ok(told.length === 1 || (told.length === 0 && Math.abs(jump) < MINUTE), JSON.stringify(told));
      told.length = 0;
      pass(5 * MINUTE);
      assert.ok(told.length >= 4 && told.length <= 6, `${told.length} minutes were told`);
      assert.ok(
        told.every((at) => at % MINUTE === 0),
        JSON.stringify(told),
      );
      cancel();
      told.length = 0;
      pass(5 * MINUTE);
      assert.equal(told, []);
    }));
}

test('a full minute that comes before the scheduler is loaded is told, and once', () =>
  withTime('2025-06-18T10:00:59.950Z', ({ now, pass }) => {
    const told: number[] = [];
    const cancel = systemClock.everyMinute(() => told.push(now()));
    pass(MINUTE - 1000);
    assert.is(told.length, 1);
    assert.ok((told[0] ?? 0) % MINUTE < 1000);
    pass(MINUTE);
    assert.is(told.length, 2);
    cancel();
  }));

test('what is cancelled before the scheduler is loaded is never called', () =>
  withTime('2025-06-18T10:00:59.950Z', ({ now, pass, fired }) => {
    const told: number[] = [];
    systemClock.everyMinute(() => told.push(now()))();
    pass(5 * MINUTE);
    assert.equal([told, fired()], [[], 0]);
  }));

test('from 1970 to today is one minute, and not thirty millions', () =>
  withTime('1970-01-01T00:00:07Z', ({ now, pass, set, fired }) => {
    const told: number[] = [];
    systemClock.everyMinute(() => told.push(now()));
    pass(5 * MINUTE);
    assert.is(told.length, 5);
    set(Date.parse('2026-11-20T08:30:30Z'));
    const before = fired();
    pass(2 * MINUTE);
    assert.is(told.length, 8);
    assert.ok(fired() - before < 40);
  }));

test.run();
