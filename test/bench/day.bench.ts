import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, memoryOf, pause, processorOf, start, type Row, type Started } from './service.ts';

/** So many times as fast as it is the day goes by. */
const FASTER = Number(process.env['DAY_FASTER'] ?? 480);
const BOARDS = 16;
/** As many as the views of the interface, each of which listens. */
const LISTENERS = 24;
const [HOUR_MS, DAY_MS] = [3_600_000 / FASTER, 86_400_000 / FASTER];
/** What a view asks for is asked for anew so often. */
const VISIT_MS = HOUR_MS / 6;
const LINES = ['{{date_time.time}}', '{{date_time.date}}', '{{date_time.day_of_week}}'];

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

const readJson = async (port: number, path: string): Promise<Record<string, unknown>> =>
  (await (await fetch(`http://127.0.0.1:${port}${path}`)).json()) as Record<string, unknown>;

const listen = (port: number, tell: (bytes: number) => void): void => {
  get({ host: '127.0.0.1', port, path: '/api/events', agent: false }, (answer: IncomingMessage) =>
    answer.on('data', (bytes: Buffer) => tell(bytes.length)).on('error', () => undefined),
  ).on('error', () => undefined);
};

/** Everything that can be asked for without naming anything. */
const plainPaths = async (port: number): Promise<string[]> => {
  const { paths } = (await readJson(port, '/api/openapi.json')) as { paths: Record<string, Record<string, unknown>> };
  return Object.entries(paths)
    .filter(([path, methods]) => 'get' in methods && !/\{|events|backup|support/.test(path))
    .map(([path]) => path);
};

const fill = async ({ port }: Started): Promise<void> => {
  const say = async (method: string, path: string, body: object): Promise<void> => {
    const status = await ask(agent, port, method, `/api${path}`, JSON.stringify(body));
    if (status >= 400) throw new Error(`${method} ${path} is ${status}`);
  };
  for (let at = 1; at < BOARDS; at++)
    await say('POST', '/settings/board/add', { device_type: 'flagship', id: `b${at}` });
  await say('POST', '/v1/pages', { name: 'Clock', type: 'template', template: LINES });
  const { pages } = (await readJson(port, '/api/v1/pages')) as { pages: { id: string; name: string }[] };
  const page = pages.find(({ name }) => name === 'Clock')?.id;
  for (let at = 1; at < BOARDS; at++)
    await say('POST', '/v1/schedules', { board_id: `b${at}`, page_id: page, start_time: '00:00' });
};

/** The least memory above which a program was in an hour, with what views ask for meanwhile. */
const leastInHour = async ({ child, port }: Started, paths: readonly string[]): Promise<number> => {
  const end = performance.now() + HOUR_MS;
  let least = Infinity;
  while (performance.now() < end) {
    for (const path of paths) await ask(agent, port, 'GET', path);
    least = Math.min(least, memoryOf(child, 'VmRSS'));
    await pause(Math.min(VISIT_MS, Math.max(0, end - performance.now())));
  }
  return least;
};

/**
 * What a day with sixteen boards leaves behind while every view listens and asks. The clocks of the program run faster
 * than real ones: time that is not theirs (the kernel's, the processor's) does not.
 */
export const run = async (): Promise<Row[]> => {
  const dir = mkdtempSync(join(tmpdir(), 'flapbox-day-'));
  const program = [
    '--require',
    join(process.cwd(), 'test/bench/fast-clock.cjs'),
    join(process.cwd(), 'dist/flapbox.cjs'),
  ];
  const service = await start(agent, program, dir, { FAST_CLOCK: String(FASTER), SERVICE_LOG_LEVEL: 'error' });
  await fill(service);
  const paths = await plainPaths(service.port);
  let bytes = 0;
  for (let at = 0; at < LISTENERS; at++) listen(service.port, (more) => (bytes += more));
  const begun = performance.now();
  const hours: number[] = [];
  while (performance.now() - begun < DAY_MS) hours.push(await leastInHour(service, paths));
  // Between two collections of garbage it swings by some MiB: of a third of a day the least counts.
  const morning = Math.min(...hours.slice(1, 9));
  const evening = Math.min(...hours.slice(-8));
  const processor = processorOf(service.child);
  await service.stop();
  rmSync(dir, { recursive: true, force: true });
  const name = 'a simulated day of 16 boards and all views';
  return [
    { name: `${name}: memory in its last third`, value: evening, unit: 'MiB' },
    { name: `${name}: growth from its first third on`, value: evening - morning, unit: 'MiB', target: 3 },
    { name: `${name}: told to those who listen`, value: bytes / 1024 / 1024, unit: 'MiB' },
    { name: `${name}: processor time`, value: processor, unit: 's' },
  ];
};
