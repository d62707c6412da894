import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/platform/clock.ts';
import { Sandbox } from '../../src/sandbox/sandbox.ts';
import { ask, memoryOf, pause, quantile, start, type Row } from './service.ts';

const FLAPBOX = join(process.cwd(), 'dist/flapbox.cjs');
const FURTHER = 10;
const SETTLE_MS = 6000;

const ids = Array.from({ length: FURTHER + 1 }, (_, index) => `plugin_${index}`);
const CODE =
  'let count = 0; export const fetchData = async ({ board }) => ({ available: true, data: { count: ++count, rows: board.rows }, formatted_lines: ["COUNT", String(count)] });';

const install = (dir: string): void => {
  for (const id of ids) {
    mkdirSync(join(dir, id), { recursive: true });
    writeFileSync(join(dir, id, 'manifest.json'), JSON.stringify({ id, name: id, version: '1.0.0' }));
    writeFileSync(join(dir, id, 'index.mjs'), CODE);
  }
};

/**
 * What plugins of others cost the service: memory of the first and of each further one, and what stays when they are
 * off again.
 */
const measureMemory = async (pluginsDir: string, dir: string): Promise<Row[]> => {
  const agent = new Agent({ keepAlive: false });
  const service = await start(agent, [FLAPBOX], dir, { SERVICE_PLUGINS_DIR: pluginsDir });
  const say = (method: string, path: string, body?: object) =>
    ask(agent, service.port, method, `/api/v1/plugins/${path}`, body && JSON.stringify(body));
  const settled = async (): Promise<number> => {
    await pause(SETTLE_MS);
    return memoryOf(service.child, 'VmRSS');
  };
  const turnOn = async (id: string): Promise<void> => {
    await say('PATCH', id, { enabled: true });
    await say('GET', `${id}/data`);
  };
  const [first = '', ...further] = ids;
  // What changing the settings of a plugin costs by itself is not the sandbox's.
  await say('PATCH', 'random', { enabled: true });
  await say('GET', 'random/data');
  const before = await settled();
  await turnOn(first);
  const one = await settled();
  for (const id of further) await turnOn(id);
  const all = await settled();
  for (const id of ids) await say('PATCH', id, { enabled: false });
  const after = await settled();
  await service.stop();
  return [
    { name: 'memory of the first plugin of others', value: one - before, unit: 'MiB', target: 14 },
    { name: 'memory of each further one', value: (all - one) / FURTHER, unit: 'MiB', target: 0.5 },
    { name: 'memory that stays when all are off', value: after - before, unit: 'MiB', target: 5 },
  ];
};

/** What a call costs besides what it does. */
const measureCalls = async (pluginsDir: string): Promise<Row[]> => {
  const sandbox = new Sandbox({ file: join(process.cwd(), 'dist/sandbox/worker.cjs'), clock: systemClock });
  const task = {
    kind: 'plugin',
    folder: join(pluginsDir, 'plugin_0'),
    name: 'fetchData',
    request: JSON.stringify({ config: {}, board: { rows: 6, cols: 22 } }),
  } as const;
  const times: number[] = [];
  for (let round = 0; round < 2000; round++) {
    const begun = performance.now();
    await sandbox.run({ room: 'plugin_0', task, limits: { processorMs: 2000, timeMs: 15_000 } });
    if (round >= 100) times.push(performance.now() - begun);
  }
  await sandbox.stop();
  return [{ name: 'call of a plugin of others, median', value: quantile(times, 0.5), unit: 'ms', target: 1 }];
};

/** Every figure of the sandbox. */
export const run = async (): Promise<Row[]> => {
  const root = mkdtempSync(join(tmpdir(), 'flapbox-sandbox-bench-'));
  const pluginsDir = join(root, 'plugins');
  install(pluginsDir);
  try {
    return [...(await measureMemory(pluginsDir, join(root, 'data'))), ...(await measureCalls(pluginsDir))];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
};
