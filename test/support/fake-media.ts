/** What a page asks of its screen while it is loaded; for modules that do so, imported before them. */
const queries = new Map<string, { matches: boolean }>();

/** Makes a media query hold, or not. None does at first. */
export const setMedia = (query: string, matches: boolean): void => {
  const known = queries.get(query);
  if (known) known.matches = matches;
  else queries.set(query, { matches });
};

Object.assign(globalThis, {
  matchMedia: (query: string) => {
    if (!queries.has(query)) queries.set(query, { matches: false });
    return queries.get(query);
  },
});
