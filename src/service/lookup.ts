import { randomUUID } from 'node:crypto';
import { Fault } from '../fault.ts';
import type { StoredBoard } from '../schema/boards/boards.ts';
import type { State } from '../schema/state.ts';
import { recordsById } from '../core/records.ts';

/** The board of an id or of the word `primary` (rules, B1); 404 when there is none. */
export const boardOf = (state: State, id: string): StoredBoard =>
  requireFound(id === 'primary' ? state.boards[0] : recordsById(state.boards).get(id), 'board', id);

/**
 * The ids of boards that are named, each once, or all of them; 404 for one that is not there, unless it was among the
 * `former`: a board that was removed must not stand in the way of other changes.
 */
export const boardIdsOf = <T extends 'all' | readonly string[]>(
  state: State,
  named: T,
  former: 'all' | readonly string[] = [],
): T | string[] =>
  named === 'all'
    ? named
    : [...new Set((named as readonly string[]).map((id) => (former.includes(id) ? id : boardOf(state, id).id)))];

/** What was found under an id; 404 when it is nothing, which `what` names. */
export const requireFound = <T>(found: T | undefined, what: string, id: string): T => {
  if (found === undefined) throw new Fault(404, `There is no ${what} "${clip(id)}".`);
  return found;
};

/** An id from outside, short enough to repeat. */
export const clip = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** Says of a strategy that there is none of this name; one of a plugin may only be switched off. */
export const tellNoTransition = (strategy: string): string =>
  `there is no transition "${clip(strategy)}"` +
  (strategy.startsWith('plugin:') ? ' that is switched on: those of plugins are a beta feature of the settings.' : '.');

/** A new id for anything that is stored. */
export const newId = (): string => randomUUID();
