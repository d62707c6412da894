import { useEffect, useState } from 'preact/hooks';

const narrow = matchMedia('(max-width: 859px)');

/** Whether the window has the width of a phone; the view is drawn again when that changes. */
export const useNarrow = (): boolean => {
  const [matches, setMatches] = useState(narrow.matches);
  useEffect(() => {
    const follow = () => setMatches(narrow.matches);
    narrow.addEventListener('change', follow);
    return () => narrow.removeEventListener('change', follow);
  }, []);
  return matches;
};
