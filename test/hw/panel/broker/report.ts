import { encodeReport, type ToldReport } from '../../../../src/core/follow/state.ts';
import { createGrid } from '../../../../src/core/flaps/grid.ts';

/** What a wall of the largest size tells of itself, with what a test wants different. */
export const reportOf = (more: Partial<ToldReport> = {}): string =>
  encodeReport({
    name: 'Library',
    rows: 96,
    cols: 128,
    sequence: 1,
    shows: true,
    code: 'sent',
    reason: null,
    fit: 'exact',
    drifted: false,
    error: null,
    characters: createGrid(96, 128, 63),
    ...more,
  });
