import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOptions } from './start-options.ts';
import { startApp, type App } from '../../src/app.ts';
import { systemClock, type Clock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { createAnswerCheck } from './answer-check.ts';
import type { FakeClock } from './fake-clock.ts';

/** An answer of the API. */
export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/** A whole appliance in this process, on a loopback port and a data folder of its own. */
export interface Appliance {
  readonly url: string;
  readonly dir: string;
  readonly app: App;
  readonly lines: string[];
  /** Sends a request; its answer is checked against what the route declares. */
  call<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<T>>;
  /** Stops it and starts it again on the same data. */
  restart(): Promise<void>;
  /** Stops it and removes its data. */
  close(): Promise<void>;
}

/** What a test may choose. */
export interface ApplianceOptions {
  readonly clock?: Clock;
  readonly env?: Record<string, string>;
  /** Puts into the data folder what an earlier run left there. */
  readonly prepare?: (dir: string) => void;
}

const LONGEST_STOP_MS = 10_000;
const PUSH_MS = 500;

/**
 * Stops an appliance; as in the process of the service, a timer keeps the process until that is done. A clock that
 * stands still is pushed on.
 */
const stopped = async (app: App, clock: Clock): Promise<void> => {
  const kept = setTimeout(() => undefined, LONGEST_STOP_MS);
  const pushed = setInterval(() => 'advance' in clock && void (clock as FakeClock).advance(1000), PUSH_MS);
  await app.stop();
  clearInterval(pushed);
  clearTimeout(kept);
};

/** Starts an appliance; login is off unless `env` says otherwise. */
export const startAppliance = async ({
  clock = systemClock,
  env = {},
  prepare,
}: ApplianceOptions = {}): Promise<Appliance> => {
  const dir = mkdtempSync(join(tmpdir(), 'flapbox-'));
  prepare?.(dir);
  const lines: string[] = [];
  const variables = {
    SERVICE_AUTH_ENABLED: 'false',
    SERVICE_TIMEZONE: 'Europe/Berlin',
    SERVICE_PORT: '0',
    ...env,
    SERVICE_DATA_DIR: dir,
    SERVICE_HOST: '127.0.0.1',
  };
  const log = createLog({ level: 'debug', clock, write: (line) => lines.push(line) });
  const start = () => startApp({ ...startOptions(variables, log), clock });
  let app = await start();
  let check = createAnswerCheck(app.routes);
  return {
    get url() {
      return `http://127.0.0.1:${app.port}`;
    },
    get app() {
      return app;
    },
    dir,
    lines,
    call: async <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const response = await fetch(`http://127.0.0.1:${app.port}/api${path}`, {
        method,
        // A connection that was kept would be closed by the appliance while a busy machine lets a test wait.
        headers: {
          Connection: 'close',
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const answer = {
        status: response.status,
        headers: response.headers,
        body: (text === '' ? null : JSON.parse(text)) as T,
      };
      check(method, path, answer);
      return answer;
    },
    restart: async () => {
      await stopped(app, clock);
      app = await start();
      check = createAnswerCheck(app.routes);
    },
    close: async () => {
      await stopped(app, clock);
      rmSync(dir, { recursive: true, force: true });
    },
  };
};
