import { useEffect, useRef } from 'preact/hooks';
import { Home } from '../home/home.tsx';
import { useService } from '../service-state.ts';
import { usePlace, type Place } from '../router.ts';
import { strings } from '../strings.ts';
import { Header } from './header.tsx';
import { LazyView, type View } from './lazy-view.tsx';
import { useConnection } from '../connection.ts';
import { Empty } from '../kit/button.tsx';

const loadLogin = (): Promise<View> => import('../login/login.tsx').then(({ Login }) => Login);

/** Views by the first part of the path; their code arrives when they are first shown. */
const views: Readonly<Record<string, () => Promise<View>>> = {
  login: loadLogin,
  settings: () => import('../settings/settings.tsx').then(({ Settings }) => Settings),
  pages: () => import('../pages/pages.tsx').then(({ Pages }) => Pages),
  schedule: () => import('../schedule/schedule.tsx').then(({ Schedule }) => Schedule),
  plugins: () => import('../plugins/plugins.tsx').then(({ Plugins }) => Plugins),
  setup: () => import('../wizard/wizard.tsx').then(({ Wizard }) => Wizard),
  favourites: () => import('../favourites/favourites.tsx').then(({ Favourites }) => Favourites),
  history: () => import('../favourites/history.tsx').then(({ HistoryView }) => HistoryView),
  'api-help': () => import('../api-page/api-page.tsx').then(({ ApiPage }) => ApiPage),
};

const Body = ({ place }: { place: Place }) => {
  const locked = useService((state) => state.locked);
  const load = locked ? loadLogin : views[place.path.split('/')[1] ?? ''];
  if (load) return <LazyView load={load} place={place} />;
  if (place.path === '/') return <Home selected={place.query.get('board')} />;
  return <Empty says={strings.notFound} text={strings.backHome} href="/" />;
};

/** Says, wherever one is, that the connection is lost; it goes when changes arrive again. */
const OfflineNotice = () =>
  useConnection() === 'lost' && (
    <p class="notice notice-bad" role="alert">
      {strings.lostNotice}
    </p>
  );

const SCROLLS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Scrolls to a place as soon as the view is long enough, unless somebody scrolls before; the answer gives it up. */
const scrollDownTo = (wanted: number): (() => void) => {
  const follow = () => {
    scrollTo(0, wanted);
    if (scrollY >= wanted - 1) giveUp();
  };
  const watch = new ResizeObserver(follow);
  const giveUp = () => {
    watch.disconnect();
    for (const kind of SCROLLS) removeEventListener(kind, giveUp);
  };
  for (const kind of SCROLLS) addEventListener(kind, giveUp, { passive: true });
  watch.observe(document.body);
  return giveUp;
};

/**
 * The whole interface: the bar, and the view that the address names. After a change of the view the reader stands at
 * its beginning; who returns to one stands where it was left.
 */
export const App = () => {
  const place = usePlace();
  const main = useRef<HTMLElement>(null);
  const locked = useService((state) => state.locked);
  const first = useRef(true);
  useEffect(() => {
    if (!first.current) {
      main.current?.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
    first.current = false;
    return place.left > 0 ? scrollDownTo(place.left) : undefined;
  }, [place.path]);
  return (
    <>
      <a class="skip" href="#main">
        {strings.skip}
      </a>
      <Header place={place} locked={locked} views={Object.keys(views)} />
      <main id="main" tabIndex={-1} ref={main}>
        {!locked && <OfflineNotice />}
        <Body place={place} />
      </main>
    </>
  );
};
