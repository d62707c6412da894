import { largestShare, sharesOf } from '../core/bounds/shares.ts';
import type { Clock } from '../platform/clock.ts';
import { Slice } from './slice.ts';

/** Who wants a picture. */
export interface Asker {
  /** Its address, or a word for a part of the appliance. */
  readonly address: string;
  /** Aborts when it has gone away: its place is free then. */
  readonly signal?: AbortSignal | undefined;
}

/** What a picture takes: pixels as a measure of its time, and whether it is one that moves. */
export interface Cost {
  readonly pixels: number;
  readonly moves: boolean;
}

/** Pixels that may wait: seconds on a small machine. A picture of one alone may have more. */
const MOST_PIXELS = 128_000_000;
const MOST_WAITING = 256;
/** What a small machine draws in a second. */
const PIXELS_A_SECOND = 16_000_000;
/** As many are drawn at once, each holding a strip and its file; one of them may move. */
const MOST_DRAWN = 2;

interface Place extends Asker, Cost {
  begin(): void;
  refuse(reason: unknown): void;
}

/**
 * The one queue of all pictures. Two are drawn at once, in slices of time, one of which may move; the others wait, each
 * address in its turn. When too much waits, the address with most of it gives way (rules, H7).
 */
export class PictureQueue {
  readonly #clock: Clock;
  readonly #refusal: (retryAfter: number) => Error;
  /** Those that wait, by address, the next address first. */
  readonly #waiting = new Map<string, Place[]>();
  readonly #drawn = new Set<Place>();

  /** `refusal` is what is told when too many wait, with the seconds until another try. */
  constructor(clock: Clock, refusal: (retryAfter: number) => Error) {
    this.#clock = clock;
    this.#refusal = refusal;
  }

  /**
   * Draws a picture when it is its turn. Rejects with the refusal when too many wait, and with the reason of the signal
   * soon after it aborts.
   */
  async draw<T>(asker: Asker, cost: Cost, work: (slice: Slice) => Promise<T>): Promise<T> {
    const { address, signal } = asker;
    signal?.throwIfAborted();
    const place: Place = { address, ...cost, begin: () => undefined, refuse: () => undefined };
    const turn = new Promise<void>((resolve, reject) => {
      place.begin = resolve;
      place.refuse = reject;
    });
    const leave = (): void => this.#remove(place, signal?.reason);
    signal?.addEventListener('abort', leave, { once: true });
    try {
      this.#admit(place);
      this.#beginNext();
      await turn;
      return await work(new Slice(this.#clock, signal));
    } finally {
      signal?.removeEventListener('abort', leave);
      if (this.#drawn.delete(place)) this.#beginNext();
    }
  }

  #admit(place: Place): void {
    const { address } = place;
    const own = this.#waiting.get(address) ?? [];
    this.#waiting.set(address, [...own, place]);
    for (let all = [...this.#waiting.values()].flat(); isTooMuch(all); all = [...this.#waiting.values()].flat()) {
      const most = largestShare(sharesOf(all, weightOf), address).address;
      const last = this.#waiting.get(most)?.at(-1) ?? place;
      this.#remove(last, this.#refusal(Math.min(30, pixelsOf(all) / PIXELS_A_SECOND)));
      if (last === place) return;
    }
  }

  #remove(place: Place, reason: unknown): void {
    const rest = (this.#waiting.get(place.address) ?? []).filter((one) => one !== place);
    if (rest.length > 0) this.#waiting.set(place.address, rest);
    else this.#waiting.delete(place.address);
    place.refuse(reason);
  }

  /** Begins what there is room for; whose turn it was waits behind all other addresses. */
  #beginNext(): void {
    const isMoving = [...this.#drawn].some(({ moves }) => moves);
    for (const [address, places] of this.#waiting) {
      if (this.#drawn.size >= MOST_DRAWN) return;
      const next = places.find(({ moves }) => !(moves && isMoving));
      if (!next) continue;
      this.#waiting.delete(address);
      const rest = places.filter((one) => one !== next);
      if (rest.length > 0) this.#waiting.set(address, rest);
      this.#drawn.add(next);
      next.begin();
      return this.#beginNext();
    }
  }
}

const weightOf = ({ pixels }: Place): number => pixels + MOST_PIXELS / MOST_WAITING;

const pixelsOf = (places: readonly Place[]): number => places.reduce((sum, { pixels }) => sum + pixels, 0);

const isTooMuch = (places: readonly Place[]): boolean =>
  places.length > 1 && (places.length > MOST_WAITING || pixelsOf(places) > MOST_PIXELS);
