import { gridFromRows, gridToRows } from '../core/grid.ts';
import type { JsonObject } from '../schema/common.ts';
import type { Manifest } from './manifest.ts';
import { CallError } from './plugin-process.ts';
import type { PluginProcess } from './plugin-process.ts';
import { OutOfTime, Refusal } from './plugin.ts';
import type { DataPlugin, FetchRequest, Plugin, ReceiveRequest, TransitionFrame, TransitionPlugin, TransitionRequest, TriggerWish } from './plugin.ts';

const RECEIVE_MS = 10_000;
const VALIDATE_MS = 5000;
const TRIGGERS_MS = 5000;
const LONGEST_MAKING_MS = 10_000;
/** A process that is to make frames has to be started first. */
const START_MS = 4000;

const fetchIn = async (process: PluginProcess, manifest: Manifest, { config, board, now, zone, location, signal }: FetchRequest): Promise<never> => {
  const stop = (): void => process.stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    // The feed's own limit decides; the process gets a little more, so that there is one reason and not two.
    return (await process.call('fetchData', { config, board, now, zone, location }, manifest.timeout_seconds * 1000 + 1000)) as never;
  } finally {
    signal.removeEventListener('abort', stop);
  }
};

const receiveIn = async (process: PluginProcess, { payload, headers, rawBody, config, now }: ReceiveRequest): Promise<JsonObject> => {
  try {
    return (await process.call('receive', { payload, headers, rawBody, config, now }, RECEIVE_MS)) as JsonObject;
  } catch (problem) {
    if (!(problem instanceof CallError)) throw problem;
    throw new Refusal(problem.kind === 'failed' || problem.kind === 'late' ? 'invalid' : problem.kind, problem.kind === 'unsupported' ? 'The plugin takes no pushed data.' : problem.message);
  }
};

/** A plugin that cannot judge its settings, or fails at it, has no objection. */
const validateIn = async (process: PluginProcess, config: JsonObject): Promise<string[]> => {
  try {
    const problems = await process.call('validateConfig', { config }, VALIDATE_MS);
    return Array.isArray(problems) ? problems.slice(0, 20).map((one) => String(one).slice(0, 500)) : [];
  } catch (problem) {
    if (problem instanceof CallError) return [];
    throw problem;
  }
};

const triggersIn = async (process: PluginProcess, request: JsonObject): Promise<readonly TriggerWish[]> => {
  try {
    return (await process.call('checkTriggers', request, TRIGGERS_MS)) as readonly TriggerWish[];
  } catch (problem) {
    if (problem instanceof CallError && problem.kind === 'unsupported') return [];
    throw problem;
  }
};

const isRows = (value: unknown): value is number[][] => Array.isArray(value) && value.every((row) => Array.isArray(row) && row.every((code) => Number.isInteger(code) && code >= 0 && code <= 71));

const toFrame = (frame: unknown, rows: number, cols: number): TransitionFrame => {
  const { grid, delay_ms } = (frame ?? {}) as { grid?: unknown; delay_ms?: unknown };
  if (!isRows(grid)) throw new CallError('a frame is no grid of flap codes');
  return { grid: gridFromRows(grid, rows, cols), delay_ms: Number(delay_ms) };
};

/** All frames are made before the first is shown: what a plugin does in between cannot disturb the board. Those that it made in time are played. */
async function* framesIn(process: PluginProcess, manifest: Manifest, { from, to, rows, cols, config, random }: TransitionRequest): AsyncGenerator<TransitionFrame> {
  const { max_frames, max_runtime_seconds } = manifest.transition_settings;
  const within = Math.min(LONGEST_MAKING_MS, max_runtime_seconds * 1000);
  const request = { from: gridToRows(from), to: gridToRows(to), rows, cols, config, seed: Math.floor(random() * 2 ** 32), most: max_frames + 1, within };
  const frames: unknown[] = [];
  let problem: unknown = null;
  try {
    if ((await process.call('frames', request, within + START_MS, frames)) === 'late') problem = new OutOfTime();
  } catch (error) {
    problem = error instanceof CallError && error.kind === 'late' ? new OutOfTime() : error;
  } finally {
    process.stop();
  }
  for (const frame of frames) yield toFrame(frame, rows, cols);
  if (problem !== null) throw problem;
}

/** The plugin of a folder, as the host sees it: every call goes to its process. */
export const createExternalPlugin = (manifest: Manifest, process: PluginProcess): Plugin => {
  if (manifest.plugin_type === 'transition') return { manifest, frames: (request) => framesIn(process, manifest, request) } satisfies TransitionPlugin;
  return {
    manifest,
    fetchData: (request) => fetchIn(process, manifest, request),
    receive: (request) => receiveIn(process, request),
    validateConfig: (config) => validateIn(process, config),
    checkTriggers: ({ data, config, now, zone }) => triggersIn(process, { data, config, now, zone }),
    dispose: () => process.stop(),
  } satisfies DataPlugin;
};
