import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { START_FLAGS } from '../support/start-flags.ts';

/** The built service on a data folder, as a process of its own. */
export interface RunningService {
  readonly child: ChildProcess;
  readonly url: string;
  /** How long it took until it said that it listens. */
  readonly startMs: number;
  get(path: string): Promise<Answer>;
  send(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Stops it in order, or at once. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** An answer of the API. */
export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** A start that ended by itself. */
export interface EndedService {
  readonly code: number | null;
  /** What it said about it. */
  readonly said: string;
}

const LONGEST_START_MS = 60_000;

/** Starts the service; resolves when it listens, or has ended. */
export const startService = async (
  dir: string,
  env: Record<string, string> = {},
): Promise<RunningService | EndedService> => {
  const began = performance.now();
  const child = spawn(process.execPath, [...START_FLAGS, join(process.cwd(), 'dist/flapbox.cjs')], {
    env: {
      ...process.env,
      SERVICE_AUTH_ENABLED: 'false',
      SERVICE_TIMEZONE: 'Europe/Berlin',
      SERVICE_HOST: '127.0.0.1',
      SERVICE_PORT: '0',
      SERVICE_DATA_DIR: dir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [told, said] = ['', ''];
  child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()));
  const patience = setTimeout(() => child.kill('SIGKILL'), LONGEST_START_MS);
  const port = await new Promise<string | null>((resolve) => {
    child.stdout.on('data', (bytes: Buffer) => {
      told += bytes.toString();
      const found = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(told)?.[1];
      if (found) resolve(found);
    });
    child.once('close', () => resolve(null));
  });
  clearTimeout(patience);
  if (port === null) return { code: child.exitCode, said };
  const startMs = performance.now() - began;
  const url = `http://127.0.0.1:${port}`;
  const send = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'close');
    child.kill(signal);
    await ended;
  };
  return { child, url, startMs, get: (path) => send('GET', path), send, stop };
};

/** Whether a start went well. */
export const isRunning = (service: RunningService | EndedService): service is RunningService => 'url' in service;

/** Starts it, uses it, and stops it. */
export const withService = async <T>(
  dir: string,
  use: (service: RunningService) => Promise<T>,
  env: Record<string, string> = {},
): Promise<T> => {
  const service = await startService(dir, env);
  if (!isRunning(service)) throw new Error(`the service ended with ${service.code}: ${service.said}`);
  try {
    return await use(service);
  } finally {
    await service.stop();
  }
};
