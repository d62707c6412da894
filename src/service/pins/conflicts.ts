import { namePin, type Header } from './header.ts';
import type { PinClaim } from './claims.ts';

/** What keeps settings from being stored: the sentence, and a key by which the same thing is known again. */
export interface PinConflict {
  readonly key: string;
  readonly detail: string;
}

const keyOf = ({ pin, field, boardId }: PinClaim): string => `${boardId ?? ''} ${field} ${pin}`;

const refusal = (claim: PinClaim, header: Header, user: string): PinConflict => ({
  key: `${keyOf(claim)} / ${user}`,
  detail: `${claim.field}: ${namePin(header, claim.pin)} is used by ${user}; ${claim.user} needs another pin.`,
});

const NO_HEADER: Header = { reason: null, complete: false, pins: [] };

/** Every pin that several want. Of two uses the earlier in the list keeps the pin. */
export const conflictsBetween = (claims: readonly PinClaim[], header = NO_HEADER): PinConflict[] =>
  claims.flatMap((claim, index) => {
    const other = claims.slice(0, index).find(({ pin }) => pin === claim.pin);
    return other ? { ...refusal(claim, header, other.user), key: `${keyOf(claim)} / ${keyOf(other)}` } : [];
  });

const withMachine = (claims: readonly PinClaim[], header: Header): PinConflict[] =>
  claims.flatMap((claim) => {
    const found = header.pins.find(({ pin }) => pin === claim.pin);
    const isBoard = claim.by === 'board' || claim.by === 'spi';
    if (!found && header.complete && isBoard)
      return {
        key: `${keyOf(claim)} / absent`,
        detail: `${claim.field}: GPIO${claim.pin} is not on the header; ${claim.user} needs another pin.`,
      };
    const reserved = found?.reserved;
    return reserved && reserved.by !== claim.by ? refusal(claim, header, reserved.user) : [];
  });

/**
 * Every pin that several want, the machine itself included, and every pin that is not there. Of two uses the earlier in
 * the list keeps the pin.
 */
export const conflictsOf = (claims: readonly PinClaim[], header: Header): PinConflict[] => [
  ...conflictsBetween(claims, header),
  ...withMachine(claims, header),
];

/** The uses with those first that were there before. */
export const olderFirst = (claims: readonly PinClaim[], before: readonly PinClaim[]): PinClaim[] => {
  const known = new Set(before.map(keyOf));
  return [...claims.filter((claim) => known.has(keyOf(claim))), ...claims.filter((claim) => !known.has(keyOf(claim)))];
};
