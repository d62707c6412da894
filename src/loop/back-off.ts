const LONGEST_MS = 60_000;

/** Pause before the next try after `failures` failures in a row: 1, 2, 4 … 60 s (rules, B8). */
export const nextRetryMs = (failures: number): number => Math.min(LONGEST_MS, 1000 * 2 ** (Math.max(1, failures) - 1));
