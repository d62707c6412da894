import { sentenceOf } from '../../../src/core/sentence.ts';
import { createInterface } from 'node:readline';
import type { Pty } from './pty.ts';
import type { WireFaults } from './wire.ts';

/** A command that is typed while an emulator runs: its words after the name, and what it answers. */
export interface ConsoleCommand {
  readonly usage: string;
  run(words: readonly string[]): string | Promise<string>;
}

/** A command that does something and then says the same thing. */
export const saying = (usage: string, said: string, act: () => unknown): ConsoleCommand => ({
  usage,
  run: async () => {
    await act();
    return said;
  },
});

/** Draws characters as lines of `cols`, in a frame. */
export const drawLines = (text: string, cols: number): string => {
  const lines = Array.from({ length: Math.ceil(text.length / cols) }, (_, row) =>
    text.slice(row * cols, (row + 1) * cols).padEnd(cols),
  );
  const edge = `+${'-'.repeat(cols)}+`;
  return [edge, ...lines.map((line) => `|${line}|`), edge].join('\n');
};

/** A share from 0 to 1 out of a word. Throws an `Error` that says so. */
export const shareOf = (word: string | undefined): number => {
  const share = Number(word);
  if (word === undefined || !(share >= 0 && share <= 1)) throw new Error('a share from 0 to 1 is expected');
  return share;
};

/** A whole number from 0 to below `count` out of a word. Throws an `Error` that says so. */
export const indexOf = (word: string | undefined, count: number): number => {
  const index = Number(word);
  if (word === undefined || !Number.isInteger(index) || index < 0 || index >= count)
    throw new Error(`a number from 0 to ${count - 1} is expected`);
  return index;
};

/** A command that does something to the module of a number, from 0, and answers what that says. */
export const onModule = <TModule>(
  usage: string,
  modules: readonly TModule[],
  act: (module: TModule, word: string | undefined) => string,
): ConsoleCommand => ({
  usage,
  run: ([number, word]) => {
    const module = modules[indexOf(number, modules.length)];
    return module ? act(module, word) : '';
  },
});

/** The faults that every serial line can have, as commands. */
export const wireCommands = (faults: WireFaults, pty: Pty): Readonly<Record<string, ConsoleCommand>> => ({
  loss: {
    usage: 'loss SHARE         loses this share of all bytes',
    run: ([share]) => `losing ${(faults.loss = shareOf(share))}`,
  },
  noise: {
    usage: 'noise SHARE        puts bytes of chance among this share of all bytes',
    run: ([share]) => `noise ${(faults.noise = shareOf(share))}`,
  },
  unplug: saying('unplug, plug       pulls the cable, and puts it back', 'unplugged', () => pty.unplug()),
  plug: saying('', 'plugged', () => pty.plug()),
});

/** Lets commands be typed until the input ends; what goes wrong is told and nothing else. */
export const readConsole = (
  commands: Readonly<Record<string, ConsoleCommand>>,
  input: NodeJS.ReadableStream = process.stdin,
  tell: (said: string) => void = console.log,
): void => {
  const help = Object.values(commands).flatMap(({ usage }) => (usage === '' ? [] : [`  ${usage}`]));
  const obey = async (line: string): Promise<void> => {
    const [name = '', ...words] = line.trim().split(/\s+/);
    if (name === '') return;
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    tell(command ? await command.run(words) : ['Commands:', ...help].join('\n'));
  };
  createInterface({ input }).on('line', (line) => {
    obey(line).catch((error: unknown) => tell(sentenceOf(error)));
  });
};
