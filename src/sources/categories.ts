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
