import type { BoardDetail } from '../../src/schema/board.ts';
import { library, lookOf, shownOn } from '../library.ts';
import { useStore } from '../store.ts';
import { strings } from '../strings.ts';
import { BoardPicture } from './board-picture.tsx';
import { textOf } from './reel.ts';

/** A board as it hangs on the wall: case, flaps and all. A screen reader gets its text. */
export const BoardView = ({ board }: { board: BoardDetail }) => {
  const look = useStore(library, (state) => lookOf(state, board.id));
  const characters = useStore(library, (state) => shownOn(state, board.id));
  return <BoardPicture form={board} characters={characters} look={look} label={strings.boardShows(board.name, textOf(characters))} boardId={board.id} />;
};
