import type { BoardProgramme } from '../schema/state.ts';

/** The programme of a board for which nothing was decided. */
export const EMPTY_PROGRAMME: BoardProgramme = { active_page_id: null, timed: null, untimed: null };
