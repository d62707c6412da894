import { Stroke } from '../kit/button.tsx';
import type { Place } from '../router.ts';
import { strings } from '../strings.ts';

const ICONS = {
  home: 'M4 5h16v11H4zM9 20h6M12 16v4',
  pages: 'M5 4h14v6H5zM5 14h6v6H5zM15 14h4v6h-4z',
  schedule: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4.5l3 2',
  plugins: 'M9 3v5M15 3v5M6 8h12v4a6 6 0 0 1-12 0zM12 18v3',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
} as const;

/** The parts of the interface, in the order of the bar. */
const PARTS = ['home', 'pages', 'schedule', 'plugins', 'settings'] as const;

/** The part to which a view belongs that has no place of its own in the bar. */
const PART_OF: Readonly<Record<string, (typeof PARTS)[number]>> = {
  favourites: 'home',
  history: 'home',
  'api-help': 'settings',
};

/**
 * The way between the parts of the interface of which there is a view: in the bar above, on a phone at the lower edge.
 */
export const Navigation = ({ place, views }: { place: Place; views: readonly string[] }) => {
  const parts = PARTS.filter((part) => part === 'home' || views.includes(part));
  if (parts.length === 1) return null;
  const first = place.path.split('/')[1] || 'home';
  const here = PART_OF[first] ?? first;
  return (
    <nav class="navigation" data-bar aria-label={strings.navigation}>
      {parts.map((part) => (
        <a key={part} href={part === 'home' ? '/' : `/${part}`} aria-current={part === here ? 'page' : undefined}>
          <Stroke path={ICONS[part]} width={1.75} />
          <span>{strings.parts[part]}</span>
        </a>
      ))}
    </nav>
  );
};
