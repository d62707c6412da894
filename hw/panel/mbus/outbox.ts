import type { Moves, Start } from '../moves.ts';
import { unlessAborted } from '../waiting.ts';
import type { Conversation } from './conversation.ts';

/** What an outbox needs. */
export interface OutboxOptions {
  readonly talk: Conversation;
  readonly moves: Moves;
  /** The pause between two frames on the wire, in ms. */
  readonly gapMs: number;
  /** The frame that sends a module to a flap. */
  frameFor(module: number, flap: number): string;
  onSent(module: number): void;
}

/** Modules that may start and were not told yet; of each only the newest flap. */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #starts = new Map<number, Start>();

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Takes modules that may start. */
  put(starts: readonly Start[]): void {
    for (const start of starts) this.#starts.set(start.module, start);
  }

  /** Forgets what was not sent yet. */
  clear(): void {
    this.#starts.clear();
  }

  /** Drops what was not sent yet: where those modules are is unknown then. Answers whether there was any. */
  halt(): boolean {
    const modules = [...this.#starts.keys()];
    this.clear();
    for (const module of modules) this.#options.moves.rested(module, null);
    return modules.length > 0;
  }

  /**
   * Sends all of it, as the wire is free; rejects with a sentence when the bus is gone. What could not be sent is
   * unknown, so the next write sends it again.
   */
  async transmit(signal: AbortSignal): Promise<void> {
    const { talk } = this.#options;
    try {
      await unlessAborted(
        talk.say(() => (signal.aborted ? null : this.#nextFrame())),
        signal,
      );
    } catch (error) {
      this.halt();
      throw error;
    }
  }

  #nextFrame(): string | null {
    const [start] = this.#starts.values();
    if (!start) return null;
    const { module, flap, ms } = start;
    const { moves, gapMs, frameFor, onSent } = this.#options;
    this.#starts.delete(module);
    // It may have to wait for the wire first.
    moves.departed(module, flap, ms + gapMs);
    onSent(module);
    return frameFor(module, flap);
  }
}
