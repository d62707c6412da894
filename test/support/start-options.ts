import { join } from 'node:path';
import type { StartOptions } from '../../src/app/options.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { readEnvironment } from '../../src/platform/environment.ts';
import type { Log } from '../../src/platform/log.ts';
import { claimFolder } from '../../src/store/files/folder-lock.ts';

/** What `src/launch.ts` and `src/main.ts` start an appliance with, in this process and with the machine's clock. */
export const startOptions = (env: Readonly<Record<string, string | undefined>>, log: Log): StartOptions => {
  const settings = readEnvironment(env);
  return {
    settings,
    claimed: claimFolder(settings.dataDir),
    clock: systemClock,
    log,
    version: '0.0.0',
    distDir: join(process.cwd(), 'dist'),
    env,
  };
};
