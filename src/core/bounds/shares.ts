/** What belongs to an address. */
export interface Owned {
  readonly address: string;
}

/** How much each address has. */
export const sharesOf = <T extends Owned>(all: Iterable<T>, weigh: (one: T) => number): Map<string, number> => {
  const shares = new Map<string, number>();
  for (const one of all) shares.set(one.address, (shares.get(one.address) ?? 0) + weigh(one));
  return shares;
};

/** The address that has most, and how much that is; among equals not the one that asks, `newcomer`. */
export const largestShare = (
  shares: ReadonlyMap<string, number>,
  newcomer: string,
): { readonly address: string; readonly share: number } => {
  let largest = { address: newcomer, share: shares.get(newcomer) ?? 0 };
  for (const [address, share] of shares) {
    const isMore = share > largest.share || (share === largest.share && largest.address === newcomer);
    if (isMore) largest = { address, share };
  }
  return largest;
};
