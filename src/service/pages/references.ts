import { fits, geometryOf } from '../../core/geometry.ts';
import type { StoredBoard } from '../../schema/boards.ts';
import type { IncompatibleReference, Page } from '../../schema/pages.ts';
import type { State } from '../../schema/state.ts';

/** The uses of a page on boards of another size: in rules, pins and silence. A warning only; nothing is changed. */
export const incompatibleReferences = (state: State, page: Page): IncompatibleReference[] =>
  state.boards
    .filter((board) => !fits(geometryOf(page), geometryOf(board)))
    .flatMap((board) => referencesOn(state, page, board));

const referencesOn = (state: State, page: Page, board: StoredBoard): IncompatibleReference[] => {
  const found: IncompatibleReference[] = [];
  const add = (surface: IncompatibleReference['surface'], schedule_id: string | null) =>
    found.push({ board_id: board.id, board_name: board.name, surface, schedule_id });
  const isPrimary = state.boards[0]?.id === board.id;
  for (const rule of state.schedules) {
    if (rule.page_id === page.id && (rule.board_id === board.id || (isPrimary && rule.board_id === '')))
      add('schedule', rule.id);
  }
  if (board.default_page_id === page.id) add('schedule', null);
  if (state.programmes[board.id]?.active_page_id === page.id) add('active_page', null);
  const { page_id, mode } = { ...state.settings.silence, ...state.settings.silence_by_board[board.id] };
  if (mode === 'page' && page_id === page.id) add('silence', null);
  return found;
};
