import { Fault } from '../../src/fault.ts';
import type { State } from '../../src/schema/state.ts';
import type { Store } from '../../src/store/store.ts';
import { sampleState } from '../support/sample-state.ts';

/** A store of a state in memory, which notes how it was written. */
export const storeWith = (change: (state: State) => Partial<State> = () => ({})) => {
  let state: State = { ...sampleState(), ...change(sampleState()) };
  const written: string[] = [];
  const listeners: ((state: State, previous: State, changed: ReadonlySet<string>) => void)[] = [];
  const update =
    (how: string) =>
    async (next: (now: State) => Partial<State>): Promise<void> => {
      const part = next(state);
      const previous = state;
      state = { ...state, ...part };
      written.push(how);
      for (const call of listeners) call(state, previous, new Set(Object.keys(part)));
    };
  const store = {
    get state() {
      return state;
    },
    update: update('now'),
    updateOften: update('often'),
    onChange: (call: (typeof listeners)[number]) => {
      listeners.push(call);
      return () => void listeners.splice(listeners.indexOf(call), 1);
    },
  } as unknown as Store;
  return { store, written, state: () => state };
};

/** The status and the sentence of a refusal; `done` without one. */
export const refusalOf = async (work: () => unknown): Promise<string> => {
  try {
    await work();
    return 'done';
  } catch (error) {
    if (error instanceof Fault) return `${error.status} ${error.detail}`;
    throw error;
  }
};
