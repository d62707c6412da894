import type { ComponentType } from 'preact';
import { Home } from '../home/home.tsx';
import { library } from '../library.ts';
import { usePlace } from '../router.ts';
import type { Place } from '../router.ts';
import { useStore } from '../store.ts';
import { strings } from '../strings.ts';
import { Header } from './header.tsx';
import { LazyView } from './lazy-view.tsx';

const loadLogin = (): Promise<ComponentType> => import('../login/login.tsx').then(({ Login }) => Login);

/** Views by path; their code arrives when they are first shown. */
const views: Readonly<Record<string, () => Promise<ComponentType>>> = { '/login': loadLogin };

const View = ({ place }: { place: Place }) => {
  const locked = useStore(library, (state) => state.locked);
  const load = locked ? loadLogin : views[place.path];
  if (load) return <LazyView load={load} />;
  if (place.path === '/') return <Home selected={place.query.get('board')} />;
  return (
    <div class="empty">
      <p>{strings.notFound}</p>
      <a class="button" href="/">
        {strings.backHome}
      </a>
    </div>
  );
};

/** The whole interface: the bar, and the view that the address names. */
export const App = () => {
  const place = usePlace();
  return (
    <>
      <a class="skip" href="#main">
        {strings.skip}
      </a>
      <Header />
      <main id="main" tabIndex={-1}>
        <View place={place} />
      </main>
    </>
  );
};
