import { getOrInsert } from '../../core/memo.ts';
import { MASK, partsOf, format, maskParts, maskAddress, destinationOf } from './secret-address.ts';

/** Why a masked address cannot be made whole: nothing is stored for it, or what is stored belongs to another server. */
export type Unmasking = { readonly address: string } | { readonly problem: 'unknown' | 'moved' };

/**
 * The stored text of each masked one, the first for the first that looks like it; undefined where there is none for it.
 */
const restoreEach = (
  sent: readonly string[],
  stored: readonly string[],
  masked: readonly string[],
): (string | undefined)[] => {
  const waiting = new Map<string, string[]>();
  // From the end, so that the first one is taken first.
  for (const [index, text] of [...masked.entries()].toReversed())
    getOrInsert(waiting, text, () => []).push(stored[index] ?? '');
  return sent.map((text) => (text.includes(MASK) ? waiting.get(text)?.pop() : text));
};

/**
 * An address in which every `***` is again what is stored there, as long as scheme, host and port are the stored ones.
 */
export const unmaskAddress = (sent: string, stored: string | null): Unmasking => {
  const parts = partsOf(sent);
  if (!parts || !sent.includes(MASK)) return { address: sent };
  const known = partsOf(stored ?? '');
  if (stored === null || !known) return { problem: 'unknown' };
  if (destinationOf(sent) !== destinationOf(stored)) return { problem: 'moved' };
  if (sent === maskAddress(stored)) return { address: stored };
  const masked = maskParts(known);
  const path = restoreEach(parts.path, known.path, masked.path);
  const query = restoreEach(parts.query, known.query, masked.query);
  const [user, password] = [
    parts.user === MASK ? known.user || undefined : parts.user,
    parts.password === MASK ? (known.password ?? undefined) : parts.password,
  ];
  const fragment = parts.fragment.includes(MASK)
    ? parts.fragment === masked.fragment
      ? known.fragment
      : undefined
    : parts.fragment;
  if (user === undefined || password === undefined || fragment === undefined || [...path, ...query].includes(undefined))
    return { problem: 'unknown' };
  return { address: format({ ...parts, user, password, fragment, path: path as string[], query: query as string[] }) };
};
