import type { State } from '../schema/state.ts';

/** The boards, the primary first, that may show something else, or tell something else of themselves, after a change of the store. */
export const touchedBoards = (state: State, previous: State, changed: ReadonlySet<keyof State>): string[] => {
  const all = state.boards.map(({ id }) => id);
  const others = [...changed].filter((member) => member !== 'programmes' && member !== 'auth');
  // A message is written far more often than anything else changes, and concerns its board alone.
  return others.length > 0 ? all : all.filter((id) => state.programmes[id] !== previous.programmes[id]);
};
