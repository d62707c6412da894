import { useEffect, useRef, useState } from 'preact/hooks';

const PREFIX = 'flapbox.draft.';

/** For how long a draft is kept: while the tab is open, or until it is forgotten. */
type Keeping = 'tab' | 'browser';

const storageFor = (keeping: Keeping): Storage => (keeping === 'tab' ? sessionStorage : localStorage);

/** What is kept under a name; null where nothing is. */
export const keptDraft = <T>(name: string, keeping: Keeping = 'tab'): T | null => {
  try {
    const text = storageFor(keeping).getItem(PREFIX + name);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
};

/** Keeps a draft for a view that is about to be shown, or forgets it (null). */
export const keepDraft = (name: string, value: unknown, keeping: Keeping = 'tab'): void => {
  try {
    if (value === null) storageFor(keeping).removeItem(PREFIX + name);
    else storageFor(keeping).setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    return;
  }
};

/**
 * Has the browser read what is kept, so that no view waits for that which draws it: the first reading asks another
 * process.
 */
export const openDrafts = (): void => void hasDraft('');

/** Whether something typed under `name` is kept here that is not saved yet. */
export const hasDraft = (name: string): boolean => keptDraft(name) !== null;

/**
 * What somebody is typing, kept in the browser under `name` until it is saved: it outlives a sign-in, a reload and a
 * lost connection; `browser`: the end of the tab as well. Null means that nothing differs from what is stored. `byNow`
 * tells work that takes a while what has been typed since it began.
 */
export const useDraft = <T>(
  name: string,
  keeping: Keeping = 'tab',
): readonly [draft: T | null, setDraft: (draft: T | null) => void, byNow: () => T | null] => {
  const [draft, setDraft] = useState(() => ({ name, value: keptDraft<T>(name, keeping) }));
  const value = draft.name === name ? draft.value : keptDraft<T>(name, keeping);
  const latest = useRef(value);
  latest.current = value;
  useEffect(() => {
    if (draft.name !== name) setDraft({ name, value: keptDraft<T>(name, keeping) });
  }, [name]);
  const set = (next: T | null) => {
    keepDraft(name, next, keeping);
    latest.current = next;
    setDraft({ name, value: next });
  };
  return [value, set, () => latest.current];
};
