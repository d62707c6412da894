import type { BoardDetail } from '../../src/schema/boards/boards.ts';
import { conditionOf, lookOf, shownOn, useService } from '../service-state.ts';
import { strings } from '../strings.ts';
import { BoardPicture } from './board-picture.tsx';
import { textOf } from './spoken.ts';

/**
 * A board as it hangs on the wall: case, flaps and all; one that cannot be reached is marked. A screen reader gets its
 * text.
 */
export const BoardView = ({ board }: { board: BoardDetail }) => {
  const look = useService((state) => lookOf(state, board.id));
  const characters = useService((state) => shownOn(state, board.id));
  const faulty = useService((state) => (conditionOf(state, board.id)?.error ?? null) !== null);
  const label = strings.boardShows(board.name, textOf(characters));
  return (
    <BoardPicture
      form={board}
      characters={characters}
      look={look}
      label={faulty ? strings.boardFaulty(label) : label}
      boardId={board.id}
      turning
    >
      {faulty && (
        <span class="board-fault" aria-hidden="true">
          !
        </span>
      )}
    </BoardPicture>
  );
};
