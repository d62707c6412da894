import type { Geometry } from '../core/flaps/geometry.ts';
import type { Grid } from '../core/flaps/grid.ts';
import type { Clock } from '../platform/clock.ts';
import type { Driver } from './driver.ts';
import type { MinimumIntervals } from './minimum-intervals.ts';

/** What a board depends on. */
export interface BoardOptions {
  readonly id: string;
  readonly geometry: Geometry;
  /** Makes the driver; throws with a sentence for the owner when the settings do not say how to reach the board. */
  readonly makeDriver: () => Driver;
  readonly clock: Clock;
  readonly minimumIntervals: MinimumIntervals;
  /** Pause between two reads in ms for a driver that asks for `preferred`. */
  readonly readEvery: (preferred: number) => number;
  /** Called when the picture changes: what is on the board, or what would be if it had flaps. */
  readonly onFrame: (grid: Grid) => void;
  /** Called when anything else of `view` changes. */
  readonly onStatus: () => void;
  /** Called when the device has lost what it showed and takes frames: it wants `restore`. */
  readonly onLost: () => void;
}

/** What is known of a board. */
export interface BoardView {
  readonly characters: Grid | null;
  /** Wall time of the knowledge in ms; null when it is live. */
  readonly readAt: number | null;
  readonly expected: Grid | null;
  readonly error: string | null;
  readonly drifted: boolean;
  /** Whether nothing checks what its flaps show. */
  readonly guessed: boolean;
  readonly substitutions: Readonly<Record<string, string>>;
  readonly lastSentAt: number | null;
  /** Frames that reached the flaps, and writes that failed, since the board was set up. */
  readonly sent: number;
  readonly failed: number;
}
