import { Mutex } from '../../../src/core/mutex.ts';
import type { Clock } from '../../../src/platform/clock.ts';
import { Listeners, pause, within } from '../waiting.ts';
import type { Bus, BusEvents, BusKind } from './bus.ts';
import { parseReply, question, serialQuestion, type Reply } from './frames.ts';

const STUCK = 'The bus of the panel takes no bytes: pull its adapter and plug it in again.';

/** What a conversation needs. */
export interface ConversationOptions {
  readonly clock: Clock;
  readonly kind: BusKind;
  /** Until a bus that takes no frame is given up, in ms. */
  readonly sendMs: number;
  onLost(reason: string): void;
  /** Gets everything that modules say, asked or not. */
  onReply(reply: Reply): void;
}

/**
 * Who speaks when on a shared wire. Modules throw away what arrives between a question and its answer, so nothing is
 * sent before the answer came or its time is over.
 */
export class Conversation {
  readonly #options: ConversationOptions;
  readonly #turns = new Mutex();
  readonly #heard = new Listeners<Reply>();
  #bus: Bus | null = null;
  #opening: Promise<void> | null = null;

  constructor(options: ConversationOptions) {
    this.#options = options;
  }

  /** Whether the bus is open. */
  get isOpen(): boolean {
    return this.#bus !== null;
  }

  /** Opens the bus unless it is open; rejects with a sentence. */
  async open(signal: AbortSignal): Promise<void> {
    if (this.#bus) return;
    this.#opening ??= this.#open(signal).finally(() => (this.#opening = null));
    await this.#opening;
  }

  /** Releases the bus; never rejects. */
  async close(): Promise<void> {
    await this.#opening?.catch(() => undefined);
    const bus = this.#bus;
    this.#bus = null;
    await bus?.close();
  }

  /**
   * Sends frames one after the other, asking for each when its time has come; null ends it. Rejects with a sentence
   * when the bus is gone.
   */
  say(next: () => string | null): Promise<void> {
    return this.#turns.run(async () => {
      for (let frame = next(); frame !== null; frame = next()) await this.#send(frame);
    });
  }

  /** Asks and waits for a reply that `accepts`; null when none comes within `ms` or the signal aborts. */
  ask(frame: string, accepts: (reply: Reply) => boolean, ms: number, signal: AbortSignal): Promise<Reply | null> {
    return this.#turns.run(async () => {
      if (signal.aborted) return null;
      const { clock, kind } = this.#options;
      const reply = this.#heard.first(clock, ms + kind.delayMs, signal, accepts);
      await this.#send(frame);
      return reply;
    });
  }

  /** Asks one module and answers the data of its reply; `answered` is the letter of the reply where it differs. */
  askModule(
    id: number,
    letter: string,
    ms: number,
    signal: AbortSignal,
    data: string | number = '',
    answered = letter,
  ): Promise<string | null> {
    return this.#askFor(question(id, letter, data), id, answered, ms, signal);
  }

  /** Asks one module, by its serial number where it has one, and answers the data of its reply. */
  askWhoHas(
    id: number,
    serial: string | null,
    letter: string,
    ms: number,
    signal: AbortSignal,
  ): Promise<string | null> {
    return this.#askFor(
      serial === null ? question(id, letter) : serialQuestion(serial, letter),
      id,
      letter,
      ms,
      signal,
    );
  }

  /** Asks many at once and collects all replies over `ms`. */
  collect(frame: string, ms: number, signal: AbortSignal): Promise<readonly Reply[]> {
    return this.#turns.run(async () => {
      const replies: Reply[] = [];
      const stop = this.#heard.add((reply) => replies.push(reply));
      try {
        await this.#send(frame);
        await pause(this.#options.clock, ms + this.#options.kind.delayMs, signal);
      } finally {
        stop();
      }
      return replies;
    });
  }

  async #askFor(frame: string, id: number, letter: string, ms: number, signal: AbortSignal): Promise<string | null> {
    const accepts = (reply: Reply): boolean => reply.kind === 'answer' && reply.id === id && reply.letter === letter;
    const reply = await this.ask(frame, accepts, ms, signal);
    return reply?.kind === 'answer' ? reply.data : null;
  }

  async #open(signal: AbortSignal): Promise<void> {
    const made: { bus?: Bus } = {};
    const events: BusEvents = {
      onLine: (line) => this.#hear(line),
      onClose: (reason) => this.#lose(made.bus, reason),
    };
    const bus = await this.#options.kind.open(events, signal);
    made.bus = bus;
    this.#bus = bus;
  }

  #lose(bus: Bus | undefined, reason: string): void {
    if (!bus || this.#bus !== bus) return;
    this.#bus = null;
    this.#options.onLost(reason);
  }

  async #send(frame: string): Promise<void> {
    if (!this.#bus) throw new Error('The bus of the panel is not open.');
    const { clock, sendMs } = this.#options;
    await within(clock, sendMs, this.#bus.send(frame), () => new Error(STUCK));
  }

  #hear(line: string): void {
    const reply = parseReply(line);
    if (!reply) return;
    this.#options.onReply(reply);
    this.#heard.tell(reply);
  }
}
