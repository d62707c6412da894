import { useEffect, useState } from 'preact/hooks';

/** A value that views watch. */
export interface Store<T> {
  get(): T;
  /** Replaces the given members. */
  set(change: Partial<T>): void;
  /** Calls `listen` after every change until the returned function is called. */
  subscribe(listen: () => void): () => void;
}

/** A store that begins with `state`. */
export const createStore = <T extends object>(state: T): Store<T> => {
  const listeners = new Set<() => void>();
  let current = state;
  return {
    get: () => current,
    set: (change) => {
      current = { ...current, ...change };
      for (const listen of listeners) listen();
    },
    subscribe: (listen) => {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
  };
};

/**
 * A part of a store in a view, which is drawn again only when that part changes. `select` answers the same object for
 * the same state.
 */
export const useStore = <T, P>(store: Store<T>, select: (state: T) => P): P => {
  const [, redraw] = useState({});
  const part = select(store.get());
  useEffect(() => {
    const check = () => select(store.get()) !== part && redraw({});
    check();
    return store.subscribe(check);
  });
  return part;
};
