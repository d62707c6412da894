import { useEffect, useState } from 'preact/hooks';

/** The width of a phone, as in the style sheets. */
export const PHONE = '(max-width: 859px)';

/** Whether a media query holds; the view is drawn again when that changes. */
export const useMedia = (query: string): boolean => {
  const [media] = useState(() => matchMedia(query));
  const [matches, setMatches] = useState(media.matches);
  useEffect(() => {
    const follow = () => setMatches(media.matches);
    // It may have changed since it was drawn.
    follow();
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, []);
  return matches;
};
