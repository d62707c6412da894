import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { writeFileSync, readFileSync, existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/**
 * Boards on one port that tell what they were shown, by their key: the Local API, and the Read/Write API of the cloud.
 */
export interface Fleet {
  readonly port: number;
  /** Frames that arrived, by key: the newest one and how many there were. */
  readonly shown: Map<string, { last: string; count: number }>;
  close(): void;
}

const keyOf = ({ headers }: IncomingMessage): string =>
  String(headers['x-vestaboard-local-api-key'] ?? headers['x-vestaboard-read-write-key'] ?? '');

const gridOf = (text: string): string => {
  const value: unknown = JSON.parse(text);
  return JSON.stringify(Array.isArray(value) ? value : ((value as { characters?: unknown }).characters ?? value));
};

/** Starts it on a loopback port. */
export const startFleet = async (): Promise<Fleet> => {
  const shown: Fleet['shown'] = new Map();
  const answer = (asked: IncomingMessage, response: ServerResponse): void => {
    let text = '';
    asked.on('data', (chunk: Buffer) => (text += chunk.toString()));
    asked.on('end', () => {
      const key = keyOf(asked);
      if (asked.method === 'POST') {
        shown.set(key, { last: gridOf(text), count: (shown.get(key)?.count ?? 0) + 1 });
        return void response
          .writeHead(key.startsWith('cloud') ? 200 : 201, { 'Content-Type': 'application/json' })
          .end(key.startsWith('cloud') ? '{"status":"ok"}' : '');
      }
      const last = shown.get(key)?.last;
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(
          last === undefined
            ? ''
            : key.startsWith('cloud')
              ? `{"currentMessage":{"layout":${JSON.stringify(last)}}}`
              : `{"message":${last}}`,
        );
    });
  };
  const server: Server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { port: (server.address() as AddressInfo).port, shown, close: () => server.close() };
};

/**
 * One board of the fleet: what is asked for when it is added, and the key under which its frames arrive (null: it has
 * no flaps).
 */
export interface Kind {
  readonly name: string;
  readonly body: (key: string, port: number) => Record<string, unknown>;
  readonly physical: boolean;
  readonly rows: number;
  readonly cols: number;
  /** Frames of it may be late or left out: it takes one in 15 s. */
  readonly floor: boolean;
}

const panel = (grid_rows: number, grid_cols: number): Kind => ({
  name: `panel ${grid_rows}x${grid_cols}`,
  physical: false,
  floor: false,
  rows: grid_rows,
  cols: grid_cols,
  body: () => ({ device_type: 'panel', grid_rows, grid_cols, panel: { driver: 'virtual' } }),
});

const local = (device_type: 'flagship' | 'note', rows: number, cols: number): Kind => ({
  name: device_type,
  physical: true,
  floor: false,
  rows,
  cols,
  body: (key, port) => ({ device_type, host: `127.0.0.1:${port}`, local_api_key: key }),
});

const CLOUD: Kind = {
  name: 'cloud',
  physical: true,
  floor: true,
  rows: 6,
  cols: 22,
  body: (key) => ({ device_type: 'flagship', api_mode: 'cloud', cloud_key: key }),
};

/** Kinds in the order in which boards are added, round and round. */
export const KINDS: readonly Kind[] = [
  local('flagship', 6, 22),
  local('note', 3, 15),
  panel(3, 15),
  local('flagship', 6, 22),
  panel(24, 80),
  CLOUD,
  local('note', 3, 15),
  panel(96, 128),
];

/**
 * A program that is loaded before the service and measures the delay of its event loop; `read` takes the figures of the
 * time since the last reading.
 */
export interface Probe {
  readonly flags: readonly string[];
  read(pid: number): Promise<{ p50: number; p99: number; max: number }>;
}

/** Writes the probe into a folder. */
export const createProbe = (dir: string, name: string): Probe => {
  const [source, target] = [join(dir, `probe-${name}.cjs`), join(dir, `probe-${name}.json`)];
  writeFileSync(
    source,
    `const { monitorEventLoopDelay } = require('node:perf_hooks'); const { writeFileSync } = require('node:fs');
const delay = monitorEventLoopDelay({ resolution: 5 }); delay.enable(); let readings = 0;
process.on('SIGUSR2', () => { const ms = (value) => value / 1e6 - 5; writeFileSync(${JSON.stringify(target)}, JSON.stringify({ reading: ++readings, p50: ms(delay.percentile(50)), p99: ms(delay.percentile(99)), max: ms(delay.max) })); delay.reset(); });
process.on('SIGTERM', () => require.main || process.exit(0));`,
  );
  let readings = 0;
  const read = async (pid: number): Promise<{ p50: number; p99: number; max: number }> => {
    process.kill(pid, 'SIGUSR2');
    for (let turn = 0; turn < 400; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      const found = existsSync(target)
        ? (JSON.parse(readFileSync(target, 'utf8') || '{}') as {
            reading?: number;
            p50: number;
            p99: number;
            max: number;
          })
        : null;
      if (found?.reading === readings + 1) {
        readings++;
        return found;
      }
    }
    throw new Error('the probe does not answer');
  };
  return { flags: ['-r', source], read };
};
