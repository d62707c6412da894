import { useEffect, useState } from 'preact/hooks';

const NARROW = '(max-width: 859px)';

/** Whether the window is too narrow for seven days side by side. */
export const useNarrow = (): boolean => {
  const [narrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const update = () => setNarrow(query.matches);
    update();
    query.addEventListener('change', update);
    return () => query.removeEventListener('change', update);
  }, []);
  return narrow;
};

/** How often a clock on the page is read again. */
const CLOCK_MS = 30_000;

/** The present time in ms, read again now and then. */
export const useNow = (): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), CLOCK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
};
