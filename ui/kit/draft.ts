import { useEffect, useState } from 'preact/hooks';

const PREFIX = 'flapbox.draft.';

const read = <T>(name: string): T | null => {
  try {
    const text = sessionStorage.getItem(PREFIX + name);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
};

const write = (name: string, value: unknown): void => {
  try {
    if (value === null) sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    return;
  }
};

/** Whether something typed under `name` is kept here that is not saved yet. */
export const hasDraft = (name: string): boolean => read<unknown>(name) !== null;

/** Keeps a draft for a view that is about to be shown, or forgets it (null). */
export const keepDraft = write;

/**
 * What somebody is typing, kept in the browser under `name` until it is saved: it outlives a sign-in, a reload and a
 * lost connection. Null means that nothing differs from what is stored.
 */
export const useDraft = <T>(name: string): readonly [draft: T | null, setDraft: (draft: T | null) => void] => {
  const [draft, setDraft] = useState<{ name: string; value: T | null }>({ name, value: read<T>(name) });
  const value = draft.name === name ? draft.value : read<T>(name);
  useEffect(() => {
    if (draft.name !== name) setDraft({ name, value: read<T>(name) });
  }, [name]);
  const set = (next: T | null) => {
    write(name, next);
    setDraft({ name, value: next });
  };
  return [value, set];
};
