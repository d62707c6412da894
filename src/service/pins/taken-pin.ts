import type { StoredBoard } from '../../schema/boards/boards.ts';
import type { PanelDriver } from '../../schema/boards/wiring.ts';
import { claimsOf, claimsOfBoard, type PinUsers } from './claims.ts';

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
