import { geometryOf } from '../flaps/geometry.ts';
import { gridFromRows } from '../flaps/grid.ts';
import type { BoardDetail, BoardInstance } from '../../schema/boards/boards.ts';
import type { Look } from './palette.ts';

/** Rows of flap codes, as they travel in JSON. */
export type CodeRows = readonly (readonly number[])[];

/** The board that is drawn large: the one with this id, else the primary one, else the first. */
export const chooseBoard = <B extends Pick<BoardDetail, 'id' | 'is_primary'>>(
  boards: readonly B[],
  selected: string | null,
): B | undefined =>
  boards.find(({ id }) => id === selected) ?? boards.find(({ is_primary }) => is_primary) ?? boards[0];

/**
 * What a board shows, rows × cols: what was read from it or, where output is kept to the browser (`target` is `ui`),
 * what it was asked to show. No rows when neither is known.
 */
export const shownCodes = (board: BoardDetail, target: string): CodeRows => {
  const [first, second] =
    target === 'ui' ? [board.expected_characters, board.characters] : [board.characters, board.expected_characters];
  return first ?? second ?? [];
};

/** How a stored board looks. */
export const storedLook = ({ board_color, code62_glyph, ...board }: BoardInstance): Look => ({
  board_color,
  code62_glyph,
  places: geometryOf(board).places,
});

/** Rows of codes as one array, rows × cols; what is missing is blank. */
export const flatCodes = (characters: CodeRows, rows: number, cols: number): Uint8Array =>
  gridFromRows(characters, rows, cols).codes;
