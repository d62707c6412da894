import { readCommand, sizeIn, type Command } from '../command-line.ts';
import type { UnitFirmware } from './unit.ts';

/** What the command line asks for. */
export interface UnitEmulatorOptions {
  readonly rows: number;
  readonly cols: number;
  readonly firmware: UnitFirmware;
  /** Whether every transfer is printed. */
  readonly trace: boolean;
}

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
export const parseUnitCommand = (argv: readonly string[]): Command<UnitEmulatorOptions> =>
  readCommand(argv, { texts: ['size', 'firmware'], switches: ['trace'], help: () => HELP }, ({ texts, switches }) => {
    const size = sizeIn(texts['size'] ?? '3x15', MOST_UNITS, 'units', '3x15');
    const firmware = (['first', 'commands'] as const).find((one) => one === (texts['firmware'] ?? 'first'));
    if (!firmware) throw new Error('--firmware is first or commands.');
    return { ...size, firmware, trace: switches.has('trace') };
  });
