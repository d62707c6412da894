import type { BoardInstanceWrite } from '../../../src/schema/boards/boards.ts';
import { loadBoards } from '../../service-state.ts';
import { boardOperations } from '../api.ts';

/** Stores one board; the others stay as they are by now. */
export const storeBoard = async (id: string, board: BoardInstanceWrite): Promise<void> => {
  const { boards } = await boardOperations.list();
  await boardOperations.replace(boards.map((one) => (one.id === id ? { ...board, id } : one)));
};

/** Adds a board; answers its id. */
export const addBoard = async (board: BoardInstanceWrite): Promise<string> => {
  const before = new Set((await boardOperations.list()).boards.map(({ id }) => id));
  const { boards } = await boardOperations.add(board);
  await loadBoards();
  return boards.find(({ id }) => !before.has(id))?.id ?? '';
};
