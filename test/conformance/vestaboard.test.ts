import { gridToRows } from '../../src/core/flaps/grid.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { startEmulator, type Emulator, type EmulatorOptions } from '../../hw/emulator/vestaboard/emulator.ts';
import { CLOUD, READ_WRITE, VestaboardCloud, type CloudDialect } from '../../hw/vestaboard/cloud.ts';
import { VestaboardLocal } from '../../hw/vestaboard/local.ts';
import { VestaboardTiles } from '../../hw/vestaboard/tiles.ts';
import type { Driver } from '../../src/board/driver.ts';
import { tilesOf } from '../hw/rig.ts';
import { describeDriver, type DriverRig } from './driver.ts';

const DEPS = { clock: systemClock, limits: { connectMs: 300, answerMs: 5000, retryMs: 10 } };

const rigOf = (emulator: Emulator, driver: Driver, rows: number, cols: number): DriverRig => ({
  driver,
  rows,
  cols,
  secrets: [emulator.key, emulator.token],
  touched: () => emulator.requests.length,
  shown: () => {
    const whole = Array.from({ length: rows }, () => new Array<number>(cols).fill(0));
    for (const board of emulator.boards) {
      gridToRows(board.display.target).forEach((line, row) =>
        line.forEach((code, col) => ((whole[board.row * 3 + row] ?? [])[board.col * 15 + col] = code)),
      );
    }
    return Promise.resolve(whole);
  },
  break: () => emulator.refuse(),
  hang: () => {
    emulator.switches.fault = 'hang';
    return Promise.resolve();
  },
  mend: async () => {
    if (emulator.switches.fault === 'hang') emulator.switches.fault = 'none';
    else await emulator.accept();
  },
  close: () => emulator.close(),
});

const emulate = (options: EmulatorOptions) => startEmulator({ port: 0, ...options });

for (const [type, rows, cols] of [
  ['flagship', 6, 22],
  ['note', 3, 15],
] as const) {
  describeDriver(`vestaboard-local, ${type}`, async () => {
    const emulator = await emulate({ type });
    const { host, port, key } = emulator;
    return rigOf(emulator, new VestaboardLocal({ host, port, key, rows, cols }, DEPS), rows, cols);
  });
}

describeDriver('vestaboard-local, the dialect of old firmware', async () => {
  const emulator = await emulate({ switches: { readForm: 'bare', blankRead: 'empty', writeAnswer: 'ok' } });
  const { host, port, key } = emulator;
  return rigOf(emulator, new VestaboardLocal({ host, port, key, rows: 6, cols: 22 }, DEPS), 6, 22);
});

describeDriver('vestaboard-tiles', async () => {
  const emulator = await emulate({ type: 'note_array', tiles: { wide: 2, tall: 2 } });
  const tiles = tilesOf(emulator);
  return rigOf(emulator, new VestaboardTiles({ rows: 6, cols: 30, tiles }, DEPS), 6, 30);
});

const cloud = (name: string, dialect: CloudDialect, tiles?: { wide: number; tall: number }) =>
  describeDriver(name, async () => {
    const emulator = await emulate({ type: 'cloud', tiles, switches: { early: 'accept' } });
    const [rows, cols] = tiles ? [tiles.tall * 3, tiles.wide * 15] : [6, 22];
    const credential = dialect === CLOUD ? emulator.token : emulator.key;
    return rigOf(
      emulator,
      new VestaboardCloud({ dialect, baseUrl: emulator.url, credential, rows, cols }, DEPS),
      rows,
      cols,
    );
  });

cloud('vestaboard-cloud-rw', READ_WRITE);
cloud('vestaboard-cloud', CLOUD);
cloud('vestaboard-cloud, a Note array', CLOUD, { wide: 4, tall: 2 });
