import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

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

/**
 * Runs what is given once the view is drawn with what was just changed: before the next key is pressed, however busy
 * the browser is.
 */
export const useAfterDrawing = (): ((work: () => void) => void) => {
  const waiting = useRef<(() => void) | null>(null);
  useLayoutEffect(() => {
    const work = waiting.current;
    waiting.current = null;
    work?.();
  });
  return (work) => {
    waiting.current = work;
  };
};
