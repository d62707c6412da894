import { Fault } from '../../src/fault.ts';
import type { State } from '../../src/schema/state.ts';
import type { Store } from '../../src/store/store.ts';
import { sampleState } from '../support/sample-state.ts';

/** A store of a state in memory, which notes how it was written. */
export const storeWith = (change: (state: State) => Partial<State> = () => ({})) => {
  let state: State = { ...sampleState(), ...change(sampleState()) };
  const written: string[] = [];
  const update =
    (how: string) =>
    async (next: (now: State) => Partial<State>): Promise<void> => {
      const part = next(state);
      state = { ...state, ...part };
      written.push(how);
    };
  const store = {
    get state() {
      return state;
    },
    update: update('now'),
    updateOften: update('often'),
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
