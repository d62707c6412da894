import type { Header } from './header.ts';
import { namePin } from './header.ts';
import type { StoredBoard } from '../../schema/boards/boards.ts';
import type { PanelDriver } from '../../schema/boards/wiring.ts';
import { claimsOf, claimsOfBoard } from './claims.ts';
import type { PinClaim, PinUsers } from './claims.ts';

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

/**
 * Why a board may not have its pins: the button, the light or a board before it in the list has one of them. Null when
 * it may.
 */
export const findTakenPin = (board: StoredBoard, users: PinUsers, drivers: readonly PanelDriver[]): string | null => {
  const own = claimsOfBoard(board, drivers);
  // Most boards have no pins, and all others would be looked at for each of them.
  if (own.length === 0) return null;
  const at = users.boards.findIndex(({ id }) => id === board.id);
  const earlier = at < 0 ? users.boards : users.boards.slice(0, at);
  const others = claimsOf({ ...users, boards: earlier }, drivers);
  for (const { pin, user } of own) {
    const other = others.find((one) => one.pin === pin);
    if (other) return `GPIO${pin} is used by ${other.user}: ${user} needs another pin.`;
  }
  return null;
};
