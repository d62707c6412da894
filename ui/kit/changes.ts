/**
 * Parts of the service's library, as its `library` events name them, and the account, whose changes are told here only.
 */
export type Part = 'boards' | 'pages' | 'schedules' | 'collections' | 'favourites' | 'plugins' | 'settings' | 'account';

/** Everything that the service tells changes of. */
export const ALL_PARTS: readonly Part[] = ['boards', 'pages', 'schedules', 'collections', 'plugins', 'settings'];

const listeners = new Set<(changed: readonly string[]) => void>();

/** Tells all views which parts of the library were changed, here or anywhere else. */
export const tellChange = (changed: readonly string[]): void => {
  for (const listen of listeners) listen(changed);
};

/** Calls `listen` whenever one of the parts was changed, until the returned function is called. */
export const onChange = (parts: readonly Part[], listen: () => void): (() => void) => {
  const check = (changed: readonly string[]) => parts.some((part) => changed.includes(part)) && listen();
  listeners.add(check);
  return () => listeners.delete(check);
};
