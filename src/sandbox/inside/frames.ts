import { createRandom } from '../../core/random.ts';

const HIGHEST_CODE = 71;

/** What an animation is made from. */
export interface FramesRequest {
  readonly seed: number;
}

type Rows = readonly (readonly number[])[];

/** The codes of a frame, row by row; what is missing is blank, what is too much is cut. Throws when it is no grid. */
const flatten = (grid: unknown, rows: number, cols: number): ArrayBuffer => {
  const codes = new Uint8Array(rows * cols);
  const isRow = (row: unknown): boolean =>
    Array.isArray(row) && row.every((code) => Number.isInteger(code) && code >= 0 && code <= HIGHEST_CODE);
  if (!Array.isArray(grid) || !grid.every(isRow)) throw new Error('a frame is no grid of flap codes');
  (grid as Rows).slice(0, rows).forEach((row, index) => codes.set(row.slice(0, cols), index * cols));
  return codes.buffer;
};

/** Makes the frames of an animation one by one, and hands each on, until there are enough. */
export const makeFrames = async (
  frames: (request: object) => unknown,
  request: FramesRequest,
  rows: number,
  cols: number,
  add: (codes: ArrayBuffer, delay: number) => boolean,
): Promise<void> => {
  for await (const frame of frames({
    ...request,
    rows,
    cols,
    random: createRandom(request.seed),
  }) as AsyncIterable<unknown>) {
    const { grid, delay_ms } = (frame ?? {}) as { grid?: unknown; delay_ms?: unknown };
    if (add(flatten(grid, rows, cols), Number(delay_ms))) return;
  }
};
