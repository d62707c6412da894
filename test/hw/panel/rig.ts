import type { Panel } from '../../../src/schema/boards/boards.ts';
import { systemClock, type Clock } from '../../../src/platform/clock.ts';
import { ChainBoard, type ChainBoardOptions } from '../../../hw/emulator/chainlink/board.ts';
import { Wire } from '../../../hw/emulator/serial/wire.ts';
import { ModuleBus, type ModuleBusOptions } from '../../../hw/emulator/mbus/bus.ts';
import { Mbus, type MbusDeps } from '../../../hw/panel/mbus/mbus.ts';
import { Chainlink, type ChainlinkDeps } from '../../../hw/panel/chainlink/chainlink.ts';
import { seededRandom } from '../../support/seeded.ts';

/** A panel of the smallest grid. */
export const SMALLEST = { rows: 3, cols: 15 };

/** Settings of a panel; the serial path is a name that only the wire in memory knows. */
export const panelOf = (driver: Panel['driver'], change: Partial<Panel> = {}): Panel => ({
  driver,
  connection: { path: '/dev/emulated' },
  flaps: null,
  modules: { layout: 'rows', first: 0 },
  max_moving: null,
  land_together: false,
  ...change,
});

/** A module list for the first `count` cells of the first row. */
export const firstCells = (count: number): Panel['modules'] =>
  Array.from({ length: count }, (_, col) => ({ row: 0, col, address: col }));

/** Patience that tests can wait for. */
export const QUICK = { retryMs: 40, tries: 4, wakeMs: 1, helloMs: 200, flapsMs: 200, homingMs: 200 };

/** A chain of modules, a wire, and a driver that was not started. */
export interface ChainRig {
  readonly driver: Chainlink;
  readonly board: ChainBoard;
  readonly wire: Wire;
}

/** What a chain is made from; `speed` 0 turns at once. */
export interface ChainRigOptions {
  readonly clock?: Clock;
  readonly panel?: Partial<Panel>;
  readonly size?: { rows: number; cols: number };
  readonly board?: Partial<ChainBoardOptions>;
  readonly times?: ChainlinkDeps['times'];
  readonly paced?: boolean;
}

/** Puts a driver and an emulated board at the two ends of a wire. */
export const chainRig = ({
  clock = systemClock,
  panel = {},
  size = SMALLEST,
  board: options = {},
  times = QUICK,
  paced = false,
}: ChainRigOptions = {}): ChainRig => {
  const wire = new Wire({ clock, random: seededRandom(5), paced });
  const board = new ChainBoard({
    clock,
    modules: size.rows * size.cols,
    speed: 0,
    send: (bytes) => wire.toHost(bytes),
    ...options,
  });
  wire.attach(board);
  return {
    wire,
    board,
    driver: new Chainlink({ ...size, panel: panelOf('chainlink', panel) }, { clock, open: wire.open, times }),
  };
};

/** Times of a bus whose modules turn at once. */
export const AT_ONCE = { gapMs: 0, sendMs: 500, replyMs: 60, turnMs: 0, homingMs: 0, marginMs: 0, slotMs: 0 };

/** A bus of modules, a wire, and a driver that was not started. */
export interface BusRig {
  readonly driver: Mbus;
  readonly bus: ModuleBus;
  readonly wire: Wire;
}

/** What a bus is made from. */
export interface BusRigOptions {
  readonly clock?: Clock;
  readonly panel?: Partial<Panel>;
  readonly size?: { rows: number; cols: number };
  readonly bus?: Partial<ModuleBusOptions>;
  readonly times?: MbusDeps['times'];
  readonly paced?: boolean;
}

/** Puts a driver and an emulated bus at the two ends of a wire. */
export const busRig = ({
  clock = systemClock,
  panel = {},
  size = SMALLEST,
  bus: options = {},
  times = AT_ONCE,
  paced = false,
}: BusRigOptions = {}): BusRig => {
  const wire = new Wire({ clock, random: seededRandom(6), paced });
  const bus = new ModuleBus({
    clock,
    modules: size.rows * size.cols,
    speed: 0,
    random: seededRandom(7),
    send: (bytes) => wire.toHost(bytes),
    ...options,
  });
  wire.attach(bus);
  return {
    wire,
    bus,
    driver: new Mbus(
      { ...size, panel: panelOf('mbus', { connection: { path: '/dev/emulated', baud_rate: 10_000_000 }, ...panel }) },
      { clock, open: wire.open, times },
    ),
  };
};
