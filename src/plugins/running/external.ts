import type { ByteBudget } from '../../core/bounds/byte-budget.ts';
import { gridToRows } from '../../core/flaps/grid.ts';
import { PROCESSOR_MS, TIME_MS } from '../../sandbox/limits.ts';
import type { ExportName, MadeFrames, Task } from '../../sandbox/protocol.ts';
import { JobError, type Sandbox } from '../../sandbox/sandbox.ts';
import type { JsonObject } from '../../schema/common.ts';
import { allowedOrigins, GuestFetch } from '../network/guest-fetch.ts';
import type { Manifest } from '../contract/manifest.ts';
import { parseBounded, PayloadError } from '../contract/payload.ts';
import {
  OutOfTime,
  Refusal,
  type DataPlugin,
  type FetchRequest,
  type FetchResult,
  type Plugin,
  type PluginMoment,
  type ReceiveRequest,
  type TransitionFrame,
  type TransitionPlugin,
  type TransitionRequest,
  type TriggerWish,
} from '../contract/plugin.ts';

const RECEIVE_MS = 10_000;
const SHORT_MS = 5000;
const LONGEST_MAKING_MS = 10_000;
/** How long a fetch may wait for others who compute before it begins. */
const PATIENCE_MS = 10_000;
const MOST_PROBLEMS = 20;
const LONGEST_PROBLEM = 500;

/** Where the plugin of a folder runs, and who hears what it says. */
export interface Lodging {
  readonly sandbox: Sandbox;
  readonly folder: string;
  readonly log: (line: string) => void;
  /** Memory for what it reads. */
  readonly bodies: ByteBudget;
}

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly log?: (line: string) => void;
}

/** What a plugin says is JSON; it may have made its own of what writes it, and of what it costs to read it. */
const parseResult = (text: unknown): unknown => {
  try {
    return parseBounded(String(text));
  } catch (error) {
    throw error instanceof PayloadError ? new JobError(error.message) : error;
  }
};

class Guest {
  readonly manifest: Manifest;
  readonly #lodging: Lodging;
  #animations = 0;

  constructor(manifest: Manifest, lodging: Lodging) {
    this.manifest = manifest;
    this.#lodging = lodging;
  }

