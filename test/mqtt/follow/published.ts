import { encodeFrame, type PublishedFrame } from '../../../src/core/follow/frame.ts';
import { createGrid } from '../../../src/core/flaps/grid.ts';

/** When tests of followers begin. */
export const START = '2025-03-01T10:00:00Z';

/** A frame of 3 × 15 flaps as a hub publishes it, another one for each of 72 numbers. */
export const frame = (sequence: number, change: Partial<PublishedFrame> = {}): string =>
  encodeFrame({
    sender: 'hub',
    sequence,
    at: Date.parse(START),
    timeToLive: null,
    grid: createGrid(3, 15, sequence % 72),
    transition: { strategy: null, interval_ms: null, step_size: null },
    ...change,
  });
