import { useEffect, useState } from 'preact/hooks';

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
