import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get, request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDraw, type Draw } from '../fuzz/draw.ts';
import { createProbe, KINDS, startFleet, type Fleet, type Kind, type Probe } from './fleet.ts';
import { BARE, memoryOf, pause, processorOf, start, writtenBy, type Started, type Row } from './service.ts';

/** How long the load lasts; ten minutes are 600. */
const SECONDS = Number(process.env['LOAD_SECONDS'] ?? 60);
const PER_SECOND = 100;
const LISTENERS = 50;
const BOARDS = 64;

interface Placed {
  readonly id: string;
  readonly key: string;
  readonly kind: Kind;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

const ask = (port: number, method: string, path: string, json?: unknown): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const body = json === undefined ? undefined : JSON.stringify(json);
    const headers =
      body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
    const asked = request({ host: '127.0.0.1', port, method, path, agent, headers }, (answer: IncomingMessage) => {
      const chunks: Buffer[] = [];
      answer
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    asked.on('error', reject).end(body);
  });

/** A listener of events: how many frames of each board it heard of. */
const listen = (port: number): Promise<{ readonly frames: Map<string, number>; close(): void }> =>
  new Promise((resolve) => {
    const frames = new Map<string, number>();
    let rest = '';
    const asked = get(
      { host: '127.0.0.1', port, path: '/api/events', headers: { Accept: 'text/event-stream' } },
      (answer) => {
        answer
          .on('error', () => undefined)
          .on('data', (chunk: Buffer) => {
            const parts = (rest + chunk.toString()).split('\n\n');
            rest = parts.pop() ?? '';
            for (const part of parts) {
              const id = part.includes('event: frame') ? /"board_id":"([^"]+)"/.exec(part)?.[1] : undefined;
              if (id !== undefined) frames.set(id, (frames.get(id) ?? 0) + 1);
            }
          });
        resolve({ frames, close: () => asked.destroy() });
      },
    );
    asked.on('error', () => undefined);
  });

const addBoards = async ({ port }: Started, fleet: Fleet, from: number, to: number): Promise<Placed[]> => {
  const placed: Placed[] = [];
  for (let index = from; index < to; index++) {
    const kind = KINDS[index % KINDS.length] as Kind;
    const key = `${kind.floor ? 'cloud' : 'local'}-${index}`;
    const { status, text } = await ask(port, 'POST', '/api/settings/board/add', {
      id: `board${index}`,
      ...kind.body(key, fleet.port),
    });
    if (status !== 201) throw new Error(text);
    placed.push({ id: `board${index}`, key, kind });
  }
  return placed;
};

interface Tally {
  asked: number;
  refused: number;
  failed: string[];
  /** The last grid that was acknowledged as sent, by board. */
  readonly last: Map<string, string>;
  readonly sent: Map<string, number>;
}

const READS = [
  '/api/v1/boards',
  '/api/v1/pages',
  '/api/v1/health',
  '/api/v1/status',
  '/api/v1/schedules',
  '/api/settings/board',
  '/api/timeline',
  '/api/v1/variables',
];

const one = async (port: number, boards: readonly Placed[], draw: Draw, tally: Tally): Promise<void> => {
  tally.asked++;
  const board = draw.pick(boards);
  const kind = draw.next();
  const [method, path, json] =
    kind < 0.5
      ? (['GET', draw.chance(0.5) ? draw.pick(READS) : `/api/v1/boards/${board.id}`, undefined] as const)
      : kind < 0.75
        ? ([
            'POST',
            '/api/v1/render',
            { template: ['{{date_time.time}}', `{{= UPPER("round ${tally.asked}") }}`] },
          ] as const)
        : ([
            'POST',
            `/api/v1/boards/${board.id}/message`,
            {
              characters: Array.from({ length: board.kind.rows }, (_, row) =>
                Array.from({ length: board.kind.cols }, (_, col) => (row * 7 + col + tally.asked) % 60),
              ),
            },
          ] as const);
  const { status, text } = await ask(port, method, path, json);
  if (status === 429 && board.kind.floor) tally.refused++;
  else if (status >= 400) tally.failed.push(`${method} ${path} ${status} ${text.slice(0, 200)}`);
  else if (json && 'characters' in json && (JSON.parse(text) as { sent: boolean }).sent) {
    tally.last.set(board.id, JSON.stringify(json.characters));
    tally.sent.set(board.id, (tally.sent.get(board.id) ?? 0) + 1);
  }
};

/** Asks a hundred times a second, whether answers have come or not. */
const press = async (
  port: number,
  boards: readonly Placed[],
  seconds: number,
  tally: Tally,
  seed: number,
): Promise<void> => {
  const draw = createDraw(seed);
  const running = new Set<Promise<void>>();
  const begun = performance.now();
  for (let count = 0; count < seconds * PER_SECOND; count++) {
    const due = begun + (count * 1000) / PER_SECOND;
    const wait = due - performance.now();
    if (wait > 0) await pause(wait);
    const running1 = one(port, boards, draw, tally)
      .catch((error: Error) => void tally.failed.push(error.message))
      .finally(() => running.delete(running1));
    running.add(running1);
  }
  await Promise.all(running);
};

const newTally = (): Tally => ({ asked: 0, refused: 0, failed: [], last: new Map(), sent: new Map() });

interface Watched {
  readonly program: Started;
  readonly probe: Probe;
}

/**
 * The delay of the loop above that of a program which does nothing meanwhile: what else runs on the machine holds both
 * up.
 */
const delayOf = async ({ program, probe }: Watched): Promise<{ p99: number; max: number }> =>
  probe.read(program.child.pid ?? 0);

