import type { IncomingMessage } from 'node:http';
import type { ByteBudget, Claim } from '../../core/bounds/byte-budget.ts';
import { NetError } from '../../platform/network/exchange.ts';

const crowded = (): NetError => new NetError('too much is being read at once');

/** The room for the bodies of one call; whoever has most gives way where there is none. */
export class BodyRoom {
  readonly #claim: Claim;
  readonly #reading = new Set<IncomingMessage>();
  #bytes = 0;

  constructor(bodies: ByteBudget, reader: string) {
    this.#claim = bodies.open(reader, () => {
      for (const answer of this.#reading) answer.destroy(crowded());
    });
  }

  /** Cuts an answer off when others need the room; answers what ends that. */
  watch(answer: IncomingMessage): () => void {
    this.#reading.add(answer);
    return () => void this.#reading.delete(answer);
  }

  /** Takes so many bytes more, or gives them back. Throws NetError when there is no room. */
  take(bytes: number): void {
    if (!this.#claim.resize(this.#bytes + bytes) && bytes > 0) throw crowded();
    this.#bytes += bytes;
  }

  /** Gives all of it back: the call is over. */
  release(): void {
    this.#claim.release();
  }
}
