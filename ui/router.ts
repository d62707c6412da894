import { useEffect, useState } from 'preact/hooks';

/** Where the interface is: the path, and the query as the address shows them. */
export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
  /** How far it was scrolled when it was left, for whoever returns to it; 0 otherwise. */
  readonly left: number;
}

const listeners = new Set<() => void>();

const address = (): string => location.pathname + location.search;

/** How far each address was scrolled when it was left. */
const scrolled = new Map<string, number>();
let left = 0;

const here = (): Place => ({ path: location.pathname, query: new URLSearchParams(location.search), left });

/** Tells where one is now; `isReturn`: one was there before, and stands where one stood. */
const arrive = (isReturn: boolean): void => {
  left = isReturn ? (scrolled.get(address()) ?? 0) : 0;
  for (const listen of listeners) listen();
};

const isAbove = (path: string, other: string): boolean => path !== '/' && other.startsWith(`${path}/`);

/**
 * Goes to an address of the interface without loading the page anew; `replace` leaves no way back to the present one.
 */
export const navigate = (to: string, replace = false): void => {
  const before = location.pathname;
  scrolled.set(address(), scrollY);
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  arrive(isAbove(location.pathname, before));
};

const isOwn = (link: HTMLAnchorElement): boolean =>
  link.origin === location.origin &&
  // A place on the page that is shown: the browser goes there.
  !(link.hash && link.pathname + link.search === address()) &&
  !link.target &&
  !link.hasAttribute('download') &&
  !link.pathname.startsWith('/api/');

const follow = (event: MouseEvent): void => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || !isOwn(link)) return;
  event.preventDefault();
  navigate(link.pathname + link.search);
};

/** Where the interface is now; links inside the page are followed without loading it anew. */
export const usePlace = (): Place => {
  const [place, setPlace] = useState(here);
  useEffect(() => {
    const update = () => setPlace(here());
    const goBack = () => arrive(true);
    listeners.add(update);
    addEventListener('popstate', goBack);
    document.addEventListener('click', follow);
    return () => {
      listeners.delete(update);
      removeEventListener('popstate', goBack);
      document.removeEventListener('click', follow);
    };
  }, []);
  return place;
};
