import type { Conversation } from './conversation.ts';
import { parseDescription, type Reply } from './frames.ts';
import { Serials } from './serials.ts';
import { DESCRIPTION_FACTOR } from './times.ts';
import type { Position } from './verification.ts';

const BYTE_MS = 10_000 / 9600;

/** What is needed to ask modules where they are. */
export interface WhereaboutsOptions {
  readonly talk: Conversation;
  readonly replyMs: number;
  idOf(module: number): number;
}

/**
 * Where the modules said that they are, when they were asked last. They are asked for their description, which costs
 * them nothing; health wears out their memory.
 */
export class Whereabouts {
  readonly #options: WhereaboutsOptions;
  readonly #serials = new Serials();
  /** How long the last description of a module was, in bytes: the next one takes as long. */
  readonly #lengths = new Map<number, number>();
  #positions: Position[] = [];

  constructor(options: WhereaboutsOptions) {
    this.#options = options;
  }

  /** What a module answered last; null when it was silent or nobody asked. */
  at(module: number): Position {
    return this.#positions[module] ?? null;
  }

  /** Forgets where the modules were. */
  forget(): void {
    this.#positions = [];
  }

  /** Takes what a module said, asked or not. */
  hear(reply: Reply): void {
    this.#serials.hear(reply);
  }

  /** Asks a module where it is, and first who it is unless that is known; null when it is silent. */
  async locate(module: number, signal: AbortSignal): Promise<Position> {
    const id = this.#options.idOf(module);
    if (this.#serials.of(id) === undefined) await this.#introduce(id, signal);
    const serial = this.#serials.of(id);
    const data =
      serial === undefined ? null : await this.#options.talk.askWhoHas(id, serial, 'A', this.#patience(module), signal);
    if (data !== null) this.#lengths.set(module, data.length);
    const position = data === null ? null : (parseDescription(data)?.flap ?? null);
    this.#positions[module] = position;
    return position;
  }

  /** The serial number of a module; null when it has none, or has not told it. */
  serialOf(module: number): string | null {
    return this.#serials.of(this.#options.idOf(module)) ?? null;
  }

  #patience(module: number): number {
    const { replyMs } = this.#options;
    const length = this.#lengths.get(module);
    return length === undefined ? replyMs * DESCRIPTION_FACTOR : replyMs + length * BYTE_MS;
  }

  /** Asks a module that is silent once more, by its id: another one may be in its place. */
  async locateAgain(module: number, signal: AbortSignal): Promise<Position> {
    return (await this.#introduce(this.#options.idOf(module), signal)) ? this.locate(module, signal) : null;
  }

  /** Asks the module with an id who it is; whether it answered. */
  async #introduce(id: number, signal: AbortSignal): Promise<boolean> {
    return (await this.#options.talk.askModule(id, 'v', this.#options.replyMs, signal)) !== null;
  }
}
