import type { Grid } from '../core/flaps/grid.ts';
import type { Transition } from './driver.ts';

/** One picture of an animation and how long it stands before the next. */
export interface Step {
  readonly grid: Grid;
  readonly delay_ms: number;
}

/** How a frame gets to a board. */
export interface Motion {
  readonly transition: Transition;
  /** Draws the way from what the board shows to the grid; replaces `transition` where a transition plugin runs. */
  readonly animate?: (from: Grid) => Iterable<Step> | AsyncIterable<Step>;
}

/** What a board is asked to show. */
export interface FrameRequest extends Motion {
  readonly grid: Grid;
  /** Write even when the board shows this already. The minimum interval holds all the same. */
  readonly force?: boolean;
  /** Write it also while the board is paused, at once: a critical message that its owner lets through. */
  readonly passes?: boolean;
  /** Nobody wants it any more once it has failed: its sender was told so. */
  readonly once?: boolean;
  /** Characters that were asked for and have no flap on any board. */
  readonly missing?: readonly string[];
}
