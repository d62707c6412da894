import { useEffect, useState } from 'preact/hooks';

/** Where the interface is: the path, and the query as the address shows them. */
export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
}

const listeners = new Set<() => void>();

const here = (): Place => ({ path: location.pathname, query: new URLSearchParams(location.search) });

/**
 * Goes to an address of the interface without loading the page anew; `replace` leaves no way back to the present one.
 */
export const navigate = (address: string, replace = false): void => {
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  for (const listen of listeners) listen();
};

const isOwn = (link: HTMLAnchorElement): boolean =>
  link.origin === location.origin &&
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
    listeners.add(update);
    addEventListener('popstate', update);
    document.addEventListener('click', follow);
    return () => {
      listeners.delete(update);
      removeEventListener('popstate', update);
      document.removeEventListener('click', follow);
    };
  }, []);
  return place;
};