  /** What an export answers. Rejects with JobError. */
  async call(
    name: ExportName,
    request: JsonObject & { readonly config: JsonObject },
    timeMs: number,
    options: CallOptions = {},
  ): Promise<unknown> {
    const task = { kind: 'plugin', folder: this.#lodging.folder, name, request: JSON.stringify(request) } as const;
    return parseResult(await this.#run(task, timeMs, { config: request.config, ...options }));
  }

  /** The frames of an animation; for the time that there is. Rejects with JobError. */
  async makeFrames(request: object, { rows, cols }: TransitionRequest, timeMs: number): Promise<MadeFrames> {
    const most = this.manifest.transition_settings.max_frames + 1;
    const { folder } = this.#lodging;
    const task = { kind: 'frames', folder, request: JSON.stringify(request), rows, cols, most } as const;
    this.#animations++;
    try {
      return (await this.#run(task, timeMs)) as MadeFrames;
    } finally {
      // Nobody switches an animation on or off: its interpreter is there while it is at work.
      if (--this.#animations === 0) this.close();
    }
  }

  /** Gives back its interpreter. */
  close(): void {
    this.#lodging.sandbox.close(this.manifest.id);
  }

  async #run(
    task: Task,
    timeMs: number,
    { config = {}, signal, log = this.#lodging.log }: CallOptions & { readonly config?: JsonObject } = {},
  ): Promise<unknown> {
    const { id, settings_schema } = this.manifest;
    const { sandbox, bodies } = this.#lodging;
    const network = new GuestFetch(allowedOrigins(config, settings_schema), undefined, bodies, id);
    try {
      return await sandbox.run({
        room: id,
        task,
        limits: { processorMs: PROCESSOR_MS, timeMs: Math.min(TIME_MS, timeMs) },
        log,
        fetch: network.fetch.bind(network),
        ...(signal ? { signal } : {}),
      });
    } finally {
      network.close();
    }
  }
}

const fetchIn = async (
  guest: Guest,
  { config, board, now, zone, location, signal, log }: FetchRequest,
): Promise<FetchResult> => {
  const timeMs = guest.manifest.timeout_seconds * 1000;
  const request = { config, board, now, zone, location };
  return (await guest.call('fetchData', request, timeMs, { signal, log })) as FetchResult;
};

const receiveIn = async (
  guest: Guest,
  { payload, headers, rawBody, config, now }: ReceiveRequest,
): Promise<JsonObject> => {
  try {
    return (await guest.call('receive', { payload, headers, rawBody, config, now }, RECEIVE_MS)) as JsonObject;
  } catch (error) {
    if (!(error instanceof JobError)) throw error;
    if (error.kind === 'unsupported') throw new Refusal('unsupported', 'The plugin takes no pushed data.');
    throw new Refusal(error.kind === 'forbidden' ? 'forbidden' : 'invalid', error.message);
  }
};

/** A plugin that cannot judge its settings, or fails at it, has no objection. */
const validateIn = async (guest: Guest, config: JsonObject): Promise<string[]> => {
  try {
    const problems = await guest.call('validateConfig', { config }, SHORT_MS);
    return Array.isArray(problems)
      ? problems.slice(0, MOST_PROBLEMS).map((one) => String(one).slice(0, LONGEST_PROBLEM))
      : [];
  } catch (error) {
    if (error instanceof JobError) return [];
    throw error;
  }
};

type TriggersRequest = Pick<PluginMoment, 'config' | 'now' | 'zone'> & { readonly data: JsonObject };

const triggersIn = async (guest: Guest, request: TriggersRequest): Promise<readonly TriggerWish[]> => {
  try {
    return (await guest.call('checkTriggers', request, SHORT_MS)) as readonly TriggerWish[];
  } catch (error) {
    if (error instanceof JobError && error.kind === 'unsupported') return [];
    throw error;
  }
};

const problemOf = ({ late, error }: MadeFrames): Error | null =>
  late ? new OutOfTime() : error === null ? null : new Error(error);

/**
 * All frames are made before the first is shown: what a plugin does in between cannot disturb the board. Those that it
 * made in time are played.
 */
async function* framesIn(guest: Guest, request: TransitionRequest): AsyncGenerator<TransitionFrame> {
  const { from, to, rows, cols, config, random } = request;
  const within = Math.min(LONGEST_MAKING_MS, guest.manifest.transition_settings.max_runtime_seconds * 1000);
  const given = { from: gridToRows(from), to: gridToRows(to), config, seed: Math.floor(random() * 2 ** 32) };
  try {
    const made = await guest.makeFrames(given, request, within);
    for (const [index, delay_ms] of made.delays.entries()) {
      yield {
        grid: { rows, cols, codes: made.codes.subarray(index * rows * cols, (index + 1) * rows * cols) },
        delay_ms,
      };
    }
    const problem = problemOf(made);
    if (problem) throw problem;
  } catch (error) {
    throw error instanceof JobError && error.kind === 'late' ? new OutOfTime() : error;
  }
}

/** The plugin of a folder, as the host sees it: every call goes to the sandbox. */
export const createExternalPlugin = (manifest: Manifest, lodging: Lodging): Plugin => {
  const guest = new Guest(manifest, lodging);
  if (manifest.plugin_type === 'transition')
    return { manifest, frames: (request) => framesIn(guest, request) } satisfies TransitionPlugin;
  return {
    manifest,
    patienceMs: PATIENCE_MS,
    fetchData: (request) => fetchIn(guest, request),
    receive: (request) => receiveIn(guest, request),
    validateConfig: (config) => validateIn(guest, config),
    checkTriggers: ({ data, config, now, zone }) => triggersIn(guest, { data, config, now, zone }),
    dispose: () => guest.close(),
  } satisfies DataPlugin;
};
