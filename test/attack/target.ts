import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { memoryOf, quantile, start } from '../bench/service.ts';
import type { Started } from '../bench/service.ts';
import { NEIGHBOUR } from './crowd.ts';

/** The built service in a process of its own, with the flags of `npm start` and with login off. */
export interface Target {
  readonly port: number;
  /** Whether it still runs. */
  readonly isAlive: () => boolean;
  /** The most memory that it ever had, in MiB. */
  readonly peakMiB: () => number;
  /** Files and sockets that it has open. */
  readonly openFiles: () => number;
  stop(): Promise<void>;
}

const PROGRAM = [join(process.cwd(), 'dist/flapbox.cjs')];

/** Starts it on a data folder of its own; `port` for one that several programs talk to. */
export const startTarget = async (env: Record<string, string> = {}): Promise<Target> => {
  const dir = mkdtempSync(join(tmpdir(), 'flapbox-attack-'));
  const agent = new Agent();
  const service: Started = await start(agent, PROGRAM, dir, env);
  const { child, port } = service;
  agent.destroy();
  let peak = 0;
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  return {
    port,
    isAlive,
    peakMiB: () => (peak = isAlive() ? memoryOf(child, 'VmHWM') : peak),
    openFiles: () => (isAlive() ? readdirSync(`/proc/${child.pid}/fd`).length : 0),
    stop: async () => {
      if (isAlive()) await service.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
};

/** How the service fared while something happened to it. */
export interface Witness {
  /** Requests for its health that were not answered with 200. */
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
  const note = (status) => {
    taken.push(performance.now() - begun);
    if (status !== 200) failures++;
    if (over) parentPort.postMessage({ taken, failures });
    else setTimeout(ask, 10);
  };
  const asked = request({ host: '127.0.0.1', port, localAddress: address, path: '/api/health', agent: false });
  asked.on('response', (answer) => answer.resume().once('end', () => note(answer.statusCode))).on('error', () => note(0)).end();
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
