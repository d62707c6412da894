import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BARE, ask as askWith, memoryOf, pause, quantile, start as startWith, type Started } from './service.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const ask = (port: number, method: string, path: string, body?: string) => askWith(agent, port, method, path, body);
const start = (program: readonly string[], dir: string) => startWith(agent, program, dir);

/** A board that answers at once and tells when the last byte of a frame came. */
const startBoard = async () => {
  const told: { arrived: (at: number) => void } = { arrived: () => undefined };
  const server = createServer((asked, answer) => {
    asked
      .on('data', () => undefined)
      .on('end', () => {
        if (asked.method === 'POST') told.arrived(performance.now());
        answer.writeHead(asked.method === 'POST' ? 201 : 200).end();
      });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { port: (server.address() as AddressInfo).port, told, close: () => server.close() };
};

const startBroken = async (hangs: boolean): Promise<Server> => {
  const server = createTcpServer(
    (socket) => void (hangs ? socket.on('error', () => undefined) : socket.resetAndDestroy()),
  ).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return server;
};

const addBoard = (service: Started, id: string, port: number) =>
  ask(
    service.port,
    'POST',
    '/api/settings/board/add',
    JSON.stringify({ device_type: 'flagship', id, host: `127.0.0.1:${port}`, local_api_key: 'k' }),
  );

const gridText = (code: number) =>
  JSON.stringify(Array.from({ length: 6 }, () => Array.from({ length: 22 }, () => code % 60)));

const latencies = async (service: Started): Promise<number> => {
  const board = await startBoard();
  await addBoard(service, 'wall', board.port);
  const measure = async (post: (code: number) => Promise<number>) => {
    const taken: number[] = [];
    for (let code = 0; code < 400; code++) {
      const begun = performance.now();
      const arrived = new Promise<number>((resolve) => (board.told.arrived = resolve));
      const done = post(code);
      taken.push((await arrived) - begun);
      await done;
    }
    return quantile(taken, 0.5);
  };
  const rounds: number[] = [];
  for (let round = 0; round < 3; round++) {
    const bare = await measure((code) => ask(board.port, 'POST', '/', gridText(code)));
    const ours = await measure((code) =>
      ask(service.port, 'POST', '/api/v1/boards/wall/message', `{"characters":${gridText(code)}}`),
    );
    rounds.push(ours - bare);
  }
  board.close();
  return quantile(rounds, 0.5);
};

const healthBesideBroken = async (service: Started): Promise<number> => {
  const [hung, resetting] = [await startBroken(true), await startBroken(false)];
  await addBoard(service, 'hung', (hung.address() as AddressInfo).port);
  await addBoard(service, 'resetting', (resetting.address() as AddressInfo).port);
  void ask(service.port, 'POST', '/api/v1/boards/resetting/message', '{"text":"A"}');
  const taken: number[] = [];
  for (let look = 0; look < 1000; look++) {
    const begun = performance.now();
    await ask(service.port, 'GET', '/api/health');
    taken.push(performance.now() - begun);
  }
  resetting.close();
  hung.close();
  return quantile(taken, 0.99);
};

/**
 * Measures the built service against a bare program in the same run: start, memory, message to wire, health beside
 * broken boards, stop.
 */
export const run = async (): Promise<{ name: string; value: number; unit: string; target?: number }[]> => {
  const dir = mkdtempSync(join(tmpdir(), 'flapbox-bench-'));
  const flapbox = [join(process.cwd(), 'dist/flapbox.cjs')];
  await (await start(flapbox, dir)).stop();
  const starts: number[] = [];
  const stops: number[] = [];
  for (let round = 0; round < 5; round++) {
    const bare = await start(BARE, dir);
    const ours = await start(flapbox, dir);
    starts.push(ours.startMs / bare.startMs);
    await bare.stop();
    stops.push(await ours.stop());
  }
  const [bare, ours] = [await start(BARE, dir), await start(flapbox, dir)];
  await pause(3000);
  const early = memoryOf(ours.child, 'VmRSS') - memoryOf(bare.child, 'VmRSS');
  // Some ten seconds after the start the engine gives back what starting took.
  await pause(12_000);
  const above = memoryOf(ours.child, 'VmRSS') - memoryOf(bare.child, 'VmRSS');
  const own = memoryOf(ours.child, 'RssAnon');
  await bare.stop();
  const toWire = await latencies(ours);
  const health = await healthBesideBroken(ours);
  await ours.stop();
  rmSync(dir, { recursive: true, force: true });
  return [
    {
      name: 'start to the first health answer, over a bare program',
      value: quantile(starts, 0.5),
      unit: 'times',
      target: 2,
    },
    { name: 'stop when nothing is being sent', value: quantile(stops, 0.5), unit: 'ms', target: 200 },
    { name: 'memory above a bare program three seconds after the start', value: early, unit: 'MiB' },
    { name: 'idle memory above a bare program', value: above, unit: 'MiB', target: 8 },
    { name: 'idle memory, private part', value: own, unit: 'MiB', target: 20 },
    { name: 'message to the last byte at the board, above a bare post', value: toWire, unit: 'ms', target: 0.7 },
    { name: 'health beside a hung and a resetting board, p99', value: health, unit: 'ms', target: 10 },
  ];
};
