import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { memoryOf, quantile, start, waitOf } from '../bench/service.ts';
import { NEIGHBOUR } from './crowd.ts';

/** The built service in a process of its own, with the flags of `npm start` and with login off. */
export interface Target {
  readonly port: number;
  /** Whether it still runs. */
  readonly isAlive: () => boolean;
  /** The most memory that it ever had, in MiB. */
  readonly peakMiB: () => number;
  /** For how long its main thread has waited for a processor until now, in s. */
  readonly waitedS: () => number;
  /** Files and sockets that it has open. */
  readonly openFiles: () => number;
  /** Ends it as a power cut does and starts it again at the same port; resolves when it answers. */
  readonly restart: () => Promise<void>;
  stop(): Promise<void>;
}

const PROGRAM = [join(process.cwd(), 'dist/flapbox.cjs')];

/** Starts it on a data folder of its own. */
export const startTarget = async (env: Record<string, string> = {}): Promise<Target> => {
  const dir = mkdtempSync(join(tmpdir(), 'flapbox-attack-'));
  const agent = new Agent();
  let service = await start(agent, PROGRAM, dir, env);
  const { port } = service;
  let peak = 0;
  let waitedBefore = 0;
  const isAlive = () => service.child.exitCode === null && service.child.signalCode === null;
  const peakMiB = () => (peak = Math.max(peak, isAlive() ? memoryOf(service.child, 'VmHWM') : 0));
  return {
    port,
    isAlive,
    peakMiB,
    waitedS: () => waitedBefore + (isAlive() ? waitOf(service.child) : 0),
    openFiles: () => (isAlive() ? readdirSync(`/proc/${service.child.pid}/fd`).length : 0),
    restart: async () => {
      peakMiB();
      waitedBefore += waitOf(service.child);
      const ended = once(service.child, 'exit');
      service.child.kill('SIGKILL');
      await ended;
      service = await start(agent, PROGRAM, dir, { ...env, SERVICE_PORT: String(port) });
    },
    stop: async () => {
      if (isAlive()) await service.stop();
      agent.destroy();
      rmSync(dir, { recursive: true, force: true });
    },
  };
};

/** How the service fared while something happened to it. */
export interface Witness {
  /** Requests for its health that were not answered with 200 although somebody listened. */
  readonly failures: number;
  readonly asked: number;
  readonly p50: number;
  readonly p99: number;
  /** Most files and sockets that were open. */
  readonly mostFiles: number;
}

/** Runs in a thread of its own: attackers keep theirs busy. Asks over a new connection each time. */
const WITNESS = `
const { request } = require('node:http');
const { parentPort, workerData: { port, address } } = require('node:worker_threads');
const taken = [];
let failures = 0;
let over = false;
parentPort.once('message', () => (over = true));
const ask = () => {
  const begun = performance.now();
  const note = (status, isDown) => {
    if (!isDown) taken.push(performance.now() - begun);
    if (status !== 200 && !isDown) failures++;
    if (over) parentPort.postMessage({ taken, failures });
    else setTimeout(ask, 10);
  };
  const asked = request({ host: '127.0.0.1', port, localAddress: address, path: '/api/health', agent: false });
  asked.on('response', (answer) => answer.resume().once('end', () => note(answer.statusCode))).on('error', ({ code }) => note(0, code === 'ECONNREFUSED')).end();
};
ask();
`;

/** Asks for the health from another address until `act` has ended. */
export const witness = async (target: Target, act: () => Promise<unknown>): Promise<Witness> => {
  const worker = new Worker(WITNESS, { eval: true, workerData: { port: target.port, address: NEIGHBOUR } });
  const told = new Promise<{ taken: number[]; failures: number }>((resolve, reject) =>
    worker.once('message', resolve).once('error', reject),
  );
  let mostFiles = 0;
  const looking = setInterval(() => (mostFiles = Math.max(mostFiles, target.openFiles())), 20);
  try {
    await act();
  } finally {
    clearInterval(looking);
    worker.postMessage('over', []);
  }
  const { taken, failures } = await told;
  await worker.terminate();
  return { failures, asked: taken.length, p50: quantile(taken, 0.5), p99: quantile(taken, 0.99), mostFiles };
};
