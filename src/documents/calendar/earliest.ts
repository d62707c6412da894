import type { Occurrence } from '../calendar-document.ts';

const inOrder = (a: Occurrence, b: Occurrence): number =>
  a.start - b.start || a.end - b.end || (a.name < b.name ? -1 : 1);

/** The first so many occurrences of all that are shown to it, in little memory. */
export class Earliest {
  readonly #most: number;
  #kept: Occurrence[] = [];
  /** The start after which nothing more is wanted. */
  #limit = Infinity;

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes an occurrence, if it may be one of the first. */
  add(occurrence: Occurrence): void {
    if (occurrence.start > this.#limit) return;
    this.#kept.push(occurrence);
    if (this.#kept.length >= 2 * this.#most + 16) this.#prune();
  }

  /** Whether something that starts then comes too late. */
  isTooLate(start: number): boolean {
    return start > this.#limit;
  }

  /** What was found, by start, then by end. */
  sorted(): Occurrence[] {
    this.#prune();
    return this.#kept;
  }

  #prune(): void {
    this.#kept = this.#kept.sort(inOrder).slice(0, this.#most);
    if (this.#kept.length === this.#most) this.#limit = this.#kept.at(-1)?.start ?? Infinity;
  }
}
