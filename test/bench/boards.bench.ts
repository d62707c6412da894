import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatTime } from '../../src/core/time/time-of-day.ts';
import { MOST_BOARDS } from '../../src/schema/limits.ts';
import { createProbe, startFleet, type Fleet } from './fleet.ts';
import {
  BARE,
  ask,
  memoryOf,
  pause,
  processorOf,
  quantile,
  start,
  wakesOf,
  type Row,
  type Started,
} from './service.ts';

const FLAPBOX = join(process.cwd(), 'dist/flapbox.cjs');
const BOARDS = Number(process.env['MANY_BOARDS'] ?? MOST_BOARDS);
/** Boards on the network; all others are drawn in browsers. */
const ON_NETWORK = BOARDS / 8;
/** Boards that are served to other programs, each at a port of its own. */
const SERVED = 8;
const RULES_EACH = 3;
/** How many full minutes are lived through; at each of the first, every board comes under another rule. */
const MINUTES = 2;
const STARTS = 3;
const LISTENERS = 2;
const MINUTE_MS = 60_000;
/** What the fill and the starts take before the first rule begins. */
const AHEAD_MS = 30_000;

const agent = new Agent({ keepAlive: true, maxSockets: 8 });
const numbered = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

type Body = Record<string, unknown>;

const say = async ({ port }: Started, method: string, path: string, body?: Body): Promise<Body> => {
  const init = body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, { method, ...init });
  const text = await answer.text();
  if (answer.status >= 400) throw new Error(`${method} ${path} is ${answer.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text) as Body;
};

/** Sizes of boards, round and round; of the large ones there are few. */
const SIZES: readonly Body[] = numbered(32).map((at) => {
  if (at === 7) return { device_type: 'panel', grid_rows: 24, grid_cols: 80, panel: { driver: 'virtual' } };
  return { device_type: at % 4 === 3 ? 'note' : 'flagship' };
});
const [FLAGSHIP = {}, NOTE = {}, PANEL = {}] = [0, 3, 7].map((at) => SIZES[at]);

/** Stores all boards, three rules for each and pages for them; answers the minute at which the first rules begin. */
const fill = async (ours: Started, fleet: Fleet): Promise<number> => {
  const local = (at: number): Body => ({ host: `127.0.0.1:${fleet.port}`, local_api_key: `local-${at}` });
  for (const at of numbered(ON_NETWORK))
    await say(ours, 'POST', '/settings/board/add', { id: `local${at}`, device_type: 'flagship', ...local(at) });
  await say(ours, 'POST', '/settings/board/add', { id: 'panel', ...PANEL });
  for (const form of [FLAGSHIP, NOTE, PANEL])
    for (const at of numbered(8))
      await say(ours, 'POST', '/pages', {
        ...form,
        panel: undefined,
        name: `Page ${at}`,
        type: 'template',
        template: ['{{date_time.time}}', `{{= UPPER("page ${at}") }}`, 'RULES'],
      });
  const backup = (await say(ours, 'GET', '/backup/export')) as { data: Record<string, Body[]> };
  const { boards = [], pages = [] } = backup.data;
  const [plain] = boards;
  const panel = boards.find(({ id }) => id === 'panel')?.['panel'];
  const more = numbered(BOARDS - boards.length).map((at) => ({
    ...plain,
    ...SIZES[at % SIZES.length],
    ...(at % SIZES.length === 7 && { panel }),
    id: `virtual${at}`,
    name: `Board ${at}`,
    local_api_port: at < SERVED ? 19_100 + at : null,
  }));
  const from = Math.ceil((Date.now() + AHEAD_MS) / MINUTE_MS) * MINUTE_MS;
  const minuteOf = (at: number): number =>
    new Date(from + at * MINUTE_MS).getUTCHours() * 60 + new Date(from + at * MINUTE_MS).getUTCMinutes();
  const all: Body[] = [...boards, ...more];
  const rules = all.flatMap((board, at) => {
    const own = pages.filter((page) => page['device_type'] === board['device_type'] && page['name'] !== 'Welcome');
    return numbered(RULES_EACH).map((nth) => ({
      id: `rule-${at}-${nth}`,
      board_id: board['id'],
      page_id: own[(at + nth) % own.length]?.['id'],
      start_time: formatTime(minuteOf(nth)),
      end_time: formatTime(minuteOf(nth + 1)),
      created_at: new Date().toISOString(),
    }));
  });
  const boardsWithPage = all.map((board) => ({
    ...board,
    default_page_id: pages.find((page) => page['device_type'] === board['device_type'])?.['id'] ?? null,
  }));
  await say(ours, 'POST', '/backup/import', {
    ...backup,
    data: {
      ...backup.data,
      boards: boardsWithPage,
      schedules: rules,
      programmes: {},
      settings: { ...backup.data['settings'], general: { instance_name: 'flapbox', timezone: 'UTC' } },
    },
  });
  return from;
};

/** A page that listens, and when it last heard of a frame. */
const listen = (port: number): Promise<{ heard: number; at: number; bytes: number; close(): void }> =>
  new Promise((resolve) => {
    const asked = get({ host: '127.0.0.1', port, path: '/api/events' }, (answer) => {
      const listener = { heard: 0, at: 0, bytes: 0, close: () => void asked.destroy() };
      answer
        .on('error', () => undefined)
        .on('data', (chunk: Buffer) => {
          listener.bytes += chunk.length;
          const frames = chunk.toString('latin1').split('event: frame').length - 1;
          if (frames === 0) return;
          listener.heard += frames;
          listener.at = Date.now();
        });
      resolve(listener);
    });
    asked.on('error', () => undefined);
  });

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

const answerRows = async ({ port }: Started): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const path of [
    '/api/boot',
    '/api/v1/boards',
    '/api/settings/board',
    '/api/boards/conditions',
    '/api/v1/schedules?board_id=*',
    '/api/metrics',
    '/api/backup/export',
  ]) {
    let bytes = 0;
    const taken: number[] = [];
    for (let round = 0; round < 5; round++)
      taken.push(
        await timed(async () => {
          const answer = await fetch(`http://127.0.0.1:${port}${path}`);
          bytes = (await answer.arrayBuffer()).byteLength;
        }),
      );
    rows.push({ name: `${BOARDS} boards: ${path}`, value: quantile(taken, 0.5), unit: 'ms' });
    rows.push({ name: `${BOARDS} boards: ${path}, size`, value: bytes / 1024, unit: 'KB' });
  }
  return rows;
};

