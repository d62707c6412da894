import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Board } from '../../src/board/board.ts';
import { INSTANT, type Driver } from '../../src/board/driver.ts';
import { MinimumIntervals } from '../../src/board/minimum-intervals.ts';
import { geometryOf } from '../../src/core/flaps/geometry.ts';
import { gridFromRows, gridToRows, type Grid } from '../../src/core/flaps/grid.ts';
import { flapOf } from '../../src/core/flaps/flaps.ts';
import { FlapSet } from '../../hw/panel/flap-set.ts';
import { UNIT_FLAPS } from '../../hw/panel/i2c-units/unit-flaps.ts';
import { STANDARD_REEL } from '../../hw/panel/mbus/standard-reel.ts';
import { CHAIN_TIMES, OLD_REEL } from '../../hw/panel/chainlink/link.ts';
import { BUS_TIMES } from '../../hw/panel/mbus/times.ts';
import { REEL_52 } from '../../hw/emulator/chainlink/board.ts';
import { busRig, chainRig, type BusRigOptions, type ChainRigOptions } from './panel/rig.ts';
import { unitsRig, type UnitsRigOptions } from './panel/i2c-units/rig.ts';
import { textRig } from './panel/mqtt-text/rig.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';

const test = suite('a device loses its power');

const ROWS = 3;
const COLS = 15;

/** A driver, and a device whose power can be cut. */
interface PowerRig {
  readonly driver: Driver;
  cut(): void;
  give(): void;
  /** What the device shows now, as codes row by row. */
  shown(): number[];
  close(): void;
}

interface Kind {
  make(clock: FakeClock): PowerRig;
  /** How long the slowest module takes until it hears again after a power cut, and the longest way of a reel, in ms. */
  readonly backMs: number;
  readonly wayMs: number;
  /** A display that only goes blank may do so on its way: that it lost the frame shows up as drift. */
  readonly blankOnly?: boolean;
}

const chain = (options: ChainRigOptions, reel: string): Kind => ({
  backMs: 0,
  wayMs: 14_000,
  make: (clock) => {
    const { driver, board } = chainRig({
      clock,
      times: CHAIN_TIMES,
      ...options,
      board: { speed: 1, flaps: reel, ...options.board },
    });
    const set = new FlapSet(reel);
    return {
      driver,
      cut: () => board.switchOff(),
      give: () => board.reboot(),
      shown: () => board.modules.map(({ target, moving }) => (moving ? -1 : set.codeAt(target))),
      close: () => board.close(),
    };
  },
});

const bus = (options: BusRigOptions): Kind => ({
  backMs: 31 * 120 + 4100,
  wayMs: 5000,
  make: (clock) => {
    const rig = busRig({
      clock,
      times: BUS_TIMES,
      panel: { connection: { path: '/dev/emulated' } },
      ...options,
      bus: { speed: 1, ...options.bus },
    });
    const set = new FlapSet(STANDARD_REEL);
    return {
      driver: rig.driver,
      cut: () => rig.bus.switchOff(),
      give: () => rig.bus.reboot(),
      shown: () => rig.bus.modules.map(({ flap, busy }) => (flap === null || busy ? -1 : set.codeAt(flap))),
      close: () => rig.bus.close(),
    };
  },
});

const units = (options: UnitsRigOptions): Kind => ({
  backMs: 0,
  wayMs: 20_000,
  make: (clock) => {
    const rig = unitsRig({ clock, ...options });
    const set = new FlapSet(UNIT_FLAPS);
    return {
      driver: rig.driver,
      cut: () => rig.bus.switchOff(),
      give: () => rig.bus.switchOn(),
      shown: () => [...rig.bus.units.values()].map((unit) => (unit.turning ? -1 : set.codeAt(unit.shown))),
      close: () => undefined,
    };
  },
});

const display = (tellsAvailability: boolean): Kind => ({
  backMs: 0,
  wayMs: 5000,
  blankOnly: !tellsAvailability,
  make: (clock) => {
    const rig = textRig({ clock, flapMs: 60 });
    return {
      driver: rig.driver,
      cut: () => {
        rig.display.switchOff();
        if (tellsAvailability) rig.say('offline');
      },
      give: () => {
        if (tellsAvailability) rig.say('online');
        rig.display.switchOn();
      },
      shown: () => rig.shown().flat(),
      close: () => rig.display.close(),
    };
  },
});

const KINDS: Readonly<Record<string, Kind>> = {
  chainlink: chain({}, REEL_52),
  'chainlink, only so many at once': chain({ panel: { max_moving: 8 } }, REEL_52),
  'chainlink with a supervisor': chain({ board: { supervised: true } }, REEL_52),
  'chainlink in text': chain(
    { board: { textOnly: true }, panel: { connection: { path: 'x', baud_rate: 38_400 } } },
    OLD_REEL,
  ),
  mbus: bus({}),
  'mbus at the speed of its line': bus({ paced: true, bus: { collisions: true } }),
  'i2c-units, the first firmware': units({}),
  'i2c-units with commands': units({ firmware: 'commands', first: 1 }),
  'mqtt-text with an availability': display(true),
  'mqtt-text, going blank': display(false),
};

