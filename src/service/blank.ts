import { reasonOf, type Shot } from '../board/delivery.ts';
import type { BoardRegistry } from '../board/registry.ts';
import { geometryOf } from '../core/geometry.ts';
import { createGrid, type Grid } from '../core/grid.ts';
import { UI_ONLY } from '../core/no-flaps.ts';
import { Fault } from '../fault.ts';
import type { DisplayLoop } from '../loop/display.ts';
import type { Programme } from '../loop/programme.ts';
import type { Clock } from '../platform/clock.ts';
import type { StoredBoard } from '../schema/board.ts';
import type { Store } from '../store/store.ts';

/** What blanking needs from its surroundings. */
export interface BlankParts {
  readonly store: Store;
  readonly boards: BoardRegistry;
  readonly loop: DisplayLoop;
  readonly programme: Programme;
  readonly clock: Clock;
}

/** The blank grid of a board's size. */
export const blankOf = (board: StoredBoard): Grid => createGrid(geometryOf(board).rows, geometryOf(board).cols);

/**
 * Blanks a board that has nothing to return to. Answers why no flaps moved, null when they did; throws Fault 500 when the write
 * failed. What takes no write now is left to the loop, as a message without an end.
 */
export const blankBoard = async (parts: BlankParts, board: StoredBoard, look: Pick<Shot, 'transition' | 'animate'>): Promise<string | null> => {
  const grid = blankOf(board);
  const running = parts.boards.get(board.id);
  if (parts.programme.target === 'ui' || !running) {
    running?.preview(grid);
    return UI_ONLY;
  }
  const delivery = await running.show({ grid, force: true, ...look });
  const isRefused = delivery.status === 'failed' && delivery.refused;
  if (delivery.status === 'locked' || (delivery.status === 'failed' && !isRefused)) parts.loop.lose(board.id);
  if (['throttled', 'locked', 'failed'].includes(delivery.status) && !isRefused) await blankLater(parts, board);
  if (delivery.status === 'failed') throw new Fault(500, `The board "${board.name}" could not be written: ${delivery.reason}`);
  return reasonOf(delivery);
};

/** Leaves it to the loop to blank a board, as a message without an end, as soon as it takes a write. */
export const blankLater = ({ store, programme, clock }: BlankParts, board: StoredBoard): Promise<void> => {
  const { rows, cols } = geometryOf(board);
  const untimed = programme.untimedOver(board.id, { kind: 'grid', rows, cols, characters: [] }, clock.now());
  return store.update(({ programmes }) => {
    const before = programmes[board.id] ?? { active_page_id: null, timed: null, untimed: null };
    return { programmes: { ...programmes, [board.id]: { ...before, untimed } } };
  });
};
