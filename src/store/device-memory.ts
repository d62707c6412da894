import type { JsonObject } from '../schema/common.ts';
import type { Store } from './store.ts';

/** What the driver of one board keeps over a restart. It is in backups, and goes with the board. */
export interface BoardMemory {
  /** What was saved last; null when there is nothing. */
  load(): JsonObject | null;
  /** Replaces it; resolves when it is on the disk. What belongs to a board that is not stored is not kept. */
  save(value: JsonObject): Promise<void>;
}

/** The memory of a board's driver. */
export const memoryOf = (store: Pick<Store, 'state' | 'update'>, boardId: string): BoardMemory => ({
  load: () => store.state.devices[boardId] ?? null,
  save: async (value) => {
    await store.update(({ boards, devices }) =>
      boards.some(({ id }) => id === boardId) ? { devices: { ...devices, [boardId]: value } } : {},
    );
  },
});
