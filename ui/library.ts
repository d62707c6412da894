import type { BoardDetail } from '../src/schema/board.ts';
import { ApiError, api } from './api.ts';
import { PLAIN } from './board-view/colours.ts';
import type { Look } from './board-view/colours.ts';
import { createStore } from './store.ts';

/** What the interface knows of the service. */
export interface Library {
  /** In the service's order, the primary board first; null until the first answer. */
  readonly boards: readonly BoardDetail[] | null;
  readonly looks: Readonly<Record<string, Look>>;
  /** Names of pages and collections by id. */
  readonly names: Readonly<Record<string, string>>;
  /** Whether changes arrive as they happen. */
  readonly live: boolean;
  /** The service wants to know who is there. */
  readonly locked: boolean;
  /** Why nothing could be loaded; null when all is well. */
  readonly problem: string | null;
}

/** The one store of the interface. */
export const library = createStore<Library>({ boards: null, looks: {}, names: {}, live: false, locked: false, problem: null });

/** Whether an error means that the service asks for a sign-in, or for the first decision about it. */
export const needsSignIn = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || (error.status === 409 && error.body['setup_required'] === true));

const note = (error: unknown): void => {
  if (needsSignIn(error)) library.set({ locked: true });
  else library.set({ problem: error instanceof Error ? error.message : String(error) });
};

/** Puts a board's new state into the store; a board that is not known yet is appended. */
export const keepBoard = (board: BoardDetail): void => {
  const boards = library.get().boards ?? [];
  const known = boards.some(({ id }) => id === board.id);
  library.set({ boards: known ? boards.map((other) => (other.id === board.id ? board : other)) : [...boards, board] });
};

/** Puts what a board's flaps show into the store. */
export const keepFrame = (boardId: string, characters: number[][]): void => {
  const board = library.get().boards?.find(({ id }) => id === boardId);
  if (board) keepBoard({ ...board, characters });
};

const loadBoards = async (): Promise<void> => {
  const { boards } = await api.boards();
  library.set({ boards: await Promise.all(boards.map(({ id }) => api.board(id))), locked: false, problem: null });
};

const loadLooks = async (): Promise<void> => {
  const { boards } = await api.boardSettings();
  library.set({ looks: Object.fromEntries(boards.map(({ id, board_color, code62_glyph }) => [id, { board_color, code62_glyph }])) });
};

const loadNames = async (): Promise<void> => {
  const [{ pages }, { collections }] = await Promise.all([api.pages(), api.collections()]);
  library.set({ names: Object.fromEntries([...pages, ...collections].map(({ id, name }) => [id, name])) });
};

/** Loads everything again; what cannot be loaded is told in the store. */
export const loadLibrary = async (): Promise<void> => {
  await Promise.all([loadBoards().catch(note), loadLooks().catch(note), loadNames().catch(note)]);
};

/** The look of a board. */
export const lookOf = (state: Library, boardId: string): Look => state.looks[boardId] ?? PLAIN;
