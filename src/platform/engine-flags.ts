/**
 * A function is compiled for speed after so many bytes of its code have run. With more than the engine's own 66 KB
 * nothing gets there at rest, and the 3.5 MB of the optimising compiler are never loaded. Engines from 13 on have no
 * such setting.
 */
const compileAfter = (bytes: number): void => {
  if (Number.parseInt(process.versions.v8, 10) >= 13) return;
  const { setFlagsFromString } = require('node:v8') as typeof import('node:v8');
  setFlagsFromString(`--interrupt-budget=${bytes}`);
};

/** Has code compiled for speed as late as suits a service at rest. */
export const compileAtRest = (): void => compileAfter(500_000);

/** Has code compiled for speed as early as the engine does by itself. */
export const compileWhenBusy = (): void => compileAfter(67_584);
