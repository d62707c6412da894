import { recordsById } from '../core/records.ts';
import type { State } from '../schema/state.ts';

/** The boards, the primary first, whose content or status may differ after a change of the store. */
export const affectedBoards = (state: State, previous: State, changed: ReadonlySet<keyof State>): string[] => {
  const all = state.boards.map(({ id }) => id);
  const others = [...changed].filter((member) => member !== 'programmes' && member !== 'auth');
  // A message is the most frequent change, and concerns its board alone.
  return others.length > 0 ? all : all.filter((id) => state.programmes[id] !== previous.programmes[id]);
};

/** The boards whose earlier failures no longer count: they were paused or resumed, or the output target changed. */
export const boardsToRetry = (state: State, previous: State): string[] => {
  if (state.settings.output_target !== previous.settings.output_target) return state.boards.map(({ id }) => id);
  if (state.boards === previous.boards) return [];
  return state.boards
    .filter(({ id, paused }) => (recordsById(previous.boards).get(id)?.paused ?? paused) !== paused)
    .map(({ id }) => id);
};
