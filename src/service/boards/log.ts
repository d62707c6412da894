import type { BoardRegistry } from '../../board/registry.ts';
import type { Log } from '../../platform/log.ts';
import type { Store } from '../../store/store.ts';
import { recordsById } from '../../core/records.ts';

interface Condition {
  readonly failed: boolean;
  readonly drifted: boolean;
}

const WELL: Condition = { failed: false, drifted: false };

/**
 * Writes into the log when a board begins to fail, when it is well again, and when something else wrote on it; each
 * once. Answers what is to be called when something of a board may have changed.
 */
export const createBoardLog = (store: Store, boards: BoardRegistry, log: Log): ((boardId: string) => void) => {
  const known = new Map<string, Condition>();
  return (boardId) => {
    const stored = recordsById(store.state.boards).get(boardId);
    const view = boards.get(boardId)?.view;
    if (!stored || !view) return void known.delete(boardId);
    const before = known.get(boardId) ?? WELL;
    const now = { failed: view.error !== null, drifted: view.drifted };
    known.set(boardId, now);
    const fields = { board: stored.name, id: boardId };
    if (now.failed && !before.failed) log.warn('a board fails', { ...fields, error: view.error });
    if (!now.failed && before.failed) log.info('a board is well again', fields);
    if (now.drifted && !before.drifted) log.warn('something else wrote on a board', fields);
  };
};
