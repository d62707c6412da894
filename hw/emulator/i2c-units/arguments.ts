import { sentenceOf } from '../../../src/core/sentence.ts';
import { parseArgs } from 'node:util';
import type { UnitFirmware } from './unit.ts';

/** What the command line asks for. */
export interface UnitEmulatorOptions {
  readonly rows: number;
  readonly cols: number;
  readonly firmware: UnitFirmware;
  /** Whether every transfer is printed. */
  readonly trace: boolean;
}

/** What came out of a command line: options, the help text, or a complaint. */
export type UnitCommand =
  | { readonly options: UnitEmulatorOptions }
  | { readonly help: string }
  | { readonly complaint: string };

/** Addresses that a bus has for units. */
const MOST_UNITS = 126;

/** How the emulator is called. */
const HELP = `Usage: node emulators/i2c-units.cjs [options]

Lets the driver for I2C units work on units that exist in this program only.
The service cannot be pointed at them: Linux offers no I2C bus to programs (i2c-stub knows registers, which these
units do not have). To try the service itself, use the emulators of the serial panels.

  --size RxC       rows x columns, up to ${MOST_UNITS} units, default 3x15
  --firmware F     first (knows flaps only, default) or commands
  --trace          prints every transfer on the bus
  --help

Type "help" while it runs.
`;

/** Reads the command line; complaints are one line. */
export const parseUnitCommand = (argv: readonly string[]): UnitCommand => {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        size: { type: 'string' },
        firmware: { type: 'string' },
        trace: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
    if (values.help) return { help: HELP };
    const [, rows = 0, cols = 0] = (/^(\d{1,3})x(\d{1,3})$/.exec(values.size ?? '3x15') ?? []).map(Number);
    const firmware = (['first', 'commands'] as const).find((one) => one === (values.firmware ?? 'first'));
    if (rows * cols < 1 || rows * cols > MOST_UNITS)
      return { complaint: `--size is rows x columns, with up to ${MOST_UNITS} units, like 3x15.` };
    if (!firmware) return { complaint: '--firmware is first or commands.' };
    return { options: { rows, cols, firmware, trace: values.trace ?? false } };
  } catch (error) {
    return { complaint: sentenceOf(error) };
  }
};
