import { pause } from '../waiting.ts';
import { nameSerial, type OpenLine } from '../serial-line.ts';
import type { ChainLink, ChainPort } from './link.ts';
import { ProtobufLink } from './protobuf-link.ts';
import { TextLink } from './text-link.ts';

/** Speeds at which boards talk: ESP32 boards in messages, older ones in text. */
const MESSAGE_BAUD = 230_400;
const TEXT_BAUD = 38_400;
/** How long the reset line is pulled, and then let go, in ms. */
const RESET_MS = 200;

/** What a chain is opened with. */
export interface ChainOptions extends Omit<ChainPort, 'write'> {
  readonly path: string;
  /** The owner's choice; null tries messages first and text then. */
  readonly baudRate: number | null;
  readonly open: OpenLine;
  /** Told when the line of a chain that was found is gone. */
  onLost(chain: Chain): void;
}

interface Dialect {
  readonly baudRate: number;
  make(port: ChainPort): ChainLink;
}

const dialectsFor = (baudRate: number | null): readonly Dialect[] => {
  const messages: Dialect = { baudRate: baudRate ?? MESSAGE_BAUD, make: (port) => new ProtobufLink(port) };
  const text: Dialect = { baudRate: TEXT_BAUD, make: (port) => new TextLink(port) };
  if (baudRate === null) return [messages, text];
  return [baudRate === TEXT_BAUD ? text : messages];
};

/** A chain that answered, on its open line. */
export interface Chain {
  readonly link: ChainLink;
  /** Restarts the device by its reset line, which ends what it was asked. */
  restart(signal: AbortSignal): Promise<void>;
  /** Releases the line; never rejects. */
  close(reason: string): Promise<void>;
}

/** Opens the line to a chain and finds out how it speaks. Rejects with a sentence when none answers. */
export const openChain = async (options: ChainOptions, signal: AbortSignal): Promise<Chain> => {
  for (const dialect of dialectsFor(options.baudRate)) {
    const chain = signal.aborted ? null : await tryDialect(dialect, options, signal);
    if (chain) return chain;
  }
  throw new Error(
    signal.aborted
      ? 'The panel was stopped.'
      : `${nameSerial(options.path)} is there, but no panel answers: is it switched on?`,
  );
};

const tryDialect = async (
  { baudRate, make }: Dialect,
  { path, open, clock, times, onStatus, onRestart, onLost }: ChainOptions,
  signal: AbortSignal,
): Promise<Chain | null> => {
  const made: { link?: ChainLink; chain?: Chain } = {};
  let isGone = false;
  const lose = (reason: string): void => {
    isGone = true;
    made.link?.drop(reason);
    if (made.chain) onLost(made.chain);
  };
  const line = await open({ path, baudRate }, { onData: (bytes) => made.link?.receive(bytes), onClose: lose });
  const link = make({ clock, times, write: (bytes) => line.write(bytes), onStatus, onRestart });
  made.link = link;
  const close = async (reason: string): Promise<void> => {
    link.drop(reason);
    await line.close();
  };
  const restart = async (until: AbortSignal): Promise<void> => {
    await line.setSignals({ rts: true, dtr: false });
    await pause(clock, RESET_MS, until);
    await line.setSignals({ rts: true, dtr: true });
    await pause(clock, RESET_MS, until);
    link.drop('The panel was restarted.');
  };
  if ((await link.greet(signal)) && !isGone) return (made.chain = { link, restart, close });
  await close('');
  return null;
};
