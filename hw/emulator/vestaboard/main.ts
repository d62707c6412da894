import { endWith, runCommand } from '../command-line.ts';
import { parseCommand } from './arguments.ts';
import type { EmulatedBoard } from './control.ts';
import { startEmulator, type EmulatorOptions } from './emulator.ts';
import { drawText } from './picture.ts';

const announce = (type: string, { station, credentials }: EmulatedBoard): string => {
  const { key, token } = credentials;
  if (type === 'cloud') return `Vestaboard cloud at ${station.url}  Read/Write key ${key}  token ${token}`;
  return `Vestaboard at ${station.url}  Local API key ${key}  enablement token ${token}`;
};

const run = async (options: EmulatorOptions): Promise<void> => {
  const draw = (board: EmulatedBoard) =>
    console.log(`${board.station.url}\n${drawText(board.display.target, process.stdout.isTTY)}`);
  const emulator = await startEmulator({ ...options, onChange: draw });
  for (const board of emulator.boards) console.log(announce(options.type ?? 'flagship', board));
  endWith(() => emulator.close());
};

void runCommand(parseCommand(process.argv.slice(2)), run);
