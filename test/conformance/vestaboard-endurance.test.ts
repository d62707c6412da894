import { startEmulator } from '../../hw/emulator/vestaboard/emulator.ts';
import { CLOUD, VestaboardCloud } from '../../hw/vestaboard/cloud.ts';
import { VestaboardLocal } from '../../hw/vestaboard/local.ts';
import { VestaboardTiles } from '../../hw/vestaboard/tiles.ts';
import type { Driver } from '../../src/board/driver.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { tilesOf } from '../hw/rig.ts';
import { describeEndurance, type EnduranceRig } from './endurance.ts';

const DEPS = { clock: systemClock, limits: { connectMs: 5000, answerMs: 5000, retryMs: 10 } };

const vestaboard =
  (type: 'note' | 'note_array' | 'cloud', drive: (emulator: Awaited<ReturnType<typeof startEmulator>>) => Driver) =>
  async (): Promise<EnduranceRig> => {
    const emulator = await startEmulator({
      port: 0,
      type,
      switches: { early: 'accept', duplicate: 'accept' },
      ...(type === 'note' ? {} : { tiles: { wide: 2, tall: 1 } }),
    });
    const size = type === 'note' ? { rows: 3, cols: 15 } : { rows: 3, cols: 30 };
    return {
      driver: drive(emulator),
      ...size,
      forget: () => void (emulator.requests.length = 0),
      close: () => emulator.close(),
    };
  };
describeEndurance(
  'vestaboard-local',
  vestaboard('note', ({ host, port, key }) => new VestaboardLocal({ host, port, key, rows: 3, cols: 15 }, DEPS)),
);
describeEndurance(
  'vestaboard-tiles',
  vestaboard(
    'note_array',
    (emulator) =>
      new VestaboardTiles(
        {
          rows: 3,
          cols: 30,
          tiles: tilesOf(emulator),
        },
        DEPS,
      ),
  ),
);
describeEndurance(
  'vestaboard-cloud',
  vestaboard(
    'cloud',
    ({ url, token }) =>
      new VestaboardCloud({ dialect: CLOUD, baseUrl: url, credential: token, rows: 3, cols: 30 }, DEPS),
  ),
);
