/** Colours of the interface: as the system has them, or as the owner chose. */
export type Theme = 'auto' | 'light' | 'dark';

const THEMES: readonly Theme[] = ['auto', 'light', 'dark'];
const KEY = 'flapbox.theme';

/** The choice of this browser; a browser that stores nothing has none. */
export const storedTheme = (): Theme => {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? 'auto';
  } catch {
    return 'auto';
  }
};

/** Paints the page in a theme. */
export const showTheme = (theme: Theme): void => {
  document.documentElement.dataset['theme'] = theme;
};

const COOKIE_SECONDS = 365 * 24 * 3600;

/**
 * Paints the page in a theme and tells the service of it (`src/http/pages/static.ts`), which puts it into the page from
 * then on: before anything is drawn, a browser's storage takes longer to be asked than the board to be drawn.
 */
export const applyTheme = (theme: Theme): void => {
  showTheme(theme);
  document.cookie = `theme=${theme}; path=/; max-age=${COOKIE_SECONDS}; samesite=lax`;
};

/** Remembers a theme where the browser allows that. */
export const storeTheme = (theme: Theme): void => {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    return;
  }
};

/** The theme that follows in the round. */
export const nextTheme = (theme: Theme): Theme => THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto';
