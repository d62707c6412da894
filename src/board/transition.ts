import type { Geometry } from '../core/flaps/geometry.ts';
import type { Grid } from '../core/flaps/grid.ts';
import type { Driver } from './driver.ts';
import type { FrameRequest, Step } from './frame-request.ts';

/** Pause between two steps of a transition that flapbox runs itself, when none is set. */
const DEFAULT_STEP_MS = 150;

const withDelay = function* (grids: Iterable<Grid>, last: Grid, delay_ms: number): Iterable<Step> {
  for (const grid of grids) yield { grid, delay_ms: grid === last ? 0 : delay_ms };
};

/** The frames that bring a board to the one requested; null where a single write does. */
export const stepsFor = (
  driver: Driver,
  request: FrameRequest,
  from: Grid,
): Iterable<Step> | AsyncIterable<Step> | null => {
  if (request.animate && driver.transitions !== 'none' && !driver.minimumInterval) return request.animate(from);
  const { strategy, interval_ms, step_size } = request.transition;
  if (driver.transitions !== 'cells' || strategy === null || strategy === 'instant') return null;
  const { stepsOf } = require('../core/transition/steps.ts') as typeof import('../core/transition/steps.ts');
  const { grid } = request;
  return withDelay(stepsOf(strategy, from, grid, step_size ?? 1), grid, interval_ms ?? DEFAULT_STEP_MS);
};

/** How long a board that animates by itself is on its way, in ms: until then a reading may show it half-way. */
export const expectedDurationMs = (driver: Driver, request: FrameRequest, geometry: Geometry): number => {
  const { strategy, interval_ms, step_size } = request.transition;
  if (driver.transitions !== 'board' || strategy === null || strategy === 'instant') return 0;
  const most = strategy === 'random' ? geometry.rows * geometry.cols : geometry.rows + geometry.cols;
  return Math.ceil(most / (step_size ?? 1)) * (interval_ms ?? 0);
};
