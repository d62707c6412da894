import { randomUUID } from 'node:crypto';
import { Fault } from '../fault.ts';
import type { StoredBoard } from '../schema/boards/boards.ts';
import type { State } from '../schema/state.ts';
import { recordsById } from '../core/records.ts';

/** The board of an id or of the word `primary` (rules, B1); 404 when there is none. */
export const boardOf = (state: State, id: string): StoredBoard => {
  const board = id === 'primary' ? state.boards[0] : recordsById(state.boards).get(id);
  if (!board) throw new Fault(404, `There is no board "${clip(id)}".`);
  return board;
};

/** An id from outside, short enough to repeat. */
export const clip = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** Says of a strategy that there is none of this name; one of a plugin may only be switched off. */
export const tellNoTransition = (strategy: string): string =>
  `there is no transition "${clip(strategy)}"` +
  (strategy.startsWith('plugin:') ? ' that is switched on: those of plugins are a beta feature of the settings.' : '.');

/** A new id for anything that is stored. */
export const newId = (): string => randomUUID();
