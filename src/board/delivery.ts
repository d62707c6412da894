import type { Grid } from '../core/grid.ts';
import type { Transition } from './driver.ts';

/** One picture of an animation and how long it stands before the next. */
export interface Step {
  readonly grid: Grid;
  readonly delay_ms: number;
}

/** What a board is asked to show. */
export interface Shot {
  readonly grid: Grid;
  readonly transition: Transition;
  /** Write even when the board shows this already. The send floor holds all the same. */
  readonly force?: boolean;
  /** Draws the way from what the board shows to the grid; replaces `transition` where a transition plugin runs. */
  readonly animate?: (from: Grid) => Iterable<Step> | AsyncIterable<Step>;
}

/** What became of a shot, honestly. */
export type Delivery =
  /** Flaps were written. */
  | { readonly status: 'sent' }
  /** Nothing was written, and that is no failure. */
  | { readonly status: 'unsent'; readonly why: 'unchanged' | 'superseded' | 'virtual' | 'stopped' | 'declined'; readonly reason: string }
  /** Too early: the floor, ours or the board's, is not over. */
  | { readonly status: 'throttled'; readonly retryAfterMs: number; readonly reason: string }
  /** The board is in its own quiet hours. */
  | { readonly status: 'locked'; readonly reason: string }
  /** The board could not be written. `refused`: it takes this frame, or this key, at no time. */
  | { readonly status: 'failed'; readonly reason: string; readonly refused?: true }
  /** There is no driver for the board as it is set up, or it is switched off. */
  | { readonly status: 'unavailable'; readonly reason: string };

/** The reason of a delivery that brought nothing to the flaps; null when it did. */
export const reasonOf = (delivery: Delivery): string | null => (delivery.status === 'sent' ? null : delivery.reason);
