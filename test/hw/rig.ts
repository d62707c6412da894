import { INSTANT, type Frame, type Transition, type WriteOutcome } from '../../src/board/driver.ts';
import { createGrid, gridFromRows, type Grid } from '../../src/core/flaps/grid.ts';
import { systemClock, type Clock } from '../../src/platform/clock.ts';
import { startEmulator, type Emulator, type EmulatorOptions } from '../../hw/emulator/vestaboard/emulator.ts';
import { seededRandom } from '../support/seeded.ts';

/** Limits that a test can wait for. */
export const SHORT = { connectMs: 2000, answerMs: 700, retryMs: 5 };

/** A signal that never aborts. */
export const never = (): AbortSignal => new AbortController().signal;

/** A frame of chance, the same for a seed; codes 1 to 71, so that no part of it is blank. */
export const someGrid = (rows: number, cols: number, seed = 1): Grid => {
  const random = seededRandom(seed);
  const grid = createGrid(rows, cols);
  grid.codes.forEach((_, index) => (grid.codes[index] = 1 + Math.floor(random() * 71)));
  return grid;
};

/** A frame of a grid. */
export const frameOf = (grid: Grid, transition: Transition = INSTANT): Frame => ({ grid, transition });

/** A grid of nested rows. */
export const gridOf = (rows: number[][]): Grid => gridFromRows(rows, rows.length, rows[0]?.length ?? 0);

/** Runs with an emulator on a free port and closes it, whatever happens. */
export const withEmulator = async (
  options: EmulatorOptions,
  run: (emulator: Emulator) => Promise<void>,
): Promise<void> => {
  const awake = setInterval(() => undefined, 60_000);
  try {
    const emulator = await startEmulator({ port: 0, ...options });
    await run(emulator).finally(() => emulator.close());
  } finally {
    clearInterval(awake);
  }
};

/** The settings of the Notes of an emulated array. */
export const tilesOf = ({ boards }: Pick<Emulator, 'boards'>) =>
  boards.map(({ station: { host, port }, row, col, credentials }) => ({ host, port, row, col, key: credentials.key }));

/** The machine's clock, with a hook that runs before timers of exactly this length fire. */
export const clockWith = (ms: number, before: () => Promise<void>): Clock => ({
  ...systemClock,
  after: (wait, run) => systemClock.after(wait, () => (wait === ms ? void before().then(run) : run())),
});

/** Why something failed, in a sentence; null when it did not. */
export const failureOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: Error) => error.message,
  );

/** The reason of an outcome; empty when all went well. */
export const reasonOf = (outcome: WriteOutcome | { status: 'read' }): string =>
  'reason' in outcome ? outcome.reason : '';
