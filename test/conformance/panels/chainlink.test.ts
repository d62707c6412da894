import { chainlink } from '../../../hw/panel/chainlink/description.ts';
import { codesOf } from '../../hw/panel/codes.ts';
import { chainRig, QUICK, SMALLEST, type ChainRigOptions } from '../../hw/panel/rig.ts';
import { OLD_REEL } from '../../../hw/panel/chainlink/link.ts';
import { FlapSet } from '../../../hw/panel/flap-set.ts';
import type { DriverRig, Rigs } from '../driver.ts';
import type { EnduranceRig, EnduranceRigs } from '../endurance.ts';
import { describePanel } from '../panel.ts';

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

const text = {
  panel: { connection: { path: '/dev/emulated', baud_rate: 38_400 } },
  board: { textOnly: true, flaps: OLD_REEL },
  times: { ...QUICK },
};

/** Chains in front of the suite. */
const rigs: Rigs = {
  'a small wall': make(),
  'a large wall': make({ size: { rows: 6, cols: 18 } }),
  'boards with the text protocol': make(text),
};

/** A wall of few modules, of which all start together, one after the other, or so that they land together. */
const SMALL = { rows: 1, cols: 3 };

const lasting =
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

/** Chains in front of thousands of frames. */
const endurance: EnduranceRigs = {
  'all at once': lasting(),
  'one after the other': lasting({ panel: { max_moving: 1 } }),
  'in text': lasting(text),
};

describePanel(chainlink, rigs, endurance);
