import type { Motion } from '../../board/frame-request.ts';
import type { Outcome } from '../../board/outcome.ts';
import { geometryOf } from '../../core/flaps/geometry.ts';
import { createGrid, type Grid } from '../../core/flaps/grid.ts';
import type { StoredBoard } from '../../schema/boards/boards.ts';
import type { OutcomeCode } from '../../schema/boards/outcomes.ts';
import type { BoardParts } from '../boards/parts.ts';
import { requireReached } from '../outcomes.ts';

/** Blanks that are written as soon as the board takes them. */
const LATER: ReadonlySet<OutcomeCode> = new Set<OutcomeCode>(['too_soon', 'quiet_hours', 'unreachable']);

/** The blank grid of a board's size. */
export const blankOf = (board: StoredBoard): Grid => createGrid(geometryOf(board).rows, geometryOf(board).cols);

/**
 * Blanks a board that has nothing to return to. Throws Fault 500 when the write failed. What the board takes later is
 * left to the loop, as a message without an end.
 */
export const blankBoard = async (
  { writer, stored }: Pick<BoardParts, 'writer' | 'stored'>,
  board: StoredBoard,
  motion: Motion,
): Promise<Outcome> => {
  const outcome = await writer.write(board, { grid: blankOf(board), force: true, ...motion }, 'message');
  if (outcome.code === 'quiet_hours') writer.markFailed(board.id);
  if (LATER.has(outcome.code)) await stored.keepBlank(board);
  return requireReached(board, outcome);
};
