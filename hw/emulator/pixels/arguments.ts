import { parseArgs } from 'node:util';
import { sentenceOf } from '../../../src/core/sentence.ts';

/** A whole number that the command line may name: its usual value and its bounds. */
export interface NumberOption {
  readonly usual: number;
  readonly least: number;
  readonly most: number;
}

/** What came out of a command line: numbers and texts by name, the help text, or a complaint of one line. */
export type PixelCommand =
  | { readonly numbers: Readonly<Record<string, number>>; readonly texts: Readonly<Record<string, string>> }
  | { readonly help: string }
  | { readonly complaint: string };

/** Reads the command line of an emulator with these options; all of them take a value. */
export const parsePixelCommand = (
  argv: readonly string[],
  help: string,
  numbers: Readonly<Record<string, NumberOption>>,
  texts: readonly string[] = [],
): PixelCommand => {
  const text = { type: 'string' } as const;
  const names = [...Object.keys(numbers), ...texts];
  try {
    const options = { ...Object.fromEntries(names.map((name) => [name, text])), help: { type: 'boolean' } as const };
    const values: Readonly<Record<string, unknown>> = parseArgs({ args: [...argv], options }).values;
    if (values['help'] === true) return { help };
    const read = Object.entries(numbers).map(([name, { usual }]) => {
      const word = values[name];
      return [name, word === undefined ? usual : Number(word === '' ? Number.NaN : word)] as const;
    });
    const wrong = read.find(([name, value]) => !isBetween(value, numbers[name]));
    if (wrong) return { complaint: complaintOf(wrong[0], numbers[wrong[0]]) };
    const given = texts.flatMap((name) => (typeof values[name] === 'string' ? [[name, values[name]]] : []));
    return { numbers: Object.fromEntries(read), texts: Object.fromEntries(given) as Record<string, string> };
  } catch (error) {
    return { complaint: sentenceOf(error) };
  }
};

const isBetween = (value: number, bounds: NumberOption | undefined): boolean =>
  bounds !== undefined && Number.isInteger(value) && value >= bounds.least && value <= bounds.most;

const complaintOf = (name: string, bounds: NumberOption | undefined): string =>
  `--${name} is a whole number from ${bounds?.least} to ${bounds?.most}.`;
