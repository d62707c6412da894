import { join } from 'node:path';
import type { AppOptions } from '../../src/app/options.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { readEnvironment } from '../../src/platform/environment.ts';
import type { Log } from '../../src/platform/log.ts';

/** What `src/main.ts` starts an appliance with, in this process and with the machine's clock. */
export const startOptions = (env: Readonly<Record<string, string | undefined>>, log: Log): AppOptions => {
  return {
    settings: readEnvironment(env),
    clock: systemClock,
    log,
    version: '0.0.0',
    distDir: join(process.cwd(), 'dist'),
    env,
  };
};
