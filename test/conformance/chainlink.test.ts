import { codesOf } from '../hw/panel/codes.ts';
import { chainRig, QUICK, SMALLEST } from '../hw/panel/rig.ts';
import type { ChainRigOptions } from '../hw/panel/rig.ts';
import { REEL_40 } from '../../hw/emulator/chainlink/board.ts';
import { FlapSet } from '../../hw/panel/flap-set.ts';
import { describeDriver } from './driver.ts';
import type { DriverRig } from './driver.ts';

const make =
  (options: ChainRigOptions = {}) =>
  (): Promise<DriverRig> => {
    const { driver, board, wire } = chainRig(options);
    const set = new FlapSet(board.flaps);
    const { rows, cols } = options.size ?? SMALLEST;
    return Promise.resolve({
      driver,
      rows,
      cols,
      codes: codesOf(set),
      touched: () => wire.sent,
      shown: () =>
        Promise.resolve(
          Array.from({ length: rows }, (_, row) =>
            Array.from({ length: cols }, (_, col) => set.codeAt(board.modules[row * cols + col]?.target ?? 0)),
          ),
        ),
      break: () => Promise.resolve(wire.unplug()),
      hang: () => {
        board.faults.deaf = true;
        return Promise.resolve();
      },
      mend: () => {
        board.faults.deaf = false;
        wire.plug();
        return Promise.resolve();
      },
      close: () => Promise.resolve(board.close()),
    });
  };

describeDriver('chainlink', make());
describeDriver('chainlink, a large wall', make({ size: { rows: 6, cols: 18 } }));
describeDriver(
  'chainlink, boards with the text protocol',
  make({
    panel: { connection: { path: '/dev/emulated', baud_rate: 38_400 } },
    board: { textOnly: true, flaps: REEL_40 },
    times: { ...QUICK },
  }),
);