const jitterWith = async (ours: Watched, idle: Watched, boards: readonly Placed[], count: number): Promise<Row[]> => {
  const { port } = ours.program;
  await press(port, boards, 2, newTally(), count);
  await Promise.all([delayOf(ours), delayOf(idle)]);
  await press(port, boards, 10, newTally(), count + 1);
  const [busy, quiet] = await Promise.all([delayOf(ours), delayOf(idle)]);
  return [
    {
      name: `delay of the loop with ${count} boards and ${PER_SECOND} requests a second, p99`,
      value: busy.p99,
      unit: 'ms',
      target: 20 + quiet.p99,
    },
    {
      name: `delay of the loop of a program that does nothing beside ${count} boards, p99`,
      value: quiet.p99,
      unit: 'ms',
    },
  ];
};

/** Frames that were acknowledged and did not arrive, and listeners that heard of fewer than others. */
const lossOf = (
  boards: readonly Placed[],
  fleet: Fleet,
  tally: Tally,
  heard: readonly Map<string, number>[],
): { frames: number; events: number } => {
  const frames = boards.filter(
    ({ id, key, kind }) =>
      kind.physical && tally.sent.has(id) && (fleet.shown.get(key)?.count ?? 0) < (tally.sent.get(id) ?? 0),
  ).length;
  const events = boards.reduce((sum, { id }) => {
    const counts = heard.map((frames) => frames.get(id) ?? 0);
    return sum + counts.reduce((missing, count) => missing + Math.max(...counts) - count, 0);
  }, 0);
  return { frames, events };
};

/**
 * 64 boards of several kinds, 50 listeners of events and 100 requests a second, for a minute unless LOAD_SECONDS says
 * otherwise: whether memory stays flat, the event loop free, and nothing is lost.
 */
export const run = async (): Promise<Row[]> => {
  const dir = mkdtempSync(join(tmpdir(), 'flapbox-endurance-'));
  const profile = process.env['LOAD_PROFILE'] ? ['--cpu-prof', `--cpu-prof-dir=${process.env['LOAD_PROFILE']}`] : [];
  const [probe, idleProbe] = [createProbe(dir, 'ours'), createProbe(dir, 'idle')];
  const idle: Watched = { program: await start(agent, [...idleProbe.flags, ...BARE], dir), probe: idleProbe };
  const fleet = await startFleet();
  const service = await start(agent, [...profile, ...probe.flags, join(process.cwd(), 'dist/flapbox.cjs')], dir, {
    SERVICE_VESTABOARD_RW_URL: `http://127.0.0.1:${fleet.port}`,
  });
  const ours: Watched = { program: service, probe };
  const rows: Row[] = [];
  const boards = await addBoards(service, fleet, 0, 1);
  rows.push(...(await jitterWith(ours, idle, boards, 1)));
  boards.push(...(await addBoards(service, fleet, 1, 16)));
  rows.push(...(await jitterWith(ours, idle, boards, 16)));
  boards.push(...(await addBoards(service, fleet, 16, BOARDS)));
  rows.push(...(await jitterWith(ours, idle, boards, BOARDS)));
  const listeners = await Promise.all(Array.from({ length: LISTENERS }, () => listen(service.port)));
  const tally = newTally();
  await press(service.port, boards, Math.max(10, SECONDS / 5), newTally(), 1);
  await pause(1500);
  for (const { frames } of listeners) frames.clear();
  fleet.shown.clear();
  await Promise.all([delayOf(ours), delayOf(idle)]);
  const [memory, processor, written] = [
    memoryOf(service.child, 'VmRSS'),
    processorOf(service.child),
    writtenBy(service.child),
  ];
  await press(service.port, boards, SECONDS, tally, 2);
  await pause(3000);
  const [{ p99, max }, quiet] = await Promise.all([delayOf(ours), delayOf(idle)]);
  const loss = lossOf(
    boards,
    fleet,
    tally,
    listeners.map(({ frames }) => frames),
  );
  for (const problem of tally.failed.slice(0, 5)) console.error(problem);
  rows.push(
    { name: 'under load: seconds', value: SECONDS, unit: 's' },
    { name: 'under load: delay of the loop, p99', value: p99, unit: 'ms', target: 20 + quiet.p99 },
    { name: 'under load: delay of the loop of a program that does nothing, p99', value: quiet.p99, unit: 'ms' },
    { name: 'under load: longest delay of the loop', value: max, unit: 'ms' },
    { name: 'under load: memory', value: memoryOf(service.child, 'VmRSS'), unit: 'MiB', target: 140 },
    { name: 'under load: growth of memory', value: memoryOf(service.child, 'VmRSS') - memory, unit: 'MiB', target: 8 },
    {
      name: 'under load: processor',
      value: ((processorOf(service.child) - processor) / (SECONDS + 3)) * 100,
      unit: '% of a core',
    },
    {
      name: 'under load: written to the disk',
      value: (writtenBy(service.child) - written) / 1024 / SECONDS,
      unit: 'KB a second',
    },
    { name: 'under load: requests that failed', value: tally.failed.length, unit: 'requests', target: 0 },
    {
      name: 'under load: boards that missed a frame that was acknowledged',
      value: loss.frames,
      unit: 'boards',
      target: 0,
    },
    {
      name: 'under load: events that one listener heard of and another did not',
      value: loss.events,
      unit: 'events',
      target: 0,
    },
  );
  for (const { close } of listeners) close();
  await Promise.all([service.stop(), idle.program.stop()]);
  fleet.close();
  agent.destroy();
  rmSync(dir, { recursive: true, force: true });
  return rows;
};
