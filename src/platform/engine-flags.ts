const setFlags = (flags: readonly string[]): void => {
  const { setFlagsFromString } = require('node:v8') as typeof import('node:v8');
  for (const flag of flags) setFlagsFromString(flag);
};

/** From version 12 of the engine on its thresholds are counts of calls, and there is one more compiler. */
const countsCalls = Number.parseInt(process.versions.v8, 10) >= 12;

/** The thresholds from which on code is compiled for speed, so many times those that the engine has by itself. */
const thresholds = (times: number): string[] =>
  countsCalls
    ? [
        `--invocation-count-for-maglev=${400 * times}`,
        `--invocation-count-for-maglev-osr=${100 * times}`,
        `--invocation-count-for-turbofan=${3000 * times}`,
      ]
    : [`--interrupt-budget=${67_584 * times}`];

/** Nothing at rest runs so often: the 3.5 MB of the optimising compiler are never loaded then. */
const TIMES_AT_REST = 7.5;

/**
 * Has code compiled for speed as late as suits a service at rest; and not by the quick compiler that comes before it,
 * whose code takes 1 to 2 MiB with fifty sources.
 */
export const compileAtRest = (): void => setFlags([...thresholds(TIMES_AT_REST), '--no-sparkplug']);

/**
 * The same before anything of the service is loaded, where the optimising compiler would be loaded meanwhile. Engines
 * from 12 on refuse the code that they bring along for their own parts once a flag has changed, which costs a start
 * 9 of 63 ms: there it waits until the service has started.
 */
export const compileAtStart = (): void => {
  if (!countsCalls) compileAtRest();
};

/** Has code compiled as early as the engine does by itself. */
export const compileWhenBusy = (): void => setFlags([...thresholds(1), '--sparkplug']);

/**
 * Has `collect` let go the code of functions too, which the engine makes again at their next call, and move together
 * what stays, so that its memory goes back to the system.
 */
export const collectWithCode = (collect: () => void): void => {
  setFlags(['--stress-flush-code', '--compact-on-every-full-gc']);
  collect();
  setFlags(['--no-stress-flush-code', '--no-compact-on-every-full-gc']);
};
