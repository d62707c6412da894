import { useLayoutEffect, useRef } from 'preact/hooks';

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
