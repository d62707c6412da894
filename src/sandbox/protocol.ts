import type { ParserName, ParserTypes } from '../documents/parsers.ts';
import type { Sieve } from '../documents/sieve-document.ts';

/** What a job may use: ms of processor, and ms from its begin to its end. */
export interface Limits {
  readonly processorMs: number;
  readonly timeMs: number;
}

/** Names of what a plugin may export. */
export type ExportName = 'fetchData' | 'receive' | 'checkTriggers' | 'validateConfig' | 'frames';

/** A call of an export of the plugin in a folder. */
export interface PluginTask {
  readonly kind: 'plugin';
  readonly folder: string;
  readonly name: ExportName;
  /** What the export is given, as JSON. */
  readonly request: string;
}

/** The animation that a plugin makes. */
export interface FramesTask {
  readonly kind: 'frames';
  readonly folder: string;
  readonly request: string;
  readonly rows: number;
  readonly cols: number;
  /** Frames after which it is enough. */
  readonly most: number;
}

/** A document that one of the parsers reads; the result is a text with its answer as JSON. */
export interface DocumentTaskOf<N extends ParserName> {
  readonly kind: 'document';
  readonly parser: N;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly options: ParserTypes[N]['options'];
  /** The zone in which the process's own clock runs; null for none that is known. */
  readonly homeZone: string | null;
}

/** A document for any of the parsers. */
export type DocumentTask = { [N in ParserName]: DocumentTaskOf<N> }[ParserName];

/** A long answer that is read through a sieve while it comes; the result is what is left of it, or a sentence. */
export interface SieveTask {
  readonly kind: 'sieve';
  readonly sieve: Sieve;
}

/** The manifest in a folder of a plugin; the result is a text with `value` or `error` as JSON. */
export interface ManifestTask {
  readonly kind: 'manifest';
  readonly folder: string;
}

/** What the worker can be asked to do. */
export type Task = PluginTask | FramesTask | DocumentTask | SieveTask | ManifestTask;

/** The frames that were made: `rows × cols` codes each, one after the other; `late` when there was no time for more. */
export interface MadeFrames {
  readonly codes: Uint8Array;
  readonly delays: readonly number[];
  readonly late: boolean;
  /** Why the plugin made no more, when it failed. */
  readonly error: string | null;
}

/** A request to the network that a plugin makes. */
export interface FetchAsk {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | null;
}

/** What came of it. */
export type FetchReply =
  | {
      readonly status: number;
      readonly statusText: string;
      readonly url: string;
      readonly headers: readonly (readonly [string, string])[];
      readonly body: Uint8Array;
    }
  | { readonly error: string };

/** Why a job brought nothing; `late`: it used more time than it may. */
export type FailureKind = 'failed' | 'forbidden' | 'unsupported' | 'late';

/** Messages from the service to the worker. `piece`: the next bytes for a sieve; null at their end. */
export type Order =
  | { readonly type: 'run'; readonly id: number; readonly room: string; readonly task: Task; readonly limits: Limits }
  | { readonly type: 'cancel'; readonly id: number; readonly room: string }
  | { readonly type: 'reply'; readonly room: string; readonly ask: number; readonly reply: FetchReply }
  | { readonly type: 'piece'; readonly room: string; readonly bytes: Uint8Array<ArrayBuffer> | null }
  | { readonly type: 'close'; readonly room: string };

/**
 * Messages from the worker to the service. `ended`: all jobs of a room have ended, and it takes no more; `want`: the
 * next piece can be read.
 */
export type Notice =
  | { readonly type: 'online'; readonly thread: number }
  | { readonly type: 'done'; readonly id: number; readonly result: unknown }
  | { readonly type: 'failed'; readonly id: number; readonly message: string; readonly kind: FailureKind }
  | { readonly type: 'ended'; readonly room: string; readonly message: string; readonly kind: FailureKind }
  | { readonly type: 'want'; readonly id: number }
  | { readonly type: 'log'; readonly id: number; readonly line: string }
  | { readonly type: 'ask'; readonly id: number; readonly ask: number; readonly request: FetchAsk };

/** Where the shared words say which job computes now (0 for none), and how often one has begun to. */
export const SHARED = { job: 0, entry: 1, words: 2 } as const;
