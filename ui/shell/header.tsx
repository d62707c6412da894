import { useState } from 'preact/hooks';
import { serviceState } from '../service-state.ts';
import { SignOut } from '../login/sign-out.tsx';
import { useStore } from '../store.ts';
import { strings } from '../strings.ts';
import type { Place } from '../router.ts';
import { BrandMark } from './brand-mark.tsx';
import { Navigation } from './navigation.tsx';
import { applyTheme, nextTheme, storedTheme } from './theme.ts';

const themeNames = { auto: strings.themeAuto, light: strings.themeLight, dark: strings.themeDark };

const ThemeButton = () => {
  const [theme, setTheme] = useState(storedTheme);
  const turn = () => {
    applyTheme(nextTheme(theme));
    setTheme(nextTheme(theme));
  };
  return (
    <button type="button" class="icon-button" onClick={turn} aria-label={themeNames[theme]} title={themeNames[theme]}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="8" fill="none" stroke="currentColor" stroke-width="1.75" />
        <path
          d={
            theme === 'light' ? '' : theme === 'dark' ? 'M12 4a8 8 0 1 1 0 16 8 8 0 1 1 0-16z' : 'M12 4a8 8 0 0 1 0 16z'
          }
          fill="currentColor"
        />
      </svg>
    </button>
  );
};

const Connection = () => {
  const live = useStore(serviceState, (state) => state.live);
  return <span class={`connection ${live ? 'is-live' : 'is-lost'}`}>{live ? strings.live : strings.lost}</span>;
};

/** The bar above every view; without the ways on while a sign-in is wanted. */
export const Header = ({ place, locked, views }: { place: Place; locked: boolean; views: readonly string[] }) => (
  <header class="header">
    <a class="brand" href="/">
      <BrandMark />
      <span>{strings.product}</span>
    </a>
    {!locked && <Navigation place={place} views={views} />}
    <div class="header-end">
      {!locked && <SignOut />}
      {!locked && <Connection />}
      <ThemeButton />
    </div>
  </header>
);
