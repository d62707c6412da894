import type { StoredBoard } from '../schema/boards/boards.ts';
import type { BoardProgramme } from '../schema/state.ts';

/** The programme of a board for which nothing was decided. */
export const EMPTY_PROGRAMME: BoardProgramme = { active_page_id: null, messages: [] };

/** A board that is paused, until an ISO instant where one is given, or runs. */
export const withPause = (board: StoredBoard, paused: boolean, until: string | null = null): StoredBoard => {
  const { paused_until: _before, ...rest } = board;
  return { ...rest, paused, ...(paused && until !== null && { paused_until: until }) };
};
