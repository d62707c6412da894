import { largestShare, sharesOf } from './shares.ts';

/** Bytes in memory for one client. */
export interface Claim {
  /** Takes more, or less; false when there is no room, and then nothing changes. */
  resize(bytes: number): boolean;
  /** From now on it is not taken back for others. */
  keep(): void;
  /** Gives all of it back; later calls do nothing. */
  release(): void;
}

interface Holder {
  readonly address: string;
  bytes: number;
  /** Null while it may not be taken back. */
  takeBack: (() => void) | null;
}

/**
 * Memory that clients share. When it is full, the address with most of it gives way: its claims are taken back, the
 * largest first, and only that address itself is refused.
 */
export class ByteBudget {
  readonly #most: number;
  readonly #small: number;
  readonly #holders = new Set<Holder>();
  #used = 0;

  /** A budget of `most` bytes; one claim alone may be larger, and one of `small` bytes is never refused. */
  constructor(most: number, small: number) {
    this.#most = most;
    this.#small = small;
  }

  /** Bytes that are claimed now. */
  get used(): number {
    return this.#used;
  }

  /**
   * A claim of no bytes yet for an address. `takeBack` is called when others need its room: the claim is released by
   * then.
   */
  open(address: string, takeBack: () => void): Claim {
    const holder: Holder = { address, bytes: 0, takeBack };
    this.#holders.add(holder);
    return {
      resize: (bytes) => this.#resize(holder, bytes),
      keep: () => {
        holder.takeBack = null;
      },
      release: () => this.#release(holder),
    };
  }

  /** Whether an address would get room for `bytes` now, be it by what others would give back. */
  fits(address: string, bytes: number): boolean {
    if (bytes <= this.#small || this.#used === 0 || this.#used + bytes <= this.#most) return true;
    const shares = sharesOf(this.#holders, (holder) => holder.bytes);
    shares.set(address, (shares.get(address) ?? 0) + bytes);
    return largestShare(shares, address).address !== address;
  }

  #resize(holder: Holder, bytes: number): boolean {
    if (!this.#holders.has(holder)) return false;
    const more = bytes - holder.bytes;
    if (more > 0 && bytes > this.#small && !this.#makeRoom(holder, more)) return false;
    holder.bytes = bytes;
    this.#used += more;
    return true;
  }

  #release(holder: Holder): void {
    if (this.#holders.delete(holder)) this.#used -= holder.bytes;
  }

  /** Takes claims of the largest address back until `more` bytes fit; whether they do. */
  #makeRoom(asking: Holder, more: number): boolean {
    while (this.#used + more > this.#most && this.#used > asking.bytes) {
      const shares = sharesOf(this.#holders, ({ bytes }) => bytes);
      shares.set(asking.address, (shares.get(asking.address) ?? 0) + more);
      const { address } = largestShare(shares, asking.address);
      const victim = address === asking.address ? undefined : this.#largestOf(address);
      if (!victim) return false;
      this.#release(victim);
      victim.takeBack?.();
    }
    return true;
  }

  #largestOf(address: string): Holder | undefined {
    return [...this.#holders]
      .filter((one) => one.address === address && one.takeBack !== null)
      .sort((a, b) => b.bytes - a.bytes)[0];
  }
}
