import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import type { Cancel, Clock } from '../platform/clock.ts';
import type { JsonObject } from '../schema/common.ts';
import { createLineReader, REPLY_FD } from './runner/protocol.ts';
import type { Call, Reply } from './runner/protocol.ts';

const IDLE_MS = 120_000;
const WATCH_MS = 500;
const MOST_RESIDENT_BYTES = 200 * 1024 * 1024;
// More than the frames of the longest animation; a plugin that says more between two calls floods.
const MOST_REPLIES = 1500;
const MOST_LOG_LINES = 20;
const PAGE_BYTES = 4096;

/** Why a call brought nothing; `late`: it took longer than it may. */
export type CallFailure = 'failed' | 'forbidden' | 'unsupported' | 'late';

/** Thrown for a call that a plugin answered with a failure, or could not answer. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly kind: CallFailure;

  constructor(message: string, kind: CallFailure = 'failed') {
    super(message);
    this.kind = kind;
  }
}

/** How to run a plugin of somebody else. */
export interface ProcessOptions {
  /** The bundled file that runs it. */
  readonly runnerPath: string;
  /** The folder of the plugin, the only one that its process may read. */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: (message: string) => void;
}

interface Pending {
  readonly frames: unknown[];
  readonly resolve: (result: unknown) => void;
  readonly reject: (problem: CallError) => void;
}

/** The permission model has another name before Node 24, and denies the network too unless told from Node 25 on. */
const permissionFlags = (paths: readonly string[]): string[] => {
  const major = Number.parseInt(process.versions.node, 10);
  return [major >= 24 ? '--permission' : '--experimental-permission', ...(major >= 25 ? ['--allow-net'] : []), ...paths.map((path) => `--allow-fs-read=${path}`)];
};

const environment = (): NodeJS.ProcessEnv => {
  const { PATH = '', TZ, LANG } = process.env;
  return { PATH, ...(TZ === undefined ? {} : { TZ }), ...(LANG === undefined ? {} : { LANG }) };
};

/** Resident bytes of a process; 0 where the system does not tell. */
const residentBytes = (pid: number): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
};

/**
 * The process of one plugin. It is started by the first call and ends when it is idle for two minutes, when it is stopped,
 * and when it misbehaves: too slow, too large, too talkative. Whatever it does costs its own calls and nothing else.
 */
export class PluginProcess {
  private readonly options: ProcessOptions;
  private child: ChildProcess | null = null;
  private readonly pending = new Map<number, Pending>();
  private calls = 0;
  private replies = 0;
  private logged = 0;
  private cancelIdle: Cancel = () => undefined;
  private cancelWatch: Cancel = () => undefined;

  constructor(options: ProcessOptions) {
    this.options = options;
  }

  /** Whether the process runs. */
  get isRunning(): boolean {
    return this.child !== null;
  }

  /** Calls an export of the plugin; frames are put into the given list as they come. Rejects with CallError; a call that takes longer than `limit` ms ends the process. */
  async call(name: Call['name'], request: JsonObject, limit: number, frames: unknown[] = []): Promise<unknown> {
    const child = this.child ?? this.start();
    this.replies = 0;
    this.logged = 0;
    this.cancelIdle();
    const id = ++this.calls;
    const answer = new Promise<unknown>((resolve, reject) => this.pending.set(id, { frames, resolve, reject }));
    const cancel = this.options.clock.after(limit, () => this.end(child, `no answer within ${Math.round(limit / 1000)} s`, 'late'));
    child.stdin?.write(`${JSON.stringify({ id, name, request, limit } satisfies Call)}\n`);
    try {
      return await answer;
    } finally {
      cancel();
      this.pending.delete(id);
      if (this.pending.size === 0 && this.child === child) this.cancelIdle = this.options.clock.after(IDLE_MS, () => this.stop());
    }
  }

  /** Ends the process; calls that run are rejected. */
  stop(): void {
    if (this.child) this.end(this.child, 'the plugin was stopped');
  }

  private start(): ChildProcess {
    const { runnerPath, folder } = this.options;
    const flags = ['--max-old-space-size=64', '--max-semi-space-size=1', '--no-warnings', ...permissionFlags([runnerPath, `${folder}/*`])];
    const child = spawn(process.execPath, [...flags, runnerPath, folder], { cwd: folder, env: environment(), stdio: ['pipe', 'ignore', 'ignore', 'pipe'] });
    this.child = child;
    const read = createLineReader((line) => this.hear(child, line), () => this.end(child, 'the plugin answers too much'));
    const replies = child.stdio[REPLY_FD] as Readable;
    replies.on('data', read);
    replies.on('error', () => this.end(child, "the plugin's process ended"));
    child.stdin?.on('error', () => this.end(child, "the plugin's process ended"));
    child.on('error', () => this.end(child, "the plugin's process cannot be started"));
    child.on('close', () => this.end(child, "the plugin's process ended"));
    lowerPriority(child.pid);
    this.watch(child);
    return child;
  }

  private hear(child: ChildProcess, line: string): void {
    if (child !== this.child) return;
    if (++this.replies > MOST_REPLIES) return this.end(child, 'the plugin floods the service');
    const reply = parseReply(line);
    if (!reply) return this.end(child, 'the plugin answers nonsense');
    if ('log' in reply) return this.note(reply.log);
    const pending = this.pending.get(reply.id);
    if (!pending) return;
    if ('frame' in reply) pending.frames.push(reply.frame);
    else if ('error' in reply) pending.reject(new CallError(String(reply.error).slice(0, 500), reply.kind));
    else pending.resolve(reply.result);
  }

  private note(message: unknown): void {
    if (++this.logged <= MOST_LOG_LINES) this.options.log(String(message).slice(0, 500));
  }

  private watch(child: ChildProcess): void {
    this.cancelWatch = this.options.clock.after(WATCH_MS, () => {
      if (child !== this.child || child.pid === undefined) return;
      if (residentBytes(child.pid) > MOST_RESIDENT_BYTES) this.end(child, 'the plugin uses too much memory');
      else this.watch(child);
    });
  }

  private end(child: ChildProcess, reason: string, kind: CallFailure = 'failed'): void {
    child.kill('SIGKILL');
    if (child !== this.child) return;
    this.child = null;
    this.cancelIdle();
    this.cancelWatch();
    for (const { reject } of this.pending.values()) reject(new CallError(reason, kind));
    this.pending.clear();
  }
}

const parseReply = (line: string): Reply | null => {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && ('id' in value || 'log' in value) ? (value as Reply) : null;
  } catch {
    return null;
  }
};

const lowerPriority = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Some systems allow no change of priority; the plugin then runs like everything else.
  }
};
