import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CHAIN_TIMES } from '../../../hw/panel/chainlink/link.ts';
import { BUS_TIMES } from '../../../hw/panel/mbus/times.ts';
import type { Driver } from '../../../src/board/driver.ts';
import { flapOf } from '../../../src/core/flaps/flaps.ts';
import { gridFromRows } from '../../../src/core/flaps/grid.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { frameOf, never } from '../rig.ts';
import { unitsRig } from './i2c-units/rig.ts';
import { busRig, chainRig, firstCells, SMALLEST } from './rig.ts';

// How long a way is taken to last while nothing is heard of it: so long the next module waits where one may turn.
const test = suite('ways of modules');

interface WaitingClock extends FakeClock {
  /** For how long somebody has waited. */
  readonly waits: number[];
}

const waitingClock = (): WaitingClock => {
  const clock = createFakeClock('2026-01-01T00:00:00Z');
  const waits: number[] = [];
  return { ...clock, waits, after: (ms, run) => (waits.push(ms), clock.after(ms, run)) };
};

/** Two modules, of which one may turn at a time. */
interface Pair {
  readonly driver: Driver;
  readonly clock: WaitingClock;
  /** From here on a module turns as good as never, or as fast as it can. */
  setSlow(slow: boolean): void;
  readonly close?: () => void;
}

const ONE_OF_TWO = { max_moving: 1, modules: firstCells(2) };

const chain = (): Pair => {
  const clock = waitingClock();
  const rig = chainRig({ clock, times: CHAIN_TIMES, panel: ONE_OF_TWO, board: { modules: 2, speed: 1 } });
  const setSlow = (slow: boolean) => {
    for (const module of rig.board.modules) module.slowness = slow ? 10_000 : 0;
  };
  return { driver: rig.driver, clock, setSlow, close: () => rig.board.close() };
};

const bus = (): Pair => {
  const clock = waitingClock();
  const panel = { ...ONE_OF_TWO, connection: { path: '/dev/emulated' } };
  const rig = busRig({ clock, times: BUS_TIMES, panel, bus: { modules: 2, speed: 1 } });
  const setSlow = (slow: boolean) => {
    for (const module of rig.bus.modules) module.slowness = slow ? 10_000 : 0;
  };
  return { driver: rig.driver, clock, setSlow, close: () => rig.bus.close() };
};

const units = (): Pair => {
  const clock = waitingClock();
  const { driver } = unitsRig({ clock, panel: ONE_OF_TWO });
  return { driver, clock, setSlow: () => undefined };
};

/** Lets the clock run until some work ends. */
const during = async <T>(clock: FakeClock, work: Promise<T>): Promise<T> => {
  let ended = false;
  const end = () => void (ended = true);
  work.then(end, end);
  for (let turn = 0; turn < 5000 && !ended; turn++) await clock.advance(5);
  return work;
};

const show = ({ driver, clock }: Pair, text: string) => {
  const grid = gridFromRows([[...text].map((glyph) => flapOf(glyph) ?? 0)], SMALLEST.rows, SMALLEST.cols);
  return during(clock, driver.write(frameOf(grid), never()));
};

/** The first of two letters is the longer way, which the other module waits for. */
const WAYS: readonly (readonly [string, () => Pair, from: string | null, to: string, ms: number])[] = [
  ['chainlink, forward', chain, '  ', 'ZB', 26 * 63 + 400],
  ['chainlink, past home', chain, 'Z ', 'CB', 29 * 63 + 400],
  ['chainlink, to home', chain, 'Z ', ' B', 26 * 63 + 400],
  ['chainlink', chain, null, 'AA', Math.ceil(52 * 63 * 3.7)],
  ['mbus, forward', bus, '  ', 'ZB', Math.ceil((26 * 4100) / 64)],
  ['mbus, past home', bus, 'Z ', 'CB', Math.ceil((41 * 4100) / 64)],
  ['mbus', bus, null, 'AA', 9100],
  ['i2c-units, forward', units, '  ', 'ZB', Math.ceil((26 * 6000) / 45 + 200)],
  ['i2c-units, a short one', units, '  ', 'CB', 2200],
  ['i2c-units, past home', units, 'Z ', 'CB', Math.ceil((22 * 6000) / 45 + 200)],
  ['i2c-units', units, null, 'CB', 6600],
];

for (const [name, make, from, to, ms] of WAYS)
  test(`${name}: ${from ?? 'from nowhere'} to ${to} takes ${ms} ms`, async () => {
    const pair = make();
    pair.setSlow(from === null);
    await during(pair.clock, pair.driver.start());
    if (from !== null) {
      await show(pair, from);
      await pair.clock.advance(60_000);
      pair.setSlow(true);
    }
    pair.clock.waits.length = 0;
    await show(pair, to);
    await pair.driver.stop();
    pair.close?.();
    assert.ok(pair.clock.waits.includes(ms), pair.clock.waits.join(' '));
  });

test.run();
