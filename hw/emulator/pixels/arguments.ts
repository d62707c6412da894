import { readCommand, type Command } from '../command-line.ts';

/** A whole number that the command line may name: its usual value and its bounds. */
export interface NumberOption {
  readonly usual: number;
  readonly least: number;
  readonly most: number;
}

/** What the command line asks for: numbers and texts by name. */
export interface PixelEmulatorOptions {
  readonly numbers: Readonly<Record<string, number>>;
  readonly texts: Readonly<Record<string, string>>;
}

/** Reads the command line of an emulator with these options; all of them take a value. */
export const parsePixelCommand = (
  argv: readonly string[],
  help: string,
  numbers: Readonly<Record<string, NumberOption>>,
  texts: readonly string[] = [],
): Command<PixelEmulatorOptions> =>
  readCommand(argv, { texts: [...Object.keys(numbers), ...texts], help: () => help }, (given) => {
    const read = Object.entries(numbers).map(([name, { usual }]) => {
      const word = given.texts[name];
      return [name, word === undefined ? usual : Number(word === '' ? Number.NaN : word)] as const;
    });
    const wrong = read.find(([name, value]) => !isBetween(value, numbers[name]));
    if (wrong) return complaintOf(wrong[0], numbers[wrong[0]]);
    const named = texts.flatMap((name) =>
      given.texts[name] === undefined ? [] : [[name, given.texts[name]] as const],
    );
    return { numbers: Object.fromEntries(read), texts: Object.fromEntries(named) };
  });

const isBetween = (value: number, bounds: NumberOption | undefined): boolean =>
  bounds !== undefined && Number.isInteger(value) && value >= bounds.least && value <= bounds.most;

const complaintOf = (name: string, bounds: NumberOption | undefined): string =>
  `--${name} is a whole number from ${bounds?.least} to ${bounds?.most}.`;
