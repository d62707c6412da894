import { systemClock } from '../../../src/platform/clock.ts';
import { endWith, runCommand } from '../command-line.ts';
import { parseSerialCommand, type SerialEmulatorOptions } from './arguments.ts';
import { drawLines, readConsole, wireCommands, type ConsoleCommand } from './console.ts';
import { openPty } from './pty.ts';
import { Wire, type WireDevice } from './wire.ts';

/** An emulated device of a kind, as its command runs it. */
export interface RunningDevice extends WireDevice {
  readonly shown: string;
}

/** One kind of emulator: what makes its command different from the others. */
export interface EmulatorKind<TDevice extends RunningDevice> {
  readonly name: string;
  readonly mostModules: number;
  /** Further options of its command, with a line of help each. */
  readonly flags: Readonly<Record<string, string>>;
  make(options: SerialEmulatorOptions, port: { send(bytes: Uint8Array): void; onChange(): void }): TDevice;
  /** Faults that can be typed. */
  commands(device: TDevice): Readonly<Record<string, ConsoleCommand>>;
}

const DRAW_MS = 250;

const run = async <TDevice extends RunningDevice>(
  kind: EmulatorKind<TDevice>,
  options: SerialEmulatorOptions,
): Promise<void> => {
  const wire = new Wire({ clock: systemClock });
  const pty = await openPty(options.path, (bytes) => device.receive(wire.spoil(bytes)));
  let drawn = '';
  let waiting = false;
  const draw = (): void => {
    waiting = false;
    if (device.shown === drawn) return;
    drawn = device.shown;
    console.log(drawLines(drawn, options.cols));
  };
  const onChange = (): void => {
    if (waiting) return;
    waiting = true;
    systemClock.after(DRAW_MS, draw);
  };
  const device = kind.make(options, { send: (bytes) => pty.send(wire.spoil(bytes)), onChange });
  console.log(`A ${kind.name} panel of ${options.rows} rows and ${options.cols} columns is at ${options.path}`);
  readConsole({ ...wireCommands(wire.faults, pty), ...kind.commands(device) });
  endWith(() => pty.unplug());
};

/** Runs an emulator as a command of its own: options from the command line, faults from what is typed. */
export const runEmulator = <TDevice extends RunningDevice>(kind: EmulatorKind<TDevice>): void => {
  const command = parseSerialCommand(kind.name, kind.flags, kind.mostModules, process.argv.slice(2));
  void runCommand(command, (options) => run(kind, options));
};
