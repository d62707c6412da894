import { useEffect, useState } from 'preact/hooks';
import { SignOut } from '../login/sign-out.tsx';
import { strings } from '../strings.ts';
import type { Place } from '../router.ts';
import { useConnection } from '../connection.ts';
import { Navigation } from './navigation.tsx';
import { applyTheme, nextTheme, storeTheme, storedTheme } from './theme.ts';

/** The mark of the product, as in `ui/public/icon.svg`; in the page itself it costs no request. */
const BrandMark = () => (
  <svg viewBox="0 0 64 64" width="28" height="28" aria-hidden="true">
    <rect x="11" y="3" width="42" height="58" rx="7" fill="#161617" stroke="#5a5a60" stroke-width="1.5" />
    <path d="M18 3h28a7 7 0 0 1 7 7v21.2H11V10a7 7 0 0 1 7-7z" fill="#232325" />
    <path d="M24 48V16h18M24 31h14" fill="none" stroke="#fff" stroke-width="6" />
    <path d="M11 32h42" stroke="#060606" stroke-width="1.6" />
    <path d="M9 27.5h5v9H9zM50 27.5h5v9h-5z" fill="#ff6a13" />
  </svg>
);

const themeNames = { auto: strings.themeAuto, light: strings.themeLight, dark: strings.themeDark };

const ThemeButton = () => {
  const [theme, setTheme] = useState(storedTheme);
  useEffect(() => applyTheme(theme), [theme]);
  const turn = () => {
    storeTheme(nextTheme(theme));
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
  const connection = useConnection();
  return <span class={`connection is-${connection}`}>{strings.connection[connection]}</span>;
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
