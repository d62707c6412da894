import { constants, setPriority } from 'node:os';
import type { Worker } from 'node:worker_threads';
import type { Clock } from '../platform/clock.ts';
import { PROCESSOR_MS, TIME_MS } from './limits.ts';
import { processorTime } from './processor-time.ts';
import { SHARED } from './protocol.ts';
import type { Limits, Notice, Order } from './protocol.ts';

const LOOK_MS = 250;
/** The worker ends by itself what it can interrupt; only what it cannot is ended from here. */
const GRACE_MS = 500;
/** For a job that was given up before anybody saw it at work. */
const USUAL: Limits = { processorMs: PROCESSOR_MS, timeMs: TIME_MS };
/**
 * The interpreters lie outside of this heap; what is left is the worker's own code, documents, and answers on their
 * way.
 */
const RESOURCES = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 3, codeRangeSizeMb: 16, stackSizeMb: 4 };

/** Nothing of threads is loaded before there is one. */
const startWorker = (file: string, shared: Int32Array): Worker => {
  const threads = require('node:worker_threads') as typeof import('node:worker_threads');
  const worker = new threads.Worker(file, {
    workerData: { shared },
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: RESOURCES,
    name: 'sandbox',
  });
  // What the worker prints is nobody's business, and must not pile up.
  worker.stdout.resume();
  worker.stderr.resume();
  return worker;
};

/** Why a thread is over; `job` is the one that was computing. */
export interface ThreadEnd {
  readonly reason: 'hung' | 'memory' | 'failed' | 'unusable';
  readonly job: number;
}

/** What a thread needs from around it. */
export interface ThreadPorts {
  readonly file: string;
  readonly clock: Clock;
  /** What a job may use; null for one that is over. */
  readonly limitsOf: (job: number) => Limits | null;
  /** Whether anything is under way. */
  readonly isBusy: () => boolean;
  readonly onNotice: (notice: Notice) => void;
  /** Called once, when the thread is gone and nobody had stopped it. */
  readonly onEnd: (end: ThreadEnd) => void;
}

/** Not all systems let a thread have a priority of its own; it then runs like everything else. */
const lowerPriority = (thread: number): void => {
  try {
    setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    return;
  }
};

/**
 * One worker thread, watched: a job that computes for longer than it may, where it cannot be interrupted, ends the
 * thread.
 */
export class Thread {
  readonly #ports: ThreadPorts;
  readonly #worker: Worker;
  readonly #shared = new Int32Array(new SharedArrayBuffer(SHARED.words * Int32Array.BYTES_PER_ELEMENT));
  #number = 0;
  #isOnline = false;
  #isWatched = false;
  #end: ThreadEnd | null = null;
  #isStopped = false;
  #seen = { entry: 0, processor: 0, at: 0, limits: USUAL };

  constructor(ports: ThreadPorts) {
    this.#ports = ports;
    this.#worker = startWorker(ports.file, this.#shared);
    this.#worker.on('message', (notice: Notice) => this.#hear(notice));
    this.#worker.on('error', (problem: NodeJS.ErrnoException) =>
      this.#note(problem.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'failed'),
    );
    this.#worker.on('exit', () => this.#finish());
  }

  /** Tells the worker something; it is given a copy, or the very memory that is listed. */
  tell(order: Order, transfer: readonly ArrayBuffer[] = []): void {
    this.#worker.postMessage(order, transfer);
    if (!this.#isWatched) this.#watch();
  }

  /** Ends the thread; resolves when its memory is given back. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#worker.terminate();
  }

  #hear(notice: Notice): void {
    if (notice.type !== 'online') return this.#ports.onNotice(notice);
    this.#isOnline = true;
    this.#number = notice.thread;
    if (this.#number > 0) lowerPriority(this.#number);
  }

  #watch(): void {
    this.#isWatched = true;
    this.#ports.clock.after(LOOK_MS, () => {
      this.#isWatched = false;
      if (!this.#isStopped && this.#end === null && this.#ports.isBusy() && this.#look()) this.#watch();
    });
  }

  /** Ends the thread when one job has computed for too long without a pause. Answers whether to look again. */
  #look(): boolean {
    const [job, entry] = [Atomics.load(this.#shared, SHARED.job), Atomics.load(this.#shared, SHARED.entry)];
    const now = this.#ports.clock.monotonic();
    const processor = (job === 0 ? null : processorTime(this.#number)) ?? now;
    if (job === 0 || entry !== this.#seen.entry) {
      // Nobody may be waiting for the job any more; it holds up the others all the same.
      this.#seen = { entry, processor, at: now, limits: this.#ports.limitsOf(job) ?? USUAL };
      return true;
    }
    const { limits } = this.#seen;
    const isHung =
      processor - this.#seen.processor > limits.processorMs + GRACE_MS ||
      now - this.#seen.at > limits.timeMs + GRACE_MS;
    if (isHung) {
      this.#end = { reason: 'hung', job };
      void this.#worker.terminate();
    }
    return !isHung;
  }

  #note(reason: 'memory' | 'failed'): void {
    this.#end ??= { reason: this.#isOnline ? reason : 'unusable', job: Atomics.load(this.#shared, SHARED.job) };
  }

  #finish(): void {
    this.#note('failed');
    if (!this.#isStopped && this.#end) this.#ports.onEnd(this.#end);
    this.#isStopped = true;
  }
}
