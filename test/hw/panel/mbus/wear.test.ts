import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BUS_TIMES } from '../../../../hw/panel/mbus/times.ts';
import { flapOf } from '../../../../src/core/flaps/flaps.ts';
import { gridFromRows, type Grid } from '../../../../src/core/flaps/grid.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { frameOf, never } from '../../rig.ts';
import { busRig, firstCells, SMALLEST, type BusRig } from '../rig.ts';

/** What watching a wall costs the memory of its modules: each question for health writes the same byte three times. */
const test = suite('wear of the memory of modules of the m bus');

const MODULES = 2;
const WRITES = 3;
/** Questions that may come close together. */
const AT_ONCE = 8;
const SECONDS_A_DAY = 86_400;
/** How many writes of a byte its memory is rated for, and for how many days it has to do. */
const RATED_WRITES = 100_000;
const DAYS = 10 * 365.25;

interface Day extends BusRig {
  readonly clock: FakeClock;
  /** How often the driver told of a restart. */
  readonly restarts: { count: number };
  show(text: string): void;
  /** What was shown last. */
  wanted(): string;
}

const word = (text: string): Grid =>
  gridFromRows([[...text].map((glyph) => flapOf(glyph) ?? 0)], SMALLEST.rows, SMALLEST.cols);

const setUp = (): Day => {
  const clock = createFakeClock('2026-01-01T00:00:00Z', 1);
  const rig = busRig({
    clock,
    times: BUS_TIMES,
    panel: { connection: { path: '/dev/emulated' }, modules: firstCells(MODULES) },
    bus: { speed: 0.1, modules: MODULES },
  });
  const restarts = { count: 0 };
  let wanted = '';
  const show = (text: string): void => {
    wanted = text;
    void rig.driver.write(frameOf(word(text)), never());
  };
  rig.driver.listen({
    onRestart: () => {
      restarts.count++;
      show(wanted);
    },
  });
  return { ...rig, clock, restarts, show, wanted: () => wanted };
};

/**
 * Lives through a day as a board does: a look every second, a reading every 30 s, and what `happens` in each second.
 */
const live = async (day: Day, happens: (second: number) => unknown, seconds = SECONDS_A_DAY): Promise<void> => {
  await Promise.all([day.driver.start(), day.clock.advance(2000)]);
  day.show('AB');
  await day.clock.advance(10_000);
  for (let second = 0; second < seconds; second++) {
    happens(second);
    const work = second % 30 === 15 ? day.driver.read(never()) : day.driver.watch.look(never()).catch(() => undefined);
    await day.clock.advance(1000);
    await work;
  }
};

/**
 * Whether a memory lasts long enough when every day is like the first, but for the questions that may come close
 * together once.
 */
const lasts = (written: number): boolean => {
  const once = Math.min(written, WRITES * AT_ONCE);
  const daily = written > once ? written - once : written;
  return once + daily * DAYS <= RATED_WRITES;
};

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const HOUR = 3600;

interface Life {
  readonly happens: (day: Day, second: number) => unknown;
  /** How often a module may be asked for its health on such a day, and how often a restart is told. */
  readonly questions: number;
  readonly restarts: number;
}

const LIVES: Readonly<Record<string, Life>> = {
  idle: { happens: () => undefined, questions: 1, restarts: 0 },
  'that changes every minute': {
    happens: (day, second) => {
      const minute = second / 60;
      if (Number.isInteger(minute)) day.show(`${LETTERS[minute % 26]}${LETTERS[(minute + 9) % 26]}`);
    },
    questions: 1,
    restarts: 0,
  },
  'that loses its power every hour': {
    happens: (day, second) => second % HOUR === 1000 && day.bus.reboot(),
    questions: 2 * AT_ONCE,
    restarts: 24,
  },
};

for (const [name, { happens, questions, restarts }] of Object.entries(LIVES)) {
  test(`a day of a wall ${name}`, async () => {
    const day = setUp();
    await live(day, (second) => happens(day, second));
    const shown = day.bus.shown;
    await day.driver.stop();
    const written = Math.max(...day.bus.modules.map(({ testWrites }) => testWrites));
    assert.ok(written <= WRITES * questions, `${written} writes`);
    assert.ok(lasts(written), `${written} writes a day`);
    assert.is(day.restarts.count, restarts);
    assert.is(shown, day.wanted());
  });
}

test('a flapping cable costs no more', async () => {
  const day = setUp();
  await Promise.all([day.driver.start(), day.clock.advance(2000)]);
  for (let turn = 0; turn < 200; turn++) {
    day.wire.unplug();
    day.wire.plug();
    for (let look = 0; look < 3; look++)
      await Promise.all([day.driver.watch.look(never()).catch(() => undefined), day.clock.advance(2000)]);
  }
  await day.driver.stop();
  const written = Math.max(...day.bus.modules.map(({ testWrites }) => testWrites));
  assert.ok(written > 0 && written <= WRITES * AT_ONCE, `${written} writes`);
});

test('health that is asked every minute is told each time', async () => {
  const day = setUp();
  await Promise.all([day.driver.start(), day.clock.advance(2000)]);
  for (let minute = 0; minute < 24 * 60; minute++) {
    const asked = day.driver.actions['health']?.run({}, never());
    await day.clock.advance(60_000);
    const { modules = [] } = ((await asked) ?? {}) as { modules?: { answers: boolean; starts: number }[] };
    assert.ok(modules.length === MODULES && modules.every(({ answers, starts }) => answers && starts === 1));
  }
  await day.driver.stop();
  const written = Math.max(...day.bus.modules.map(({ testWrites }) => testWrites));
  assert.ok(written <= WRITES * 2 * AT_ONCE && lasts(written), `${written} writes`);
});

test('another master that sends the wall home makes it drift, a start does not', async () => {
  const day = setUp();
  await live(day, (second) => second === 60 && day.bus.receive(Buffer.from('m**h\n')), 120);
  assert.is(day.restarts.count, 0);
  const reading = day.driver.read(never());
  await day.clock.advance(2000);
  const read = await reading;
  assert.equal(read.status === 'read' && [...(read.grid?.codes.subarray(0, MODULES) ?? [])], [0, 0]);
  await day.driver.stop();
});

test.run();
