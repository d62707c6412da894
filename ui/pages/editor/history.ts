import { useEffect, useRef, useState } from 'preact/hooks';

/** Changes of one kind that follow each other within this time are undone together. */
const TOGETHER_MS = 800;
const MOST_STEPS = 200;

interface Steps<T> {
  readonly past: readonly T[];
  readonly future: readonly T[];
}

/** Undo and redo for a value that is kept elsewhere. */
export interface History<T> {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Remembers what was there before a change; `kind` groups quick changes, such as typing in one row. */
  note(before: T, kind: string): void;
  /** The value before the last change. */
  undo(present: T): T;
  /** The value after the change that was undone last. */
  redo(present: T): T;
  clear(): void;
}

const MOST_KEPT = 20;
const kept = new Map<string, Steps<unknown>>();

/** Keeps the histories of the values that were changed last, until the browser loads the interface anew. */
const keep = (name: string, steps: Steps<unknown>): void => {
  kept.delete(name);
  if (steps.past.length + steps.future.length > 0) kept.set(name, steps);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
};

/** Forgets the history of what is kept under a name: what comes next is something else. */
export const forgetHistory = (name: string): void => void kept.delete(name);

/** The history of what is kept under a name: it is there again when the view is left and opened again. */
export const useHistory = <T>(name: string): History<T> => {
  const [steps, setSteps] = useState<Steps<T>>(
    () => (kept.get(name) as Steps<T> | undefined) ?? { past: [], future: [] },
  );
  useEffect(() => keep(name, steps), [name, steps]);
  const last = useRef({ kind: '', at: 0 });
  const { past, future } = steps;
  return {
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    note: (before, kind) => {
      const joins =
        kind !== '' &&
        last.current.kind === kind &&
        performance.now() - last.current.at < TOGETHER_MS &&
        past.length > 0;
      last.current = { kind, at: performance.now() };
      setSteps({ past: joins ? past : [...past, before].slice(-MOST_STEPS), future: [] });
    },
    undo: (present) => {
      const before = past.at(-1);
      if (before === undefined) return present;
      last.current = { kind: '', at: 0 };
      setSteps({ past: past.slice(0, -1), future: [present, ...future] });
      return before;
    },
    redo: (present) => {
      const [next, ...rest] = future;
      if (next === undefined) return present;
      last.current = { kind: '', at: 0 };
      setSteps({ past: [...past, present], future: rest });
      return next;
    },
    clear: () => setSteps({ past: [], future: [] }),
  };
};
