import type { Reply } from './frames.ts';

const VERSION = /^\d+:(\d+)(?::([0-9A-F]{20}))?$/i;

/** The serial numbers of modules, from their answers to `v` and from being given an id. */
export class Serials {
  readonly #byId = new Map<number, string | null>();

  /**
   * The serial number of the module with an id; null when its firmware has none, undefined while it has not said so.
   */
  of(id: number): string | null | undefined {
    return this.#byId.get(id);
  }

  /** Takes what a module said, asked or not. */
  hear(reply: Reply): void {
    if (reply.kind === 'assigned') this.#learn(reply.id, reply.serial);
    if (reply.kind !== 'answer') return;
    const serial = serialIn(reply);
    if (serial) this.#learn(reply.id, serial.toUpperCase());
    else if (serial === null && !this.#byId.has(reply.id)) this.#byId.set(reply.id, null);
  }

  /** A module has one id at a time. */
  #learn(id: number, serial: string): void {
    for (const [other, known] of this.#byId) if (known === serial) this.#byId.delete(other);
    this.#byId.set(id, serial);
  }
}

const serialIn = ({ id, letter, data }: Extract<Reply, { kind: 'answer' }>): string | null | undefined => {
  const match = letter === 'v' ? VERSION.exec(data) : null;
  return match && Number(match[1]) === id ? (match[2] ?? null) : undefined;
};
