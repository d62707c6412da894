import { parseCommand } from './arguments.ts';
import { startEmulator } from './emulator.ts';
import type { EmulatedBoard } from './emulated-board.ts';
import type { EmulatorOptions } from './emulator.ts';
import { drawText } from './picture.ts';

const announce = (type: string, board: EmulatedBoard): string => {
  const { key, token } = board.credentials;
  if (type === 'cloud') return `Vestaboard cloud at ${board.url}  Read/Write key ${key}  token ${token}`;
  return `Vestaboard at ${board.url}  Local API key ${key}  enablement token ${token}`;
};

const run = async (options: EmulatorOptions): Promise<void> => {
  const draw = (board: EmulatedBoard) =>
    console.log(`${board.url}\n${drawText(board.display.target, process.stdout.isTTY)}`);
  const emulator = await startEmulator({ ...options, onChange: draw });
  for (const board of emulator.boards) console.log(announce(options.type ?? 'flagship', board));
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void emulator.close().then(() => process.exit(0)));
};

const command = parseCommand(process.argv.slice(2));
if ('help' in command) console.log(command.help);
else if ('complaint' in command) {
  console.error(command.complaint);
  process.exitCode = 2;
} else {
  run(command.options).catch((error: NodeJS.ErrnoException) => {
    console.error(`The emulator cannot start: ${error.message}`);
    process.exitCode = 1;
  });
}
