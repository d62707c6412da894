import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Drag } from './drag.ts';
import type { Gestures } from './drag.ts';

/** Follows the pointer over a grid of days: blocks are dragged, free time is drawn over. `step` in minutes. */
export const useGestures = (grid: RefObject<HTMLElement | null>, step: number, gestures: Gestures): void => {
  const latest = useRef({ gestures, step });
  latest.current = { gestures, step };
  useEffect(() => (grid.current ? new Drag(grid.current, () => latest.current).start() : undefined), []);
};
