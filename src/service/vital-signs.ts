import type { BoardRegistry } from '../board/registry.ts';
import type { Store } from '../store/store.ts';

/** How long one frame may take, its transition included, before its board counts as stuck. */
export const STUCK_MS = 600_000;

/**
 * What keeps the service from doing its work, in a sentence; null when every enabled board has its actor, none is stuck with a frame,
 * and the store takes updates. Never resolves when the store hangs. A board that fails, or a full disk, is no ailment: a restart does not heal it.
 */
export const findAilment = async (store: Store, boards: Pick<BoardRegistry, 'get'>): Promise<string | null> => {
  for (const { id, name, enabled } of store.state.boards) {
    const board = boards.get(id);
    if (!board && enabled) return `The board "${name}" is not running.`;
    if (board && board.busyForMs > STUCK_MS) return `The board "${name}" is stuck with a frame.`;
  }
  // An update that changes nothing waits for those before it, and writes nothing.
  await store.update(() => ({})).catch(() => undefined);
  return null;
};
