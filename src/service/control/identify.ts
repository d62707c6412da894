import { INSTANT } from '../../board/driver.ts';
import { geometryOf } from '../../core/flaps/geometry.ts';
import type { Grid } from '../../core/flaps/grid.ts';
import { layoutText } from '../../core/flaps/message.ts';
import { getOrInsert } from '../../core/memo.ts';
import type { IdentifyAnswer } from '../../schema/boards/control.ts';
import type { BoardParts } from '../boards/parts.ts';
import { boardOf } from '../lookup.ts';
import { requireOpen, requireWritten, toldOutcome } from '../outcomes.ts';

const SHOWN_MS = 10_000;

/** A board whose name is up: what was on it before, and how many ask for the name. */
interface Named {
  readonly before: Grid | null;
  asking: number;
}

/**
 * Answers what shows the name of a board on it, for 10 s after it was asked for last, and then what it showed: 404
 * unknown, 409 paused or silenced, 429 too early, 500 when the board failed. Messages, pins and rules stay as they are.
 */
export const createIdentify = (parts: BoardParts): ((boardId: string) => Promise<IdentifyAnswer>) => {
  const { store, boards, writer, clock } = parts;
  const named = new Map<string, Named>();
  return async (boardId) => {
    const board = boardOf(store.state, boardId);
    requireOpen(board, writer.refusal(board));
    const before = boards.get(board.id)?.view.characters ?? null;
    const one = getOrInsert(named, board.id, () => ({ before, asking: 0 }));
    one.asking++;
    const release = writer.hold(board.id);
    const leave = (): void => {
      if (--one.asking === 0) named.delete(board.id);
      release();
    };
    const end = async (): Promise<void> => {
      if (one.asking === 1) await restore(parts, board.id, one.before);
      leave();
    };
    try {
      const place = store.state.boards.indexOf(board) + 1;
      const grid = layoutText(`${board.name}\nBOARD ${place}`, geometryOf(board));
      const frame = { grid, force: true, transition: INSTANT };
      const outcome = requireWritten(board, await writer.write(board, frame, 'message'));
      clock.after(SHOWN_MS, () => void end());
      return { board_id: board.id, ...toldOutcome(outcome) };
    } catch (error) {
      leave();
      throw error;
    }
  };
};

/**
 * Shows the programme again; a board without one gets back what was on it. Never rejects for a board that fails: the
 * loop tries again.
 */
const restore = async ({ store, writer, loop }: BoardParts, boardId: string, before: Grid | null): Promise<void> => {
  const board = store.state.boards.find(({ id }) => id === boardId);
  if (!board) return;
  const { decision } = await loop.show(board, false, true);
  if (decision.because === 'none' && before !== null)
    await writer.write(board, { grid: before, transition: INSTANT }, 'message');
};
