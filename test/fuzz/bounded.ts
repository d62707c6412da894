import * as assert from 'uvu/assert';

/** Sizes of boards that texts of any tokens are laid out for; the first two are usual. */
export const SIZES = [
  { rows: 6, cols: 22 },
  { rows: 3, cols: 15 },
  { rows: 96, cols: 128 },
];

/** Zones of moments, one of them unknown. */
export const ZONES = ['UTC', 'Europe/Berlin', 'Mars/Olympus', ''];

/** Many times the 50 ms for which compiling and the 20 ms for which printing is bounded: machines are slow and busy. */
const MOST_MS = 700;
/**
 * The result of some work that may not take long in processor time, which a busy machine does not lengthen: as asking
 * for that takes longer than most work, it is asked for only where the same work has taken long by the clock.
 */
export const spent = <T>(work: () => T, what: string): T => {
  const begun = performance.now();
  const result = work();
  if (performance.now() - begun < MOST_MS) return result;
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  assert.ok((user + system) / 1000 < MOST_MS, `${(user + system) / 1000} ms for ${what.slice(0, 2000)}`);
  return result;
};

/** Runs one round; what it throws names the round and what was given. */
export const guarded = async (round: number, what: string, work: () => void): Promise<void> => {
  try {
    work();
  } catch (error) {
    throw new Error(`round ${round}: ${what.slice(0, 3000)}\n${(error as Error).stack}`, { cause: error });
  }
};
