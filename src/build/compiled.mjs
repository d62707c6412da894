// What the engine makes of the service's code, kept beside it: src/launch.ts uses it, and a start compiles nothing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const KEEPER = fileURLToPath(new URL('./keep-code.cjs', import.meta.url));
const FOLDER = 'compiled';
const LONGEST_MS = 20_000;

/** How `npm start` and the card start the service; code that is compiled with other flags is no use to them. */
const flagsOf = (startScript) => / node (--.*) dist\//.exec(startScript)[1].split(' ');

/** The address that the service says it listens at; rejects when it ends before. */
const addressOf = async (child) => {
  for await (const line of createInterface({ input: child.stdout })) {
    const [, address] = /^listening on (\S+)/.exec(line) ?? [];
    if (address) return address;
  }
  throw new Error('the service ended before it listened');
};

/** Starts the service in a data folder of its own, and has what it compiled up to its first answers kept. */
const keepCode = async (dist, flags, { node: [program, ...before], longestMs }) => {
  const data = await mkdtemp(join(tmpdir(), 'flapbox-compiled-'));
  const child = spawn(program, [...before, ...flags, join(dist, 'flapbox.cjs')], {
    env: {
      PATH: process.env.PATH,
      NODE_OPTIONS: `--require ${JSON.stringify(KEEPER)}`,
      KEEP_CODE_IN: join(dist, FOLDER),
      SERVICE_PORT: '0',
      SERVICE_HOST: '127.0.0.1',
      SERVICE_DATA_DIR: data,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: longestMs,
    killSignal: 'SIGKILL',
  });
  const ended = once(child, 'exit');
  try {
    const address = await addressOf(child);
    await (await fetch(`${address}/api/health`)).arrayBuffer();
    child.kill('SIGUSR2');
    const [status] = await ended;
    if (status !== 0) throw new Error('it ended before its code was kept');
  } finally {
    child.kill('SIGKILL');
    await rm(data, { recursive: true, force: true });
  }
};

/**
 * Compiles the built service in `dist` ahead, for the engine that `node` runs: a program, and words before its own.
 * Rejects where the service cannot be started in `longestMs`; a start compiles it then, as any program.
 */
export const compileAhead = async (root, dist, { node = [process.execPath], longestMs = LONGEST_MS } = {}) => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  try {
    await keepCode(dist, flagsOf(scripts.start), { node, longestMs });
  } catch (error) {
    await rm(join(dist, FOLDER), { recursive: true, force: true });
    throw error;
  }
};
