import { parseArgs } from 'node:util';
import { sentenceOf } from '../../src/core/sentence.ts';

/** What came out of a command line: options, the help text, or a complaint of one line. */
export type Command<TOptions> =
  | { readonly options: TOptions }
  | { readonly help: string }
  | { readonly complaint: string };

/** What was given on a command line. */
export interface Given {
  /** Values by the names of their options; undefined where one was not given. */
  readonly texts: Readonly<Record<string, string | undefined>>;
  readonly switches: ReadonlySet<string>;
}

/** The options that a command line may have, beside `--help`: those with a value, and those without. */
export interface CommandForm {
  readonly texts: readonly string[];
  readonly switches?: readonly string[];
  readonly help: () => string;
}

/** Reads a command line; `judge` makes options of what was given, or throws a line that says what is wrong with it. */
export const readCommand = <TOptions extends object>(
  argv: readonly string[],
  { texts, switches = [], help }: CommandForm,
  judge: (given: Given) => TOptions,
): Command<TOptions> => {
  const typed = (names: readonly string[], type: 'string' | 'boolean') =>
    names.map((name) => [name, { type }] as const);
  try {
    const options = Object.fromEntries([...typed(texts, 'string'), ...typed([...switches, 'help'], 'boolean')]);
    const values: Readonly<Record<string, unknown>> = parseArgs({ args: [...argv], options }).values;
    if (values['help'] === true) return { help: help() };
    const given = {
      texts: Object.fromEntries(
        texts.map((name) => [name, typeof values[name] === 'string' ? values[name] : undefined]),
      ),
      switches: new Set(switches.filter((name) => values[name] === true)),
    };
    return { options: judge(given) };
  } catch (error) {
    return { complaint: sentenceOf(error) };
  }
};

/** Rows and columns in a text such as `3x15`, for up to `most` of what is counted. Throws a line when it has none. */
export const sizeIn = (
  text: string,
  most: number,
  counted: string,
  example: string,
): { readonly rows: number; readonly cols: number } => {
  const [, rows = 0, cols = 0] = (/^(\d{1,3})x(\d{1,3})$/.exec(text) ?? []).map(Number);
  if (rows * cols < 1 || rows * cols > most)
    throw new Error(`--size is rows x columns, with up to ${most} ${counted}, like ${example}.`);
  return { rows, cols };
};

/** The whole number of an option, as usual where it was not given. Throws a line when it is none within the bounds. */
export const numberIn = (
  { texts }: Given,
  name: string,
  { usual, least, most }: { readonly usual: number; readonly least: number; readonly most: number },
): number => {
  const text = texts[name] ?? String(usual);
  const value = text === '' ? Number.NaN : Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new Error(`--${name} is a whole number from ${least} to ${most}.`);
};

/** Ends the program when it is told to, after what has to be closed before. */
export const endWith = (close: () => void | Promise<void>): void => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void Promise.resolve(close()).then(() => process.exit(0)));
};

/** Runs an emulator with its options; else tells the help, or what is wrong, and ends with a code that says so. */
export const runCommand = async <TOptions>(
  command: Command<TOptions>,
  run: (options: TOptions) => void | Promise<void>,
): Promise<void> => {
  if ('help' in command) return console.log(command.help);
  if ('complaint' in command) {
    console.error(command.complaint);
    process.exitCode = 2;
    return;
  }
  try {
    await run(command.options);
  } catch (error) {
    console.error(`The emulator cannot start: ${sentenceOf(error)}`);
    process.exitCode = 1;
  }
};
