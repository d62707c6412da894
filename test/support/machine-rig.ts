import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOptions } from './start-options.ts';
import { startApp, type App } from '../../src/app.ts';
import type { AppOptions } from '../../src/app/options.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';

/** A whole appliance over a machine that a test decides about. */
export interface MachineRig {
  readonly app: App;
  readonly url: string;
  readonly lines: string[];
  close(): Promise<void>;
}

/** Starts it on a loopback port; login is off unless `env` says otherwise. */
export const startMachineRig = async (options: Partial<AppOptions>): Promise<MachineRig> => {
  const dir = mkdtempSync(join(tmpdir(), 'flapbox-'));
  const lines: string[] = [];
  const clock = options.clock ?? systemClock;
  const env = {
    SERVICE_AUTH_ENABLED: 'false',
    ...options.env,
    SERVICE_DATA_DIR: dir,
    SERVICE_HOST: '127.0.0.1',
    SERVICE_PORT: '0',
  };
  const log = createLog({ level: 'debug', clock, write: (line) => lines.push(line) });
  const app = await startApp({ ...startOptions(env, log), ...options, env, clock, log });
  return {
    app,
    url: `http://127.0.0.1:${app.port}`,
    lines,
    close: async () => {
      await app.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
};
