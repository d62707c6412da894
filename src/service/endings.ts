import type { DisplayLoop } from '../loop/display.ts';
import type { Store } from '../store/store.ts';

/** Ends the message without an end of a board, one too that is still on its way there, and stores that; a timed one runs on. */
export const endUntimed = async (store: Store, loop: DisplayLoop, boardId: string): Promise<void> => {
  loop.endMessages(boardId, { timed: false });
  const before = store.state.programmes[boardId];
  if (before?.untimed) await store.update(({ programmes }) => ({ programmes: { ...programmes, [boardId]: { ...(programmes[boardId] ?? before), untimed: null } } }));
};
