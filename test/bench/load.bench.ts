import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BARE,
  ask,
  memoryOf,
  pause,
  processorOf,
  quantile,
  rateOf,
  start,
  wakesOf,
  writtenBy,
  type Started,
  type Row,
} from './service.ts';
import { plainSources } from './full.bench.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const CLIENTS = 16;
const LOOK_MS = 2500;
const FLAPBOX = [join(process.cwd(), 'dist/flapbox.cjs')];

const reads = (service: Started, path: string, body?: string) =>
  rateOf(CLIENTS, LOOK_MS, () => ask(agent, service.port, body === undefined ? 'GET' : 'POST', path, body));

/** Reads a second, beside what a bare program reaches from the same client: the client is the limit of both. */
const measureReads = async (ours: Started, bare: Started): Promise<Row[]> => {
  const limit = await reads(bare, '/');
  const health = await reads(ours, '/api/v1/health');
  const pages = await reads(ours, '/api/v1/pages');
  const render = await reads(
    ours,
    '/api/v1/render',
    JSON.stringify({ template: ['{{date_time.time}}', '{{= UPPER("hello") }}', 'THREE'] }),
  );
  return [
    { name: 'health', value: health, unit: '/s' },
    { name: 'health, as a part of a bare program', value: health / limit, unit: 'parts/s', target: 0.45 },
    { name: 'pages', value: pages, unit: '/s', target: Math.min(12_000, limit * 0.3) },
    { name: 'render', value: render, unit: '/s', target: Math.min(9000, limit * 0.22) },
  ];
};

const startBoards = async () => {
  /** When each frame had come, as `Date.now()` tells. */
  const came: number[] = [];
  const server = createServer((asked, answer) =>
    asked.resume().on('end', () => {
      if (asked.method === 'POST') came.push(Date.now());
      answer.writeHead(asked.method === 'POST' ? 201 : 200).end();
    }),
  ).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { port: (server.address() as AddressInfo).port, came, close: () => server.close() };
};

const WATCHED_S = 60;

/** How often nothing wakes it: with the board of a new install, and with fifteen more on the network. */
const measureWakes = async (): Promise<Row[]> => {
  const dir = mkdtempSync(join(tmpdir(), 'flapbox-wakes-'));
  const service = await start(agent, FLAPBOX, dir);
  const boards = await startBoards();
  const watch = async (): Promise<number> => {
    await pause(30_000);
    const before = wakesOf(service.child);
    await pause(WATCHED_S * 1000);
    return (wakesOf(service.child) - before) / WATCHED_S;
  };
  const one = await watch();
  for (let i = 1; i < 16; i++) await addBoard(service, `wall${i}`, boards.port);
  const sixteen = await watch();
  boards.close();
  await service.stop();
  rmSync(dir, { recursive: true, force: true });
  return [
    { name: 'wake-ups at rest, one board', value: one, unit: 'a second', target: 0.3 },
    { name: 'wake-ups at rest, 16 boards', value: sixteen, unit: 'a second', target: 1 },
  ];
};

const addBoard = (service: Started, id: string, port: number) =>
  ask(
    agent,
    service.port,
    'POST',
    '/api/settings/board/add',
    JSON.stringify({ device_type: 'flagship', id, host: `127.0.0.1:${port}`, local_api_key: 'k' }),
  );

const gridText = (code: number) =>
  JSON.stringify({ characters: Array.from({ length: 6 }, () => Array.from({ length: 22 }, () => code % 60)) });

const measureSends = async (ours: Started): Promise<Row[]> => {
  const boards = await startBoards();
  for (let i = 0; i < 8; i++) await addBoard(ours, `fast${i}`, boards.port);
  let code = 0;
  const one = await rateOf(1, LOOK_MS, () =>
    ask(agent, ours.port, 'POST', '/api/v1/boards/fast0/message', gridText(code++)),
  );
  const eight = await rateOf(8, LOOK_MS, () =>
    ask(agent, ours.port, 'POST', `/api/v1/boards/fast${code % 8}/message`, gridText(code++)),
  );
  boards.close();
  return [
    { name: 'messages to a fast board, one client', value: one, unit: '/s', target: 1800 },
    { name: 'messages to fast boards, eight clients', value: eight, unit: '/s', target: 6000 },
  ];
};

const listen = (port: number, told: () => void): Promise<() => void> =>
  new Promise((resolve) => {
    const asked = get(
      { host: '127.0.0.1', port, path: '/api/events', headers: { Accept: 'text/event-stream' } },
      (answer: IncomingMessage) => {
        answer.on('data', (bytes: Buffer) => bytes.includes('event: frame') && told()).on('error', () => undefined);
        resolve(() => asked.destroy());
      },
    );
    asked.on('error', () => undefined);
  });