const gridOf = (text: string): Grid =>
  gridFromRows(
    [0, 1, 2].map((row) => Array.from(text.slice(row * COLS, (row + 1) * COLS), (letter) => flapOf(letter) ?? 0)),
    ROWS,
    COLS,
  );
const OLD = gridOf('AFTER A REBOOT LETTERS STAY AS OLD TARGETS XY');
const NEW = gridOf('HELLO WORLD             SECOND ROW           Z');
const codesOf = (grid: Grid): number[] => gridToRows(grid).flat();

interface Stage extends PowerRig {
  readonly clock: FakeClock;
  readonly board: Board;
  show(grid: Grid): Promise<unknown>;
  pass(ms: number): Promise<void>;
}

/** Steps small enough for exchanges that take several rounds. */
const STEP_MS = 50;

const setUp = async (kind: Kind): Promise<Stage> => {
  const clock = createFakeClock('2026-01-01T00:00:00Z');
  const rig = kind.make(clock);
  const board: Board = new Board({
    id: 'b',
    geometry: geometryOf({ device_type: 'panel', grid_rows: ROWS, grid_cols: COLS }),
    makeDriver: () => rig.driver,
    clock,
    minimumIntervals: new MinimumIntervals(clock, { get: () => null, set: () => undefined }),
    readEvery: (preferred) => preferred,
    onFrame: () => undefined,
    onStatus: () => undefined,
    onLost: () => void board.restore(),
  });
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += STEP_MS) await clock.advance(STEP_MS);
  };
  board.start();
  await pass(15_000);
  const show = async (grid: Grid): Promise<unknown> => {
    const shown = board.show({ grid, transition: INSTANT });
    let done = false;
    void shown.then(() => (done = true));
    for (let turn = 0; turn < 600 && !done; turn++) await pass(STEP_MS);
    return shown;
  };
  return { ...rig, clock, board, show, pass };
};

const check = (name: string, kind: Kind, title: string, run: (stage: Stage) => Promise<void>): void => {
  test(`${name}: ${title}`, async () => {
    const stage = await setUp(kind);
    try {
      await run(stage);
    } finally {
      await stage.board.stop();
      stage.close();
    }
  });
};

/** How long content may take to come back once the device is. */
const BACK_MS = 3000;

for (const [name, kind] of Object.entries(KINDS)) {
  const settled = kind.wayMs * (name.includes('at once') ? 8 : 1);
  const returned = kind.backMs + BACK_MS + settled;

  check(name, kind, 'after a frame, its content returns', async ({ show, pass, cut, give, shown, board }) => {
    await show(OLD);
    await pass(settled);
    assert.equal(shown(), codesOf(OLD), 'it was shown');
    cut();
    await pass(5000);
    give();
    await pass(returned);
    assert.equal(shown(), codesOf(OLD));
    assert.is(board.view.drifted, false);
    assert.is(board.view.error, null);
  });

  check(name, kind, 'a short cut counts too', async ({ show, pass, cut, give, shown }) => {
    await show(OLD);
    await pass(settled);
    cut();
    give();
    await pass(returned);
    assert.equal(shown(), codesOf(OLD));
  });

  check(name, kind, 'on its way, the frame is shown in the end', async ({ show, pass, cut, give, shown, board }) => {
    await show(OLD);
    await pass(settled);
    await show(NEW);
    await pass(300);
    cut();
    await pass(2000);
    give();
    await pass(returned);
    if (!kind.blankOnly) return assert.equal(shown(), codesOf(NEW));
    await pass(60_000);
    assert.ok(board.view.drifted);
  });

  check(
    name,
    kind,
    'a frame that follows is shown without a letter of the old one',
    async ({ show, pass, cut, give, shown }) => {
      await show(OLD);
      await pass(settled);
      cut();
      give();
      await pass(kind.backMs + 200);
      await show(NEW);
      await pass(returned);
      assert.equal(shown(), codesOf(NEW));
    },
  );

  check(
    name,
    kind,
    'while paused nothing is written, and the content comes on resume',
    async ({ show, pass, cut, give, shown, board }) => {
      await show(OLD);
      await pass(settled);
      board.setPaused(true);
      cut();
      await pass(2000);
      give();
      await pass(kind.backMs + settled);
      assert.not.equal(shown(), codesOf(OLD));
      board.setPaused(false);
      await pass(returned);
      assert.equal(shown(), codesOf(OLD));
    },
  );
}

test.run();
