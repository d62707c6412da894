/** Sets flags of the engine. Engines from 13 on have other ones. */
const setFlags = (...flags: readonly string[]): void => {
  if (Number.parseInt(process.versions.v8, 10) >= 13) return;
  const { setFlagsFromString } = require('node:v8') as typeof import('node:v8');
  for (const flag of flags) setFlagsFromString(flag);
};

/**
 * Has code compiled as late as suits a service at rest: for speed after 500 KB of a function have run, which nothing
 * reaches at rest, so that the 3.5 MB of the optimising compiler are never loaded; and not by the quick compiler that
 * comes before it, whose code takes 1 to 2 MiB with fifty sources.
 */
export const compileAtRest = (): void => setFlags('--interrupt-budget=500000', '--no-sparkplug');

/** Has code compiled as early as the engine does by itself. */
export const compileWhenBusy = (): void => setFlags('--interrupt-budget=67584', '--sparkplug');

/**
 * Has `collect` let go the code of functions too, which the engine makes again at their next call, and move together
 * what stays, so that its memory goes back to the system.
 */
export const collectWithCode = (collect: () => void): void => {
  setFlags('--stress-flush-code', '--compact-on-every-full-gc');
  collect();
  setFlags('--no-stress-flush-code', '--no-compact-on-every-full-gc');
};
