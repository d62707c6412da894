const MIB = 1024 * 1024;

/** Bytes of heap that all plugins together may keep: results, answers, drawings and triggers. */
export const MOST_KEPT_BYTES = 12 * MIB;
/** The part of it that one plugin or instance may have, with what it holds while it works. */
const MOST_KEPT_BY_ONE = 6 * MIB;

/** What nobody can take away, as long as a fetch lasts, is at most this part of all; little always finds room. */
const HELD_PART = 0.5;
const LITTLE_BYTES = 64 * 1024;

/** What somebody keeps under one name, and how it is given up: `because` is a sentence for the owner. */
interface Item {
  readonly bytes: number;
  readonly giveUp: ((because: string) => void) | null;
}

/** Bytes as an owner reads them. */
const sizeText = (bytes: number): string =>
  bytes < MIB ? `${Math.ceil(bytes / 1024)} KiB` : `${(Math.ceil((bytes * 10) / MIB) / 10).toFixed(1)} MiB`;

/** What is said of something that needs more memory than it may have. */
export const tooMuch = (what: string, bytes: number, most: number): string =>
  `keeps more than its part of the memory: ${what} ${sizeText(bytes)}, at most ${sizeText(most)}`;

/**
 * The memory for what is kept of all plugins (rules, X8): a part for each, and a sum. Where the sum is reached, whoever
 * keeps most gives it up for somebody who keeps less, so that those who keep little are not touched.
 */
export class KeptBudget {
  readonly #most: number;
  readonly #part: number;
  readonly #items = new Map<string, Map<string, Item>>();

  constructor(most = MOST_KEPT_BYTES, part = MOST_KEPT_BY_ONE) {
    this.#most = most;
    this.#part = part;
  }

  /** Bytes that are kept, by all. */
  get bytes(): number {
    return [...this.#items.keys()].reduce((sum, key) => sum + this.bytesOf(key), 0);
  }

  /** Bytes that a key keeps. */
  bytesOf(key: string): number {
    return this.#held(key).bytes;
  }

  /**
   * Takes room for something of a key, in place of what it kept under this name. Answers null, or a sentence when there
   * is none; then what was kept stays. What comes without `giveUp` is held while somebody works with it: nobody can
   * take it away.
   */
  keep(key: string, name: string, bytes: number, giveUp: Item['giveUp'] = null): string | null {
    const others = this.bytesOf(key) - (this.#items.get(key)?.get(name)?.bytes ?? 0);
    const wanted = others + bytes;
    if (wanted > this.#part) return tooMuch('all that it keeps needs', wanted, this.#part);
    if (giveUp === null) return this.#hold(key, name, bytes);
    if (!this.#makeRoom(key, wanted))
      return `finds no room: the ${sizeText(this.#most)} for the data of all plugins are full, and it would keep most (${sizeText(wanted)})`;
    this.#put(key, name, { bytes, giveUp });
    return null;
  }

  /** Gives back what a key kept under a name, or all of it. */
  release(key: string, name?: string): void {
    const items = this.#items.get(key);
    if (name !== undefined) items?.delete(name);
    if (name === undefined || items?.size === 0) this.#items.delete(key);
  }

  #put(key: string, name: string, item: Item): void {
    const items = this.#items.get(key) ?? new Map<string, Item>();
    this.#items.set(key, items.set(name, item));
  }

  #hold(key: string, name: string, bytes: number): string | null {
    const before = this.#items.get(key)?.get(name);
    const own = before?.giveUp === null ? before.bytes : 0;
    const held = [...this.#items.keys()].reduce(
      (sum, one) => sum + this.#held(one).bytes - this.#held(one).removable,
      -own,
    );
    if (bytes > LITTLE_BYTES && held + bytes > this.#most * HELD_PART)
      return `finds no room for its answers (${sizeText(bytes)}): too much is being read at once`;
    this.#put(key, name, { bytes, giveUp: null });
    return null;
  }

  /** Whether there is room for a key that wants so much in all; those who keep more give theirs up for it. */
  #makeRoom(key: string, wanted: number): boolean {
    const rest = [...this.#items.keys()].filter((one) => one !== key).map((one) => ({ key: one, ...this.#held(one) }));
    rest.sort((a, b) => b.bytes - a.bytes);
    let over = rest.reduce((sum, { bytes }) => sum + bytes, wanted) - this.#most;
    const leaving = [];
    for (const one of rest) {
      if (over <= 0 || one.bytes <= wanted) break;
      leaving.push(one);
      over -= one.removable;
    }
    if (over > 0) return false;
    for (const one of leaving) this.#evict(one.key, one.bytes);
    return true;
  }

  #held(key: string): { bytes: number; removable: number } {
    const items = [...(this.#items.get(key)?.values() ?? [])];
    const sum = (of: readonly Item[]): number => of.reduce((bytes, item) => bytes + item.bytes, 0);
    return { bytes: sum(items), removable: sum(items.filter(({ giveUp }) => giveUp !== null)) };
  }

  #evict(key: string, bytes: number): void {
    const because = `gave up its data: the ${sizeText(this.#most)} for the data of all plugins are full, and it kept most (${sizeText(bytes)})`;
    for (const [name, { giveUp }] of this.#items.get(key) ?? []) {
      if (giveUp === null) continue;
      this.release(key, name);
      giveUp(because);
    }
  }
}
