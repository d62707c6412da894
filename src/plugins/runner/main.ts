// Runs one plugin of somebody else, in a process of its own. Arguments: the folder of the plugin.
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import os from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRandom } from '../../core/random.ts';
import type { JsonObject } from '../../schema/common.ts';
import { createLineReader, REPLY_FD } from './protocol.ts';
import type { Call, Reply } from './protocol.ts';

type Export = (request: unknown) => unknown;

const folder = process.argv[2] ?? '.';
const out = new Socket({ fd: REPLY_FD, readable: false, writable: true });
out.on('error', () => process.exit(1));

const ROOTS = ['bin', 'boot', 'data', 'dev', 'etc', 'home', 'lib', 'media', 'mnt', 'opt', 'private', 'proc', 'root', 'run', 'srv', 'sys', 'tmp', 'usr', 'var', 'Users', folder.split('/')[1] ?? 'tmp'];
/** The folders in paths of this machine, and in addresses of its files. */
const PLACES = new RegExp(`(?:file://|(?<![\\w.:/-]))/(?:${ROOTS.map((root) => root.replace(/[^\w]/g, '.')).join('|')})/(?:[^\\s'"\`:*?<>|/]+/)*`, 'g');

const reply = (message: Reply): void => {
  out.write(`${JSON.stringify(message)}\n`);
};

const kindOf = (problem: unknown): 'failed' | 'forbidden' => {
  const { status, name } = (problem ?? {}) as { status?: unknown; name?: unknown };
  return status === 403 || name === 'PermissionError' ? 'forbidden' : 'failed';
};

/** Sends the frames of an animation one by one, until there are enough or the time for making them is over: then `late`. */
const framesOf = async (call: Call, frames: Export): Promise<'late' | null> => {
  const { from, to, rows, cols, config, seed, most, within } = call.request as { from: number[][]; to: number[][]; rows: number; cols: number; config: JsonObject; seed: number; most: number; within: number };
  const over = AbortSignal.timeout(within);
  let count = 0;
  for await (const frame of frames({ from, to, rows, cols, config, random: createRandom(seed) }) as AsyncIterable<unknown>) {
    reply({ id: call.id, frame });
    if (++count >= most) return null;
    // Timers have their turn between two frames of a plugin that waits for nothing.
    await new Promise((resolve) => setImmediate(resolve));
    if (over.aborted) return 'late';
  }
  return null;
};

/** What a plugin says of its failure, names of files without where on this machine they lie. */
const tell = (message: string): string => message.replaceAll(PLACES, '').slice(0, 500);

const toldResult = (result: unknown): unknown => {
  const { error } = (result ?? {}) as { error?: unknown };
  return typeof error === 'string' ? { ...(result as object), error: tell(error) } : result;
};

const requestOf = (call: Call): JsonObject =>
  call.name === 'fetchData' ? { ...call.request, signal: AbortSignal.timeout(call.limit), log: (message: unknown) => reply({ log: String(message).slice(0, 500) }) } : call.request;

const answer = async (plugin: Readonly<Record<string, unknown>>, call: Call): Promise<unknown> => {
  const run = plugin[call.name] as Export;
  if (call.name === 'frames') return framesOf(call, run);
  return run(call.name === 'validateConfig' ? call.request['config'] : requestOf(call));
};

const load = async (place: string): Promise<Readonly<Record<string, unknown>>> => {
  const module = (await import(pathToFileURL(join(place, 'index.mjs')).href)) as Record<string, unknown>;
  const { default: whole } = module;
  return typeof whole === 'object' && whole !== null ? { ...module, ...whole } : module;
};

/** Node's permissions say nothing about signals, and a plugin runs as the same user as the service. */
const keepToItself = (): void => {
  const refuse = (): never => {
    throw new Error('Access to other processes is denied.');
  };
  const held = { configurable: false, writable: false, value: refuse };
  for (const name of ['kill', '_kill', '_debugProcess', '_debugEnd', 'binding', '_linkedBinding', 'dlopen']) Object.defineProperty(process, name, held);
  Object.defineProperty(os, 'setPriority', held);
  syncBuiltinESMExports();
};

keepToItself();
const loading = load(folder);
// Each call reports the failure; without this the process would end before the first one could.
loading.catch(() => undefined);

const handle = async (call: Call): Promise<void> => {
  try {
    const plugin = await loading;
    if (typeof plugin[call.name] !== 'function') return reply({ id: call.id, error: `the plugin has no ${call.name}`, kind: 'unsupported' });
    const result = await answer(plugin, call);
    reply({ id: call.id, result: toldResult(result) ?? null });
  } catch (problem) {
    reply({ id: call.id, error: problem instanceof Error ? tell(problem.message) : 'the plugin failed', kind: kindOf(problem) });
  }
};

process.on('unhandledRejection', () => undefined);
process.stdin.on('data', createLineReader((line) => void handle(JSON.parse(line) as Call), () => process.exit(1)));
// The service is gone: so is the plugin.
process.stdin.on('end', () => process.exit(0));
