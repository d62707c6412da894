import { greediestOf, sharesOf } from './greediest.ts';
import { SMALL_BYTES } from './limits.ts';

/** Bytes in memory for the sake of one client. */
export interface Claim {
  /** Takes more, or less; false when there is no room, and then nothing changes. */
  resize(bytes: number): boolean;
  /** From now on it is not taken back for others. */
  keep(): void;
  /** Gives all of it back; later calls do nothing. */
  release(): void;
}

/**
 * Memory that clients share. When it is full, whoever has most of it loses most: claims of the greediest address are
 * taken back,
 * the largest first, and only that address itself is refused.
 */
export interface ByteBudget {
  /**
   * A claim of no bytes yet for an address. `takeBack` is called when others need its room: the claim is released by
   * then.
   */
  open(address: string, takeBack: () => void): Claim;
  readonly used: number;
}

interface Holder {
  readonly address: string;
  bytes: number;
  /** Null while it may not be taken back. */
  takeBack: (() => void) | null;
}

/** A budget of so many bytes; one claim alone may be larger. */
export const createByteBudget = (most: number): ByteBudget => {
  const holders = new Set<Holder>();
  let used = 0;

  const release = (holder: Holder): void => {
    if (!holders.delete(holder)) return;
    used -= holder.bytes;
  };
  const largestOf = (address: string): Holder | undefined =>
    [...holders].filter((one) => one.address === address && one.takeBack !== null).sort((a, b) => b.bytes - a.bytes)[0];
  /** Takes claims of the greediest back until `more` bytes fit; whether they do. */
  const makeRoom = (asking: Holder, more: number): boolean => {
    while (used + more > most && used > asking.bytes) {
      const shares = sharesOf(holders, ({ bytes }) => bytes);
      shares.set(asking.address, (shares.get(asking.address) ?? 0) + more);
      const { address } = greediestOf(shares, asking.address);
      const victim = address === asking.address ? undefined : largestOf(address);
      if (!victim) return false;
      release(victim);
      victim.takeBack?.();
    }
    return true;
  };

  return {
    get used() {
      return used;
    },
    open: (address, takeBack) => {
      const holder: Holder = { address, bytes: 0, takeBack };
      holders.add(holder);
      return {
        resize: (bytes) => {
          if (!holders.has(holder)) return false;
          const more = bytes - holder.bytes;
          if (more > 0 && bytes > SMALL_BYTES && !makeRoom(holder, more)) return false;
          holder.bytes = bytes;
          used += more;
          return true;
        },
        keep: () => {
          holder.takeBack = null;
        },
        release: () => release(holder),
      };
    },
  };
};
