import { useEffect, useState } from 'preact/hooks';

/**
 * How many of `tasks` parts of a view are drawn by now: none at first, and one more in each task after it was painted,
 * so that what is not looked at first keeps nobody waiting.
 */
export const useLater = (tasks: number): number => {
  const [drawn, setDrawn] = useState(0);
  useEffect(() => {
    if (drawn >= tasks) return undefined;
    const timer = setTimeout(() => setDrawn(drawn + 1));
    return () => clearTimeout(timer);
  }, [drawn]);
  return drawn;
};
