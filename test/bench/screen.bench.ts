import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Screen } from '../../hw/panel/screen/screen.ts';
import { createGrid } from '../../src/core/flaps/grid.ts';
import { REEL } from '../../src/core/look/reel.ts';
import { systemClock, type Clock } from '../../src/platform/clock.ts';
import { frameOf, never } from '../hw/rig.ts';
import { panelOf } from '../hw/panel/rig.ts';
import { FakeScreen } from '../support/screen-device.ts';

type Row = { name: string; value: number; unit: string; target?: number };

const SIZE = { rows: 6, cols: 22 };
const TURNING_MS = 5000;
/** Files in memory stand in for the memory of a screen. */
const FOLDER = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const MIB = 1024 * 1024;

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const memory = (): number => (process.memoryUsage.rss() / MIB) | 0;

/** The process's time in ms. */
const spent = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** A clock that counts the pauses between frames. */
const countingClock = () => {
  const frames = { count: 0 };
  const after: Clock['after'] = (ms, run) => {
    if (ms < 40) frames.count++;
    return systemClock.after(ms, run);
  };
  return { frames, clock: { ...systemClock, after } };
};

const random = (round: number) => {
  const grid = createGrid(SIZE.rows, SIZE.cols);
  for (let cell = 0; cell < grid.codes.length; cell++)
    grid.codes[cell] = REEL[(cell * 17 + round * 31 + 7) % REEL.length] ?? 0;
  return grid;
};

const measure = async (bits: 16 | 32, connection: object): Promise<Row[]> => {
  const screen = new FakeScreen({ width: 1920, height: 1080, bits }, FOLDER);
  const { frames, clock } = countingClock();
  const panel = { ...panelOf('screen'), connection: { device: screen.device, ...connection } };
  const before = memory();
  const driver = new Screen({ ...SIZE, panel }, { clock, screenRoot: screen.root });
  const begun = performance.now();
  await driver.start();
  await driver.write(frameOf(random(0)), never());
  const first = performance.now() - begun;
  await rest(2000);
  const still = spent();
  await rest(2000);
  const resting = (spent() - still) / 20;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  frames.count = 0;
  const [started, worked] = [performance.now(), spent()];
  delay.enable();
  for (let round = 1; performance.now() - started < TURNING_MS; round++) {
    await driver.write(frameOf(random(round)), never());
    await rest(400);
  }
  delay.disable();
  const passed = performance.now() - started;
  const rows: Row[] = [
    { name: `frames, ${bits} bits, all turning`, value: (frames.count * 1000) / passed, unit: '1/s', target: 28 },
    {
      name: `share of a core, ${bits} bits, all turning`,
      value: (100 * (spent() - worked)) / passed,
      unit: '%',
      target: 40,
    },
    { name: `share of a core, ${bits} bits, at rest`, value: resting, unit: '%', target: 1 },
    { name: `longest stall, ${bits} bits (99.9 %)`, value: delay.percentile(99.9) / 1e6, unit: 'ms', target: 5 },
    { name: `first frame, ${bits} bits`, value: first, unit: 'ms' },
    { name: `memory, ${bits} bits`, value: memory() - before, unit: 'MiB', target: 12 },
  ];
  await driver.stop();
  screen.close();
  return rows.map((row) => ({ ...row, name: `screen ${JSON.stringify(connection)} ${row.name}` }));
};

/** A television of 1920 x 1080 with a flagship on it. */
export const run = async (): Promise<Row[]> => {
  // Clocks let a process end while they wait.
  const awake = setInterval(() => undefined, 60_000);
  const rows = [
    ...(await measure(32, {})),
    ...(await measure(16, { frame: 'borderless' })),
    ...(await measure(32, { rotation: '90' })),
  ];
  clearInterval(awake);
  return rows;
};