/** How long it takes until the last of 50 listeners has heard of a frame. */
const measureEvents = async (ours: Started): Promise<Row[]> => {
  let heard = 0;
  let done: () => void = () => undefined;
  const closes = await Promise.all(Array.from({ length: 50 }, () => listen(ours.port, () => ++heard >= 50 && done())));
  await pause(300);
  const taken: number[] = [];
  for (let round = 0; round < 60; round++) {
    heard = 0;
    const all = new Promise<void>((resolve) => (done = resolve));
    const begun = performance.now();
    await ask(agent, ours.port, 'POST', '/api/v1/boards/primary/message', gridText(round));
    await all;
    taken.push(performance.now() - begun);
  }
  for (const close of closes) close();
  return [{ name: 'frame to the last of 50 listeners, p99', value: quantile(taken, 0.99), unit: 'ms', target: 20 }];
};

/** What one edit of an owner costs on the disk, and what nothing costs. */
const measureDisk = async (ours: Started): Promise<Row[]> => {
  await pause(1500);
  const before = writtenBy(ours.child);
  await ask(
    agent,
    ours.port,
    'POST',
    '/api/v1/pages',
    JSON.stringify({ name: 'Bench', type: 'template', template: ['A'] }),
  );
  await pause(1500);
  const edited = writtenBy(ours.child);
  await pause(5000);
  return [
    { name: 'written to the disk for one edit', value: (edited - before) / 1024, unit: 'KB', target: 25 },
    {
      name: 'written to the disk in five idle seconds',
      value: writtenBy(ours.child) - edited,
      unit: 'bytes',
      target: 0,
    },
  ];
};

const latenessOf = async (service: Started): Promise<number> => {
  const answer = await fetch(`http://127.0.0.1:${service.port}/api/metrics`);
  return Number(/^display_loop_lateness_seconds ([\d.e-]+)/m.exec(await answer.text())?.[1] ?? 0) * 1000;
};

const SOURCES = 50;
const STREAMS = 20;
const MINUTE_MS = 60_000;

/**
 * How late a full minute is noticed, and its last frame has come, with 64 boards of which 56 show the time, 50 sources
 * and 20 listeners, while reads keep a core busy and backups are made one after the other.
 */
const measureLateness = async (ours: Started): Promise<Row[]> => {
  const boards = await startBoards();
  const ids = Array.from({ length: 64 - 8 }, (_, at) => `fast${at + 8}`);
  const say = (method: string, path: string, body: object) =>
    ask(agent, ours.port, method, `/api/v1${path}`, JSON.stringify(body));
  const made = await fetch(`http://127.0.0.1:${ours.port}/api/v1/pages`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Clock', type: 'template', template: ['{{date_time.time}}'] }),
  });
  const { id: page } = (await made.json()) as { id: string };
  for (const id of ids) {
    await addBoard(ours, id, boards.port);
    const status = await say('POST', '/schedules', { board_id: id, page_id: page, start_time: '00:00' });
    if (status >= 300) throw new Error(`a rule for ${id} is ${status}`);
  }
  for (const id of plainSources(SOURCES)) await say('PATCH', `/plugins/${id}`, { enabled: true });
  const closes = await Promise.all(Array.from({ length: STREAMS }, () => listen(ours.port, () => undefined)));
  const minute = Math.ceil((Date.now() + 2000) / MINUTE_MS) * MINUTE_MS;
  const until = minute + 1000;
  const [, backups] = await Promise.all([
    rateOf(4, until - Date.now(), () => ask(agent, ours.port, 'GET', '/api/v1/pages')),
    rateOf(1, until - Date.now(), () => ask(agent, ours.port, 'GET', '/api/backup/export')),
  ]);
  const late = await latenessOf(ours);
  for (const close of closes) close();
  boards.close();
  const frames = boards.came.filter((at) => at >= minute);
  const what = `a full minute with 64 boards, ${SOURCES} sources, ${STREAMS} listeners, reads and backups`;
  return [
    { name: `${what}: is noticed late by`, value: late, unit: 'ms', target: 3 },
    { name: `${what}: last frame`, value: Math.max(...frames) - minute, unit: 'ms' },
    { name: `${what}: frames`, value: frames.length, unit: '' },
    { name: `${what}: backups`, value: backups, unit: '/s' },
  ];
};

/** Measures the built service under load against a bare program in the same run; takes about five minutes. */
export const run = async (): Promise<Row[]> => {
  const dir = mkdtempSync(join(tmpdir(), 'flapbox-load-'));
  const bare = await start(agent, BARE, dir);
  const ours = await start(agent, FLAPBOX, dir);
  // Some ten seconds after the start the engine tidies up, once.
  await pause(15_000);
  const idle = processorOf(ours.child);
  await pause(20_000);
  const rows: Row[] = [
    { name: 'processor time at rest', value: (processorOf(ours.child) - idle) * 5, unit: '% of a core', target: 0.15 },
  ];
  rows.push(
    ...(await measureReads(ours, bare)),
    ...(await measureSends(ours)),
    ...(await measureEvents(ours)),
    ...(await measureDisk(ours)),
    ...(await measureLateness(ours)),
  );
  await pause(3000);
  rows.push({
    name: 'memory above a bare program after all this',
    value: memoryOf(ours.child, 'VmRSS') - memoryOf(bare.child, 'VmRSS'),
    unit: 'MiB',
    target: 30,
  });
  await Promise.all([bare.stop(), ours.stop()]);
  rows.push(...(await measureWakes()));
  agent.destroy();
  rmSync(dir, { recursive: true, force: true });
  return rows;
};
