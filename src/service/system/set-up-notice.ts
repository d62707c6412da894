import { INSTANT, type SetUpPlace } from '../../board/driver.ts';
import { geometryOf } from '../../core/flaps/geometry.ts';
import { layoutLines } from '../../core/flaps/message.ts';
import type { Cancel } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { StoredBoard } from '../../schema/boards/boards.ts';
import type { OutcomeCode } from '../../schema/boards/outcomes.ts';
import type { BoardParts } from '../boards/parts.ts';

/** The parts that the notice works with. */
export interface SetUpNoticeOptions extends Pick<BoardParts, 'store' | 'boards' | 'writer' | 'loop'> {
  readonly log: Log;
}

/** Outcomes after which the panel does not say where set-up is. */
const UNSHOWN: ReadonlySet<OutcomeCode> = new Set<OutcomeCode>(['refused', 'unreachable', 'misconfigured', 'disabled']);

/**
 * While Wi-Fi set-up runs, every panel that can be written says where: phones do not always open the page by
 * themselves. Paused panels and those in their silence window stay as they are; messages, pins and rules are untouched,
 * and shown again afterwards. What is answered shows the place, or with null what belongs on the panels, one call after
 * another; it never rejects.
 */
export const createSetUpNotice = ({ store, boards, writer, loop, log }: SetUpNoticeOptions) => {
  const held = new Map<string, Cancel>();
  let work: Promise<void> = Promise.resolve();

  const write = async (stored: StoredBoard, place: SetUpPlace): Promise<void> => {
    const board = boards.get(stored.id);
    if (!board?.physical || stored.device_type !== 'panel' || writer.refusal(stored)) return;
    held.set(stored.id, writer.hold(stored.id));
    if (board.announce(place)) return;
    const { name, address } = place;
    const grid = layoutLines(['WIFI', name, address], geometryOf(stored));
    const { code } = await writer.write(stored, { grid, force: true, transition: INSTANT }, 'message');
    if (UNSHOWN.has(code)) log.warn('A panel does not show where Wi-Fi set-up is.', { board: stored.id });
  };

  const restore = async (boardId: string, release: Cancel): Promise<void> => {
    held.delete(boardId);
    const board = store.state.boards.find(({ id }) => id === boardId);
    try {
      boards.get(boardId)?.announce(null);
      if (board) await loop.show(board, false, true);
    } catch (error) {
      log.warn('A panel could not be brought back to what it showed before Wi-Fi set-up.', { board: boardId, error });
    } finally {
      release();
    }
  };

  const show = async (place: SetUpPlace | null): Promise<void> => {
    for (const [boardId, release] of held) await restore(boardId, release);
    if (place === null || writer.isBrowserOnly) return;
    await Promise.all(store.state.boards.map((board) => write(board, place)));
  };

  return (place: SetUpPlace | null): Promise<void> => {
    work = work.then(() => show(place));
    return work;
  };
};
