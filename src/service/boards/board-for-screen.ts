import { EMPTY_PROGRAMME } from '../../core/programme.ts';
import { fits, geometryOf } from '../../core/flaps/geometry.ts';
import { MOST_BOARDS } from '../../schema/limits.ts';
import type { StoredBoard } from '../../schema/boards/boards.ts';
import type { Page } from '../../schema/content/pages.ts';
import type { State } from '../../schema/state.ts';
import { welcomePage } from '../pages/welcome.ts';
import { screensOf, type FoundScreen } from './found-screen.ts';
import { newBoard } from './new-board.ts';
import { applyInstance, PLAIN_PANEL, withBoards } from './settings.ts';

const screenBoard = (
  others: readonly StoredBoard[],
  device: string,
  grid_rows: number,
  grid_cols: number,
): StoredBoard => {
  const panel = {
    driver: 'screen' as const,
    connection: { device, frame: 'framed' as const, drift: true },
    ...PLAIN_PANEL,
  };
  const body = { name: 'Screen', device_type: 'panel' as const, grid_rows, grid_cols, panel };
  return applyInstance(body, newBoard(body, others));
};

/** The page with which the appliance greets, where it has the size of the board. */
const greetingFor = ({ pages, boards, programmes }: State, board: StoredBoard): Page | undefined => {
  const pinned = programmes[boards[0]?.id ?? '']?.active_page_id;
  return pages.find((page) => page.id === pinned && fits(geometryOf(page), geometryOf(board)));
};

/**
 * The state with a board "Screen" for a screen and a page on it, or without where a board has that screen already or
 * there are as many boards as there may be.
 */
export const withScreenBoard = (state: State, { path, rows, cols }: FoundScreen, now: string): Partial<State> => {
  const settings = { ...state.settings, screen_offered: true };
  if (screensOf(state.boards).has(path) || state.boards.length >= MOST_BOARDS) return { settings };
  const board = screenBoard(state.boards, path, rows, cols);
  const next = withBoards(state, [...state.boards, board]);
  const begun = { ...next, settings: { ...settings, ...next.settings, screen_offered: true } };
  // Where the owner chose what new boards begin with, that counts.
  if (next.programmes[board.id]?.active_page_id || state.settings.new_boards.board_id !== null) return begun;
  const page = greetingFor(state, board) ?? welcomePage(board, now);
  return {
    ...begun,
    pages: state.pages.includes(page) ? state.pages : [...state.pages, page],
    programmes: { ...next.programmes, [board.id]: { ...EMPTY_PROGRAMME, active_page_id: page.id } },
  };
};
