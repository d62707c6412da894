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
 * once.
 */
export class BoardLog {
  readonly #store: Store;
  readonly #boards: BoardRegistry;
  readonly #log: Log;
  readonly #known = new Map<string, Condition>();

  constructor(store: Store, boards: BoardRegistry, log: Log) {
    this.#store = store;
    this.#boards = boards;
    this.#log = log;
  }

  /** Something of a board may have changed. */
  changed(boardId: string): void {
    const stored = recordsById(this.#store.state.boards).get(boardId);
    const view = this.#boards.get(boardId)?.view;
    if (!stored || !view) return void this.#known.delete(boardId);
    const before = this.#known.get(boardId) ?? WELL;
    const now = { failed: view.error !== null, drifted: view.drifted };
    this.#known.set(boardId, now);
    const fields = { board: stored.name, id: boardId };
    if (now.failed && !before.failed) this.#log.warn('a board fails', { ...fields, error: view.error });
    if (!now.failed && before.failed) this.#log.info('a board is well again', fields);
    if (now.drifted && !before.drifted) this.#log.warn('something else wrote on a board', fields);
  }
}
