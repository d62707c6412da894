import { useEffect, useRef } from 'preact/hooks';

/** Calls `look` every so many milliseconds while the page is in sight; null stops it. */
export const usePoll = (look: () => void, ms: number | null): void => {
  const latest = useRef(look);
  latest.current = look;
  useEffect(() => {
    if (ms === null) return undefined;
    const timer = setInterval(() => document.visibilityState === 'visible' && latest.current(), ms);
    return () => clearInterval(timer);
  }, [ms]);
};
