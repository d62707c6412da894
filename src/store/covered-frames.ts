import { gridFromRows, gridToRows, type Grid } from '../core/flaps/grid.ts';
import type { Log } from '../platform/log.ts';
import type { Store } from './store.ts';

/** Keeps over a restart what boards showed before a critical message (rules, P10). */
export const coveredFrames = (store: Pick<Store, 'state' | 'update'>, log: Log) => ({
  /** What was kept for a board last; null when there is nothing. */
  of: (boardId: string): Grid | null => {
    const rows = store.state.programmes[boardId]?.covered;
    return rows ? gridFromRows(rows, rows.length, rows[0]?.length ?? 0) : null;
  },
  /** Keeps it soon, or forgets it; a disk that fails is logged. */
  keep: (boardId: string, grid: Grid | null): void => {
    store
      .update(({ programmes }) => {
        const programme = programmes[boardId];
        const covered = grid && gridToRows(grid);
        return programme ? { programmes: { ...programmes, [boardId]: { ...programme, covered } } } : {};
      })
      .catch((error: unknown) => log.warn('What a message covers could not be stored.', { board: boardId, error }));
  },
});
