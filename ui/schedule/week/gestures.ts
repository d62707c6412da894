import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Grip } from './adjust.ts';
import { Drag } from './drag.ts';

/**
 * A block that is taken hold of: the rule, the number of the day on which its window began, and the part that is held.
 */
export interface Held {
  readonly rule: string;
  readonly origin: number;
  readonly grip: Grip;
}

/** A stretch of one of the days that are seen, as it is drawn over free time. */
export interface Stroke {
  readonly place: number;
  readonly from: number;
  readonly to: number;
}

/** What the pointer does to a week. */
export interface Gestures {
  /** A block is held and was moved by so many minutes and days since. */
  move(held: Held, minutes: number, days: number): void;
  /** The block is let go, or put back when it is not to be kept. */
  drop(held: Held, kept: boolean): void;
  /** A stretch is drawn over free time; null when nothing is drawn any more. */
  stroke(stroke: Stroke | null): void;
  /** The stretch is finished. */
  finish(stroke: Stroke): void;
}

/** Follows the pointer over a grid of days: blocks are dragged, free time is drawn over. `step` in minutes. */
export const useGestures = (grid: RefObject<HTMLElement | null>, step: number, gestures: Gestures): void => {
  const latest = useRef({ gestures, step });
  latest.current = { gestures, step };
  useEffect(() => (grid.current ? new Drag(grid.current, () => latest.current).start() : undefined), []);
};
