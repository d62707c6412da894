import type { BoardRegistry } from '../../board/registry.ts';
import { MINUTE_MS } from '../../core/time/durations.ts';
import type { DisplayLoop } from '../../loop/display.ts';
import type { Store } from '../../store/store.ts';

/** How long one frame may take, its transition included, before its board counts as stuck. */
export const STUCK_MS = 10 * MINUTE_MS;
/** How long the display loop may look at no board: three times as long as it ever does. */
export const QUIET_MS = 3 * MINUTE_MS;

/** The parts whose liveness is checked. */
export interface Liveness {
  readonly store: Store;
  readonly boards: Pick<BoardRegistry, 'get'>;
  readonly loop: Pick<DisplayLoop, 'quietForMs'>;
}

/**
 * What keeps the service from doing its work, in a sentence; null when the display loop looks at the boards (or was
 * stopped on purpose), every enabled board has its actor, none is stuck with a frame, and the store takes updates.
 * Never resolves when the store hangs. A board that fails, or a full disk, does not count: a restart would not mend it.
 */
export const findStall = async ({ store, boards, loop }: Liveness): Promise<string | null> => {
  if (loop.quietForMs > QUIET_MS) return 'The display loop does not look at the boards any more.';
  for (const { id, name, enabled } of store.state.boards) {
    const board = boards.get(id);
    if (!board && enabled) return `The board "${name}" is not running.`;
    if (board && board.busyForMs > STUCK_MS) return `The board "${name}" is stuck with a frame.`;
  }
  // An update that changes nothing waits for those before it, and writes nothing.
  await store.update(() => ({})).catch(() => undefined);
  return null;
};
