import { OLD_REEL } from '../../panel/chainlink/link.ts';
import { LONGEST_CHAIN, USUAL_MOTION } from '../../steppers/fields.ts';
import type { Layout } from '../../steppers/line-layout.ts';
import { readCommand, sizeIn, type Command, type Given } from '../command-line.ts';

/**
 * Where the emulated wall hangs: on a chain behind two FIFOs, on pins of a folder, or on pins that the kernel
 * simulates.
 */
export type Hanging =
  | { readonly kind: 'chain'; readonly path: string; readonly layout: Layout }
  | { readonly kind: 'folder'; readonly folder: string; readonly pins: readonly number[] }
  | { readonly kind: 'simulated'; readonly label: string; readonly pins: readonly number[] };

/** What the command line asks for. */
export interface StepperEmulatorOptions {
  readonly hanging: Hanging;
  readonly rows: number;
  readonly cols: number;
  readonly stepsPerTurn: number;
  readonly reel: string;
  readonly supply: number;
  /** Whether every magnet sits somewhere else, so that the wall has to be calibrated. */
  readonly untrimmed: boolean;
}

const HELP = `Usage: node emulators/steppers.cjs [options]

Motors, magnets and sensors on a chain of shift registers, or on pins.

  --path PATH       the chain's SPI devices are FIFOs at PATH.0 and PATH.1 (PATH ends in a digit), default /tmp/flapbox-spidev0;
                    the board's device is then PATH.0
  --layout L        six (default) or plain
  --folder FOLDER   instead of a chain: a folder that stands for /sys/class/gpio
  --chip LABEL      instead of a chain: the chip of this name that the kernel's gpio-sim simulates
  --pins 5,6,...    with a folder or a chip: five for each module: coils 1 to 4, then the sensor
  --size RxC        rows x columns, default 2x6
  --reel TEXT       what is on the flaps, in their order
  --steps N         steps of a turn, default ${USUAL_MOTION.stepsPerTurn}
  --supply N        how many motors the supply feeds in full, default all
  --untrimmed       magnets sit up to two flaps off: the wall has to be calibrated
  --help

Pins are looked at a thousand times a second: on them, let motors turn at 300 steps a second or less.
Type "help" while it runs for the faults that can be switched.
`;

const TEXTS = ['path', 'layout', 'folder', 'chip', 'pins', 'size', 'reel', 'steps', 'supply'];
const PER_MODULE = 5;

const readPins = (word: string | undefined): number[] =>
  (word ?? '').split(',').flatMap((pin) => (/^\d+$/.test(pin) ? [Number(pin)] : []));

const hangingOf = ({ folder, chip: label, path, layout = 'six', ...texts }: Given['texts']): Hanging => {
  const pins = readPins(texts['pins']);
  if (layout !== 'six' && layout !== 'plain') throw new Error('--layout is six or plain.');
  if (folder === undefined && label === undefined)
    return { kind: 'chain', path: path ?? '/tmp/flapbox-spidev0', layout };
  if (pins.length === 0 || pins.length % PER_MODULE !== 0)
    throw new Error('--pins are five numbers for each module, with commas between them.');
  return folder === undefined ? { kind: 'simulated', label: label ?? '', pins } : { kind: 'folder', folder, pins };
};

const judge = ({ texts, switches }: Given): StepperEmulatorOptions => {
  const hanging = hangingOf(texts);
  const usual = hanging.kind === 'chain' ? '2x6' : `1x${hanging.pins.length / PER_MODULE}`;
  const most = hanging.kind === 'chain' ? LONGEST_CHAIN : hanging.pins.length / PER_MODULE;
  const size = sizeIn(texts['size'] ?? usual, most, 'modules', '2x6');
  const stepsPerTurn = Number(texts['steps'] ?? USUAL_MOTION.stepsPerTurn);
  if (!(stepsPerTurn >= 16)) throw new Error('--steps is a number from 16 on.');
  const supply = Number(texts['supply'] ?? Number.POSITIVE_INFINITY);
  if (!(supply >= 1)) throw new Error('--supply is a number from 1 on.');
  const reel = texts['reel'] ?? OLD_REEL;
  return { hanging, ...size, stepsPerTurn, reel, supply, untrimmed: switches.has('untrimmed') };
};

/** Reads the command line; complaints are one line. */
export const parseStepperCommand = (argv: readonly string[]): Command<StepperEmulatorOptions> =>
  readCommand(argv, { texts: TEXTS, switches: ['untrimmed'], help: () => HELP }, judge);
