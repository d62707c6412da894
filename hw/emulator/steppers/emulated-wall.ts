import type { StepperEmulatorOptions } from './arguments.ts';
import { SteppedWall } from './wall.ts';

/** The magnet is seen from the middle of the first flap on: nothing has to be calibrated, unless it is asked for. */
const MAGNET_FLAPS = 0.5;
/** How far off a magnet may sit that has to be calibrated, in flaps. */
const UNTRIMMED_FLAPS = 2;
/** The magnet is seen for so large a share of a turn, and for so many steps at least. */
const MAGNET_SHARE = 0.02;
const LEAST_MAGNET = 4;

/** The wall that the command line asks for, its reels at random places. */
export const makeWall = ({
  rows,
  cols,
  stepsPerTurn,
  reel,
  supply,
  hanging,
  untrimmed,
}: StepperEmulatorOptions): SteppedWall => {
  const flaps = [...reel].length;
  const magnetWidth = Math.max(LEAST_MAGNET, stepsPerTurn * MAGNET_SHARE);
  // Pins are looked at too seldom to tell how even the steps are.
  const speeds = hanging.kind === 'chain' ? {} : { pullIn: 1e6, pullOut: 1e6 };
  const stepper = {
    stepsPerTurn,
    flaps,
    magnetWidth,
    hysteresis: magnetWidth / 10,
    ...speeds,
  };
  const each = Array.from({ length: rows * cols }, () => ({
    start: Math.random() * stepsPerTurn,
    magnet: ((MAGNET_FLAPS + (untrimmed ? (Math.random() * 2 - 1) * UNTRIMMED_FLAPS : 0)) * stepsPerTurn) / flaps,
  }));
  return new SteppedWall({ modules: rows * cols, stepper, each, supply });
};
