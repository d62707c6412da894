import type { BoardDetail } from '../../src/schema/boards/boards.ts';
import type { Favourite } from '../../src/schema/content/favourites.ts';
import { BoardPicture } from '../board-view/board-picture.tsx';
import type { CodeRows } from '../board-view/shown.ts';
import { compose } from '../home/composition.ts';
import { lookOf, serviceState } from '../service-state.ts';
import { useStore } from '../store.ts';

/** The flaps of a favourite on a board; null for what only the appliance can draw: pages, and lines. */
const flapsOf = (
  { characters, text, fill }: Favourite,
  { rows, cols }: BoardDetail,
  places: ReturnType<typeof lookOf>['places'],
): CodeRows | null => {
  if (characters) return characters;
  if (typeof fill === 'number') return Array.from({ length: rows }, () => new Array<number>(cols).fill(fill));
  return text ? compose(text, 'center', { rows, cols, places }).characters : null;
};

/** What a favourite puts on a board, before it does; its text where that cannot be drawn. */
export const FavouritePicture = ({ one, board }: { one: Favourite; board: BoardDetail }) => {
  const look = useStore(serviceState, (state) => lookOf(state, board.id));
  const characters = flapsOf(one, board, look.places);
  if (!characters) return one.text ? <p class="favourite-text">{one.text}</p> : null;
  const form = { ...board, rows: characters.length, cols: characters[0]?.length ?? 0 };
  return (
    <div class="favourite-picture">
      <BoardPicture form={form} characters={characters} look={look} />
    </div>
  );
};
