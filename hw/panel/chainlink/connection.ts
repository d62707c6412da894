import { CALLED_OFF, pause, unlessAborted } from '../waiting.ts';
import { nameSerial } from '../serial-line.ts';
import type { Line, OpenLine } from '../serial-line.ts';
import type { ChainLink, ChainPort } from './link.ts';
import { ProtobufLink } from './protobuf-link.ts';
import { TextLink } from './text-link.ts';

/** Speeds at which boards talk: ESP32 boards in messages, older ones in text. */
const MESSAGE_BAUD = 230_400;
const TEXT_BAUD = 38_400;
/** How long the reset line is pulled, and then let go, in ms. */
const RESET_MS = 200;

/** What a connection needs. `adopt` looks at a device that was found, and throws a sentence when it does not fit. */
export interface ConnectionOptions extends Omit<ChainPort, 'write'> {
  readonly path: string;
  /** The owner's choice; null tries messages first and text then. */
  readonly baudRate: number | null;
  readonly open: OpenLine;
  adopt(link: ChainLink): void;
  onLost(reason: string): void;
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

/** The line to a chain of modules: opened when it is needed, and again after it was lost. */
export class ChainConnection {
  readonly #options: ConnectionOptions;
  #line: Line | null = null;
  #link: ChainLink | null = null;
  #connecting: Promise<ChainLink> | null = null;
  #closing = new AbortController();

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** The link that stands; null when there is none now. */
  get link(): ChainLink | null {
    return this.#link;
  }

  /**
   * The link, made when there is none. Rejects with a sentence when the device cannot be reached; ends early when the
   * signal aborts.
   */
  async connect(signal: AbortSignal): Promise<ChainLink> {
    if (this.#link) return this.#link;
    if (signal.aborted) throw new Error(CALLED_OFF);
    this.#connecting ??= this.#establish().finally(() => (this.#connecting = null));
    this.#connecting.catch(() => undefined);
    return unlessAborted(this.#connecting, signal);
  }

  /** Releases the line; never rejects. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#connecting?.catch(() => undefined);
    await this.#release('The panel was stopped.');
    this.#closing = new AbortController();
  }

  /** Restarts the device by its reset line; the next request connects anew. */
  async restart(): Promise<void> {
    const { clock } = this.#options;
    await this.#line?.setSignals({ rts: true, dtr: false });
    await pause(clock, RESET_MS, this.#closing.signal);
    await this.#line?.setSignals({ rts: true, dtr: true });
    await pause(clock, RESET_MS, this.#closing.signal);
    await this.#release('The panel was restarted.');
  }

  async #establish(): Promise<ChainLink> {
    const { path, baudRate, adopt } = this.#options;
    for (const dialect of dialectsFor(baudRate)) {
      const link = await this.#try(dialect);
      if (!link) continue;
      try {
        adopt(link);
      } catch (error) {
        await this.#release('');
        throw error;
      }
      return (this.#link = link);
    }
    throw new Error(
      this.#closing.signal.aborted
        ? 'The panel was stopped.'
        : `${nameSerial(path)} is there, but no panel answers: is it switched on?`,
    );
  }

  async #try({ baudRate, make }: Dialect): Promise<ChainLink | null> {
    const { path, open, clock, times, onStatus, onRestart } = this.#options;
    if (this.#closing.signal.aborted) return null;
    const made: { link?: ChainLink } = {};
    const lose = (reason: string): void => {
      if (made.link) this.#lose(made.link, reason);
    };
    const line = await open({ path, baudRate }, { onData: (bytes) => made.link?.receive(bytes), onClose: lose });
    this.#line = line;
    const link = make({ clock, times, write: (bytes) => line.write(bytes), onStatus, onRestart });
    made.link = link;
    if ((await link.greet(this.#closing.signal)) && this.#line === line) return link;
    await this.#release('');
    return null;
  }

  #lose(link: ChainLink, reason: string): void {
    link.drop(reason);
    this.#line = null;
    if (this.#link !== link) return;
    this.#link = null;
    this.#options.onLost(reason);
  }

  async #release(reason: string): Promise<void> {
    const line = this.#line;
    this.#line = null;
    this.#link?.drop(reason);
    this.#link = null;
    await line?.close();
  }
}
