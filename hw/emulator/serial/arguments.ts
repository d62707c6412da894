import { sentenceOf } from '../../../src/core/sentence.ts';
import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';

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

/** What came out of a command line: options, the help text, or a complaint. */
export type SerialCommand =
  | { readonly options: SerialEmulatorOptions }
  | { readonly help: string }
  | { readonly complaint: string };

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const SIZE = /^(\d{1,3})x(\d{1,3})$/;

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
): SerialCommand => {
  const own = Object.fromEntries(Object.keys(flags).map((option) => [option, flag]));
  const read = readOptions(argv, { path: text, size: text, speed: text, help: flag, ...own });
  if (typeof read === 'string') return { complaint: read };
  if (read['help']) return { help: serialHelp(name, flags) };
  const [, rows = 0, cols = 0] = (SIZE.exec(String(read['size'] ?? '3x15')) ?? []).map(Number);
  const speed = Number(read['speed'] ?? 1);
  if (rows * cols < 1 || rows * cols > most)
    return { complaint: `--size is rows x columns, with up to ${most} modules, like 3x15.` };
  if (!(speed > 0)) return { complaint: '--speed is a number above 0.' };
  return {
    options: {
      path: String(read['path'] ?? `/tmp/flapbox-${name}`),
      rows,
      cols,
      speed,
      flags: new Set(Object.keys(flags).filter((option) => read[option])),
    },
  };
};

const readOptions = (
  argv: readonly string[],
  options: NonNullable<ParseArgsConfig['options']>,
): Readonly<Record<string, unknown>> | string => {
  try {
    return parseArgs({ args: [...argv], options }).values;
  } catch (error) {
    return sentenceOf(error);
  }
};