/** How long health takes, asked again and again until an instant. */
const askUntil = async (until: number, { port }: Started, taken: number[]): Promise<void> => {
  while (Date.now() < until) {
    taken.push(await timed(() => ask(agent, port, 'GET', '/api/health')));
    await pause(10);
  }
};

/**
 * As many boards as there may be, with three rules each: what they cost at a start, in memory, and at the full minutes
 * at which each shows another page. Some four minutes; MANY_BOARDS=64 measures fewer.
 */
export const run = async (): Promise<Row[]> => {
  const dir = mkdtempSync(join(tmpdir(), 'flapbox-boards-'));
  const fleet = await startFleet();
  const first = await start(agent, [FLAPBOX], dir);
  const from = await fill(first, fleet);
  await pause(500);
  const stopMs = await first.stop();
  const [times, spent, bareTimes]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < STARTS; round++) {
    const bare = await start(agent, BARE, dir);
    bareTimes.push(bare.startMs);
    await bare.stop();
    const ours = await start(agent, [FLAPBOX], dir);
    times.push(ours.startMs);
    spent.push(processorOf(ours.child) * 1000);
    await ours.stop();
  }
  const [probe, idleProbe] = [createProbe(dir, 'ours'), createProbe(dir, 'idle')];
  const profile = process.env['LOAD_PROFILE'] ? ['--cpu-prof', `--cpu-prof-dir=${process.env['LOAD_PROFILE']}`] : [];
  const idle = await start(agent, [...idleProbe.flags, ...BARE], dir);
  const ours = await start(agent, [...profile, ...probe.flags, FLAPBOX], dir);
  await pause(15_000);
  const above = (): number => memoryOf(ours.child, 'VmRSS') - memoryOf(idle.child, 'VmRSS');
  const atRest = above();
  const listeners = await Promise.all(numbered(LISTENERS).map(() => listen(ours.port)));
  if (Date.now() > from - 3000)
    throw new Error('The machine is too busy: the first minute is over before it can be watched.');
  while (Date.now() < from - 3000) await pause(100);
  const pid = (one: Started): number => one.child.pid ?? 0;
  await Promise.all([probe.read(pid(ours)), idleProbe.read(pid(idle))]);
  const [processor, woken, begun] = [processorOf(ours.child), wakesOf(ours.child), Date.now()];
  const late: number[] = [];
  const heards: number[] = [];
  const delays: { p99: number; max: number }[] = [];
  const idleDelays: number[] = [];
  const [answers, bareAnswers]: [number[], number[]] = [[], []];
  for (const minute of numbered(MINUTES)) {
    const due = from + minute * MINUTE_MS;
    while (Date.now() < due - 1000) await pause(50);
    for (const one of listeners) one.heard = 0;
    await Promise.all([askUntil(due + 3000, ours, answers), askUntil(due + 3000, idle, bareAnswers)]);
    while (Date.now() < due + 12_000) await pause(50);
    late.push(Math.max(...listeners.map(({ at }) => at)) - due);
    heards.push(Math.min(...listeners.map(({ heard }) => heard)));
    delays.push(await probe.read(pid(ours)));
    idleDelays.push((await idleProbe.read(pid(idle))).p99);
  }
  const seconds = (Date.now() - begun) / 1000;
  const worst = (values: number[]): number => Math.max(...values);
  const what = `${BOARDS} boards with ${RULES_EACH} rules each`;
  const rows: Row[] = [
    { name: `${what}: start`, value: quantile(times, 0.5), unit: 'ms', target: 1000 },
    {
      name: `${what}: start over a bare program`,
      value: quantile(times, 0.5) / quantile(bareTimes, 0.5),
      unit: 'times',
    },
    { name: `${what}: processor time of the start`, value: quantile(spent, 0.5), unit: 'ms' },
    { name: `${what}: end`, value: stopMs, unit: 'ms' },
    { name: `${what}: memory above a bare program, at rest`, value: atRest, unit: 'MiB', target: 60 },
    { name: `${what}: memory above a bare program, after ${MINUTES} minutes`, value: above(), unit: 'MiB', target: 60 },
    { name: `${what}: frames of a full minute that a page hears of`, value: Math.min(...heards), unit: 'frames' },
    {
      name: `${what}: longest delay of the loop at a full minute`,
      value: worst(delays.map(({ max }) => max)),
      unit: 'ms',
    },
    {
      name: `${what}: delay of the loop, p99`,
      value: worst(delays.map(({ p99 }) => p99)),
      unit: 'ms',
      target: 20 + worst(idleDelays),
    },
    { name: `${what}: delay of the loop of a program that does nothing, p99`, value: worst(idleDelays), unit: 'ms' },
    {
      name: `${what}: health at a full minute, p99`,
      value: quantile(answers, 0.99),
      unit: 'ms',
      target: 20 + quantile(bareAnswers, 0.99),
    },
    { name: `${what}: health of a bare program meanwhile, p99`, value: quantile(bareAnswers, 0.99), unit: 'ms' },
    { name: `${what}: last frame of a full minute is late by`, value: quantile(late, 0.5), unit: 'ms' },
    {
      name: `${what}: processor time`,
      value: ((processorOf(ours.child) - processor) / seconds) * 60_000,
      unit: 'ms a minute',
    },
    { name: `${what}: wake-ups`, value: (wakesOf(ours.child) - woken) / seconds, unit: 'a second' },
  ];
  for (const { close } of listeners) close();
  rows.push(...(await answerRows(ours)));
  await Promise.all([ours.stop(), idle.stop()]);
  fleet.close();
  agent.destroy();
  rmSync(dir, { recursive: true, force: true });
  return rows;
};
