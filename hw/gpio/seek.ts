import type { Cancel, Clock } from '../../src/platform/clock.ts';
import type { Missing, Opened } from './source.ts';

/** A way to reach a thing at a pin; never rejects. `lost` is called when it was reached and is gone. */
export type Way<TFound> = (pin: number, lost: (reason: string) => void) => Promise<TFound | Missing> | TFound | Missing;

/** What a search tells. */
export interface SeekListener<TFound> {
  found(found: TFound): void;
  /** Why there is nothing: at the first search and whenever the reason changes. */
  missing(reason: string): void;
}

/**
 * While there is nothing it is looked for again, first soon: devices appear late, and permissions for them even later.
 */
export const SEEK_FIRST_MS = 2000;
/** Each wait is twice as long as the one before, up to this. */
export const SEEK_LAST_MS = 60_000;

const never: Cancel = () => undefined;

/** Finds a thing at a pin by the first of several ways that leads there, and looks for it again while there is none. */
export class Seeker<TFound extends Opened<string>> {
  readonly #clock: Clock;
  readonly #ways: readonly Way<TFound>[];
  readonly #listener: SeekListener<TFound>;
  #found: TFound | null = null;
  #reason: string | null = null;
  #search = 0;
  #again: Cancel = never;
  #wait = SEEK_FIRST_MS;

  constructor(clock: Clock, ways: readonly Way<TFound>[], listener: SeekListener<TFound>) {
    this.#clock = clock;
    this.#ways = ways;
    this.#listener = listener;
  }

  /** What was found; null while there is nothing. */
  get found(): TFound | null {
    return this.#found;
  }

  /** Why nothing was found; null when something was. */
  get reason(): string | null {
    return this.#found ? null : (this.#reason ?? 'It is being looked for.');
  }

  /** Looks for the thing at a pin, until `close`. */
  open(pin: number): void {
    this.close();
    void this.#seek(pin, ++this.#search);
  }

  /** Lets go of what was found and ends the search. */
  close(): void {
    this.#search++;
    this.#again();
    this.#again = never;
    this.#found?.close();
    this.#found = null;
    this.#reason = null;
    this.#wait = SEEK_FIRST_MS;
  }

  /** What was found does not work any more. */
  lose(pin: number, reason: string): void {
    this.#found?.close();
    this.#found = null;
    this.#report([reason]);
    this.#later(pin, this.#search);
  }

  async #seek(pin: number, search: number): Promise<void> {
    const reasons: string[] = [];
    for (const way of this.#ways) {
      const found = await way(pin, (reason) => search === this.#search && this.lose(pin, reason));
      if (search !== this.#search) return void ('missing' in found || found.close());
      if (!('missing' in found)) return this.#take(found);
      reasons.push(found.missing);
    }
    this.#report(reasons);
    this.#later(pin, search);
  }

  #take(found: TFound): void {
    this.#found = found;
    this.#reason = null;
    this.#wait = SEEK_FIRST_MS;
    this.#listener.found(found);
  }

  #report(reasons: readonly string[]): void {
    const reason = reasons.join(' ');
    if (reason === this.#reason) return;
    this.#reason = reason;
    this.#listener.missing(reason);
  }

  #later(pin: number, search: number): void {
    this.#again();
    this.#again = this.#clock.after(this.#wait, () => void this.#seek(pin, search));
    this.#wait = Math.min(this.#wait * 2, SEEK_LAST_MS);
  }
}
