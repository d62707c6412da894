import type { BoardRegistry } from '../../board/registry.ts';
import type { DisplayLoop } from '../../loop/display.ts';
import type { Programme } from '../../loop/programme.ts';
import type { Writer } from '../../loop/writer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Store } from '../../store/store.ts';
import type { StoredMessages } from '../messages/stored.ts';

/** What use cases about boards work with: the stored state, the running boards, what decides and what writes. */
export interface BoardParts {
  readonly store: Store;
  readonly boards: BoardRegistry;
  readonly writer: Writer;
  readonly stored: StoredMessages;
  readonly loop: DisplayLoop;
  readonly programme: Programme;
  readonly clock: Clock;
}

/** Does some work on boards while the programme is kept off them. */
export const whileAllHeld = async <T>(
  writer: Pick<Writer, 'hold'>,
  boardIds: readonly string[],
  work: () => Promise<T>,
): Promise<T> => {
  const releases = boardIds.map((id) => writer.hold(id));
  try {
    return await work();
  } finally {
    for (const release of releases) release();
  }
};

/** Does some work on a board while the programme is kept off it. */
export const whileHeld = <T>(writer: Pick<Writer, 'hold'>, boardId: string, work: () => Promise<T>): Promise<T> =>
  whileAllHeld(writer, [boardId], work);
