import type { Conversation } from './conversation.ts';
import { parseHealth, type Reply } from './frames.ts';
import { Serials } from './serials.ts';
import type { Position } from './verification.ts';

/** What is needed to ask modules where they are. */
export interface WhereaboutsOptions {
  readonly talk: Conversation;
  readonly replyMs: number;
  idOf(module: number): number;
}

/** Where the modules said that they are, when they were asked last. */
export class Whereabouts {
  readonly #options: WhereaboutsOptions;
  readonly #serials = new Serials();
  #positions: Position[] = [];

  constructor(options: WhereaboutsOptions) {
    this.#options = options;
  }

  /** What a module answered last; null when it was silent or nobody asked. */
  at(module: number): Position {
    return this.#positions[module] ?? null;
  }

  /** Forgets where a module was, or where all were. */
  forget(module?: number): void {
    if (module === undefined) this.#positions = [];
    else this.#positions[module] = null;
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
    const data = serial === undefined ? null : await this.#options.talk.askHealth(id, serial, this.#options.replyMs, signal);
    const position = data === null ? null : (parseHealth(data)?.flap ?? null);
    this.#positions[module] = position;
    return position;
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
