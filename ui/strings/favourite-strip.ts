/** Texts of the favourites below a board. */
export const strip = {
  title: 'Favourites',
  history: 'History',
  keep: 'Keep as favourite',
  startPage: 'Page from this',
  sent: 'Flaps were moved.',
} as const;
