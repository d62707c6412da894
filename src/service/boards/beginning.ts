import { EMPTY_PROGRAMME } from '../../core/programme.ts';
import type { StoredBoard } from '../../schema/boards/boards.ts';
import { MOST_SCHEDULES } from '../../schema/limits.ts';
import type { BoardProgramme, State } from '../../schema/state.ts';
import { newId } from '../lookup.ts';
import { misfitOf } from '../pages/showable.ts';

/** The part of the state with which new boards begin. */
export type Begun = Pick<State, 'boards' | 'programmes' | 'schedules'>;

const hasRoom = (state: State, id: string | null, board: StoredBoard): boolean =>
  id !== null && misfitOf(state, id, board) === null;

/** The state with what new boards begin with (rules, B19): what is gone, or of another size, is passed over. */
export const beginBoards = (state: State, begun: Begun): Begun => {
  const { board_id, page_id } = state.settings.new_boards;
  const added = begun.boards.filter(({ id }) => !state.boards.some((one) => one.id === id));
  const model = state.boards.find(({ id }) => id === board_id);
  return added.reduce<Begun>((done, board) => {
    if (model) return copied(state, model, board, done);
    return hasRoom(state, page_id, board) ? withProgramme(done, board.id, { active_page_id: page_id }) : done;
  }, begun);
};

const withProgramme = (begun: Begun, id: string, change: Partial<BoardProgramme>): Begun => ({
  ...begun,
  programmes: { ...begun.programmes, [id]: { ...EMPTY_PROGRAMME, ...begun.programmes[id], ...change } },
});

/** A board with pin, rules and default page of another one. */
const copied = (state: State, model: StoredBoard, board: StoredBoard, begun: Begun): Begun => {
  const fitting = (id: string | null): string | null => (hasRoom(state, id, board) ? id : null);
  const { active_page_id } = state.programmes[model.id] ?? EMPTY_PROGRAMME;
  const isPrimary = state.boards[0]?.id === model.id;
  const rules = state.schedules
    .filter(({ board_id }) => board_id === model.id || (isPrimary && board_id === ''))
    .filter(({ page_id }) => hasRoom(state, page_id, board))
    .slice(0, Math.max(0, MOST_SCHEDULES - begun.schedules.length))
    .map((rule) => ({ ...rule, id: newId(), board_id: board.id }));
  const next: StoredBoard = {
    ...board,
    schedule_enabled: model.schedule_enabled,
    default_page_id: fitting(model.default_page_id),
  };
  return {
    ...withProgramme(begun, board.id, { active_page_id: fitting(active_page_id) }),
    boards: begun.boards.map((one) => (one.id === board.id ? next : one)),
    schedules: [...begun.schedules, ...rules],
  };
};
