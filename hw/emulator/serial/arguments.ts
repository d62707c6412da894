import { readCommand, sizeIn, type Command } from '../command-line.ts';

/** What the command line of a serial emulator asks for. */
export interface SerialEmulatorOptions {
  readonly path: string;
  readonly rows: number;
  readonly cols: number;
  /** 1 turns as fast as real modules, larger ones faster. */
  readonly speed: number;
  /** Options of the kind of emulator: given or not. */
  readonly flags: ReadonlySet<string>;
}

/** How a serial emulator is called; `flags` are the options of its kind, with a line of help each. */
const serialHelp = (
  name: string,
  flags: Readonly<Record<string, string>>,
): string => `Usage: node emulators/${name}.cjs [options]

  --path PATH    where the serial port appears, default /tmp/flapbox-${name}
  --size RxC     rows x columns, default 3x15
  --speed N      how much faster than real modules it turns, default 1
${Object.entries(flags)
  .map(([option, line]) => `  --${option.padEnd(13)}${line}\n`)
  .join('')}  --help

Type "help" while it runs for the faults that can be switched. It needs the program socat.
`;

/** Reads the command line; complaints are one line. */
export const parseSerialCommand = (
  name: string,
  flags: Readonly<Record<string, string>>,
  most: number,
  argv: readonly string[],
): Command<SerialEmulatorOptions> =>
  readCommand(
    argv,
    { texts: ['path', 'size', 'speed'], switches: Object.keys(flags), help: () => serialHelp(name, flags) },
    ({ texts, switches }) => {
      const size = sizeIn(texts['size'] ?? '3x15', most, 'modules', '3x15');
      const speed = Number(texts['speed'] ?? 1);
      if (!(speed > 0)) throw new Error('--speed is a number above 0.');
      return { path: texts['path'] ?? `/tmp/flapbox-${name}`, ...size, speed, flags: switches };
    },
  );
