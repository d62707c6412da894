import type { JsonObject } from '../schema/common.ts';
import type { Store } from './store.ts';

/** What the driver of one board keeps over a restart. It is in backups, and goes with the board. */
export const memoryOf = (store: Pick<Store, 'state' | 'update'>, boardId: string) => ({
  /** What was saved last; null when there is nothing. */
  load: (): JsonObject | null => store.state.devices[boardId] ?? null,
  /** Replaces it; resolves when it is on the disk. What belongs to a board that is not stored is not kept. */
  save: async (value: JsonObject): Promise<void> => {
    await store.update(({ boards, devices }) =>
      boards.some(({ id }) => id === boardId) ? { devices: { ...devices, [boardId]: value } } : {},
    );
  },
});
