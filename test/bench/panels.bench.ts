import { systemClock } from '../../src/platform/clock.ts';
import { createGrid, type Grid } from '../../src/core/flaps/grid.ts';
import type { Driver } from '../../src/board/driver.ts';
import { ChainBoard } from '../../hw/emulator/chainlink/board.ts';
import { ModuleBus } from '../../hw/emulator/mbus/bus.ts';
import { Wire, type WireDevice } from '../../hw/emulator/serial/wire.ts';
import { encodeFrame } from '../../hw/panel/chainlink/frames.ts';
import { encodeConfig } from '../../hw/panel/chainlink/messages.ts';
import { Chainlink } from '../../hw/panel/chainlink/chainlink.ts';
import { Mbus } from '../../hw/panel/mbus/mbus.ts';
import { BUS_TIMES } from '../../hw/panel/mbus/times.ts';
import { frameOf, never } from '../hw/rig.ts';
import { panelOf, SMALLEST } from '../hw/panel/rig.ts';

type Row = { name: string; value: number; unit: string; target: number };

const ROUNDS = 9;
const WALL = { rows: 6, cols: 18 };

const median = (times: number[]): number => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/** The device of a wire, with the time at which it heard its last byte. */
const listening = (device: WireDevice) => {
  const heard = { at: 0 };
  const receive = (bytes: Uint8Array): void => {
    heard.at = performance.now();
    device.receive(bytes);
  };
  return { heard, device: { receive, opened: (baudRate: number) => device.opened?.(baudRate) } };
};

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** From the request to the last byte at the far end, in ms. */
const measure = async (
  driver: Driver,
  heard: { at: number },
  next: (round: number) => Grid,
  pauseMs: number,
): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    const grid = next(round);
    await driver.write(frameOf(grid), never());
    await rest(20);
    times.push(heard.at - started);
    await rest(pauseMs);
  }
  return median(times);
};

const oneCell =
  (rows: number, cols: number) =>
  (round: number): Grid => {
    const grid = createGrid(rows, cols, 1);
    grid.codes[0] = 1 + (round % 20);
    return grid;
  };

const chainlink = async (): Promise<Row[]> => {
  const wire = new Wire({ clock: systemClock, paced: true });
  const board = new ChainBoard({ clock: systemClock, modules: 108, speed: 0, send: (bytes) => wire.toHost(bytes) });
  const { heard, device } = listening(board);
  wire.attach(device);
  const driver = new Chainlink({ ...WALL, panel: panelOf('chainlink') }, { clock: systemClock, open: wire.open });
  await driver.start();
  const full = await measure(driver, heard, (round) => createGrid(WALL.rows, WALL.cols, 1 + round), 50);
  const cell = await measure(driver, heard, oneCell(WALL.rows, WALL.cols), 50);
  await driver.stop();
  board.close();
  return [
    { name: 'chainlink: a full frame of 108 modules at 230400', value: full, unit: 'ms', target: 60 },
    { name: 'chainlink: one cell of 108 modules (all travel together)', value: cell, unit: 'ms', target: 60 },
  ];
};

const mbus = async (): Promise<Row[]> => {
  const wire = new Wire({ clock: systemClock, paced: true });
  const bus = new ModuleBus({ clock: systemClock, modules: 45, speed: 0, send: (bytes) => wire.toHost(bytes) });
  const { heard, device } = listening(bus);
  wire.attach(device);
  // Checks would go on between two measurements, so they are put off.
  const times = { ...BUS_TIMES, turnMs: 0, homingMs: 0, marginMs: 60_000 };
  const driver = new Mbus({ ...SMALLEST, panel: panelOf('mbus') }, { clock: systemClock, open: wire.open, times });
  await driver.start();
  const full = await measure(driver, heard, (round) => createGrid(3, 15, 1 + round), 30);
  const cell = await measure(driver, heard, oneCell(3, 15), 30);
  await driver.stop();
  bus.close();
  return [
    { name: 'mbus: a full frame of 45 modules at 9600', value: full, unit: 'ms', target: 750 },
    { name: 'mbus: one cell', value: cell, unit: 'ms', target: 20 },
  ];
};

const encoding = (): Row[] => {
  const modules = Array.from({ length: 255 }, (_, index) => ({ flap: index % 50, movement: 1, reset: 1 }));
  const times = Array.from({ length: 200 }, (_, nonce) => {
    const started = performance.now();
    encodeFrame(encodeConfig(nonce + 1, modules));
    return performance.now() - started;
  });
  return [
    {
      name: 'chainlink: encoding 255 modules, which blocks everything else',
      value: Math.max(...times),
      unit: 'ms',
      target: 5,
    },
  ];
};

/** How soon frames have left for a wall of modules, on lines that take their time, in ms. */
export const run = async (): Promise<Row[]> => {
  // The clock's timers alone do not keep the process alive.
  const awake = setInterval(() => undefined, 60_000);
  const rows = [...(await chainlink()), ...(await mbus()), ...encoding()];
  clearInterval(awake);
  return rows;
};
