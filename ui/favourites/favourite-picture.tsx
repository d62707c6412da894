import { gridToRows } from '../../src/core/flaps/grid.ts';
import { layoutMessage } from '../../src/core/flaps/written.ts';
import type { BoardDetail } from '../../src/schema/boards/boards.ts';
import type { Favourite } from '../../src/schema/content/favourites.ts';
import { BoardPicture } from '../board-view/board-picture.tsx';
import { lookOf, useService } from '../service-state.ts';

/** What a favourite puts on a board, before it does; nothing for a page, which only the appliance can draw. */
export const FavouritePicture = ({ one, board }: { one: Favourite; board: BoardDetail }) => {
  const look = useService((state) => lookOf(state, board.id));
  if (one.page_id) return null;
  const area = { rows: board.rows, cols: board.cols, places: look.places };
  const characters = one.characters ?? gridToRows(layoutMessage(one, area));
  const form = { ...board, rows: characters.length, cols: characters[0]?.length ?? 0 };
  return (
    <div class="favourite-picture">
      <BoardPicture form={form} characters={characters} look={look} />
    </div>
  );
};
