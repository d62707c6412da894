/** What a gallery sorts sources by: names in files, and their labels. */
export const CATEGORIES = {
  weather: 'Weather',
  nature: 'Nature',
  sky: 'Sky and space',
  transport: 'Transport',
  energy: 'Energy',
  home: 'Home',
  money: 'Money',
  work: 'Work',
  code: 'Code',
  sport: 'Sport',
  games: 'Games',
  culture: 'Culture',
  words: 'Words and news',
  calendar: 'Calendars',
  health: 'Health and air',
} as const;

/** A category of sources. */
export type Category = keyof typeof CATEGORIES;

/** Categories of the plugins that are no sources, after those that sources of the stock have too. */
const OTHER_CATEGORIES = { art: 'Art', data: 'Data of your own', transition: 'Transitions' } as const;

/** What the gallery sorts everything by, in the order in which owners look for it. */
export const GALLERY_CATEGORIES: Readonly<Record<string, string>> = {
  everyday: 'Everyday',
  ...CATEGORIES,
  ...OTHER_CATEGORIES,
};

/** Where plugins stand that belong with sources of the stock. */
const BY_ID: Readonly<Record<string, string>> = {
  calendar: 'calendar',
  holidays: 'calendar',
  home_assistant: 'home',
  moon: 'sky',
  rss: 'words',
  stocks: 'money',
  sun: 'sky',
  sun_art: 'art',
};
const BY_KIND: Readonly<Record<string, string>> = {
  utility: 'everyday',
  entertainment: 'culture',
  transit: 'transport',
};

/** The category of the gallery in which a plugin stands, by its id and what its manifest says. */
export const galleryCategory = (id: string, category: string | undefined): string => {
  const own = (Object.hasOwn(BY_ID, id) ? BY_ID[id] : BY_KIND[category ?? '']) ?? category ?? 'everyday';
  return Object.hasOwn(GALLERY_CATEGORIES, own) ? own : 'everyday';
};
