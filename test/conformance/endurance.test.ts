import { startEmulator } from '../../hw/emulator/vestaboard/emulator.ts';
import { REEL_40 } from '../../hw/emulator/chainlink/board.ts';
import { CLOUD, VestaboardCloud } from '../../hw/vestaboard/cloud.ts';
import { VestaboardLocal } from '../../hw/vestaboard/local.ts';
import { VestaboardTiles } from '../../hw/vestaboard/tiles.ts';
import { VirtualBoard } from '../../hw/virtual.ts';
import type { Driver } from '../../src/board/driver.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { unitsRig } from '../hw/panel/i2c-units/rig.ts';
import type { UnitsRigOptions } from '../hw/panel/i2c-units/rig.ts';
import { textRig } from '../hw/panel/mqtt-text/rig.ts';
import { QUICK, SMALLEST, busRig, chainRig } from '../hw/panel/rig.ts';
import type { ChainRigOptions } from '../hw/panel/rig.ts';
import { describeEndurance } from './endurance.ts';
import type { EnduranceRig } from './endurance.ts';

/** A wall of few modules, of which all start together, one after the other, or so that they land together. */
const SMALL = { rows: 1, cols: 3 };

const chain =
  (options: ChainRigOptions = {}) =>
  (): Promise<EnduranceRig> => {
    const { driver, board } = chainRig({ size: SMALL, ...options });
    return Promise.resolve({
      driver,
      ...SMALL,
      forget: () => void (board.taken.length = 0),
      close: () => Promise.resolve(board.close()),
    });
  };

describeEndurance('virtual', () =>
  Promise.resolve({ driver: new VirtualBoard(), ...SMALL, forget: () => undefined, close: () => Promise.resolve() }),
);
describeEndurance('chainlink', chain());
describeEndurance('chainlink, one after the other', chain({ panel: { max_moving: 1 } }));
describeEndurance(
  'chainlink in text',
  chain({
    panel: { connection: { path: 'x', baud_rate: 38_400 } },
    board: { textOnly: true, flaps: REEL_40 },
    times: QUICK,
  }),
);

describeEndurance('mbus', () => {
  const { driver, bus } = busRig({ size: SMALL });
  return Promise.resolve({ driver, ...SMALL, forget: () => undefined, close: () => Promise.resolve(bus.close()) });
});

const units = (options: UnitsRigOptions) => (): Promise<EnduranceRig> => {
  const { driver, lines } = unitsRig({
    ...options,
    panel: { modules: [0, 1, 2].map((col) => ({ row: 0, col, address: col + (options.first ?? 0) })) },
  });
  return Promise.resolve({
    driver,
    ...SMALLEST,
    forget: () => void (lines.length = 0),
    close: () => Promise.resolve(),
  });
};
describeEndurance('i2c-units, the first firmware', units({}));
describeEndurance('i2c-units with commands', units({ firmware: 'commands', first: 1 }));

describeEndurance('mqtt-text', () => {
  const { driver, display, texts } = textRig();
  return Promise.resolve({
    driver,
    ...SMALLEST,
    forget: () => void (texts.length = 0),
    close: () => Promise.resolve(display.close()),
  });
});

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
    ({ boards }) =>
      new VestaboardTiles(
        {
          rows: 3,
          cols: 30,
          tiles: boards.map(({ host, port, row, col, credentials }) => ({
            host,
            port,
            row,
            col,
            key: credentials.key,
          })),
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
