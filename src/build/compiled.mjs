// What the engine makes of the service's code, kept beside it: src/launch.ts uses it, and a start compiles nothing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
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
const keepCode = async (dist, flags) => {
  const data = await mkdtemp(join(tmpdir(), 'flapbox-compiled-'));
  const target = join(dist, FOLDER, [process.version, ...flags].join(''));
  await mkdir(target, { recursive: true });
  const child = spawn(process.execPath, [...flags, join(dist, 'flapbox.cjs')], {
    env: {
      PATH: process.env.PATH,
      NODE_OPTIONS: `--require ${JSON.stringify(KEEPER)}`,
      KEEP_CODE_IN: target,
      SERVICE_PORT: '0',
      SERVICE_HOST: '127.0.0.1',
      SERVICE_DATA_DIR: data,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  });
  const ended = once(child, 'exit');
  const address = await addressOf(child);
  await (await fetch(`${address}/api/health`)).arrayBuffer();
  child.kill('SIGUSR2');
  await ended;
  await rm(data, { recursive: true, force: true });
};

/** Compiles the built service in `dist` ahead. Where it cannot be started, a start compiles it, as any program. */
export const compileAhead = async (root, dist) => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  try {
    await keepCode(dist, flagsOf(scripts.start));
  } catch (error) {
    await rm(join(dist, FOLDER), { recursive: true, force: true });
    console.warn(`the service could not be compiled ahead, its starts take longer: ${error.message}`);
  }
};
