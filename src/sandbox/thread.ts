import { constants, setPriority } from 'node:os';
import type { Worker } from 'node:worker_threads';
import type { Clock } from '../platform/clock.ts';
import { startThread } from '../platform/thread.ts';
import { PROCESSOR_MS, TIME_MS } from './limits.ts';
import { processorTime } from './processor-time.ts';
import { SHARED, type Limits, type Notice, type Order } from './protocol.ts';

const CHECK_MS = 250;
/** The worker interrupts interpreters by itself; only what it cannot interrupt is ended from here, after this time. */
const GRACE_MS = 500;
/** Limits of a job that was cancelled before it was first checked. */
const USUAL: Limits = { processorMs: PROCESSOR_MS, timeMs: TIME_MS };
/** The heap holds the worker's own code, documents and messages; the memory of interpreters is not part of it. */
const RESOURCES = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 3, codeRangeSizeMb: 16, stackSizeMb: 4 };

/** Why a thread ended; `job` is the one that was computing, 0 for none. */
export interface ThreadEnd {
  readonly reason: 'hung' | 'memory' | 'failed' | 'unusable';
  readonly job: number;
}

/** What a thread depends on. */
export interface ThreadPorts {
  readonly file: string;
  readonly clock: Clock;
  /** The limits of a job; null for one that has ended. */
  readonly limitsOf: (job: number) => Limits | null;
  /** Whether jobs are pending. */
  readonly isBusy: () => boolean;
  readonly onNotice: (notice: Notice) => void;
  /** Called once, when the thread has ended without `stop`. */
  readonly onEnd: (end: ThreadEnd) => void;
}

/** Not all systems support a priority for each thread; the thread then keeps the usual one. */
const lowerPriority = (thread: number): void => {
  try {
    setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    return;
  }
};

/**
 * One worker thread with a watchdog: a job that computes for too long where it cannot be interrupted ends the thread.
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
    this.#worker = startThread(ports.file, { shared: this.#shared }, RESOURCES, 'sandbox');
    this.#worker.on('message', (notice: Notice) => this.#onNotice(notice));
    this.#worker.on('error', (problem: NodeJS.ErrnoException) =>
      this.#note(problem.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'failed'),
    );
    this.#worker.on('exit', () => this.#finish());
  }

  /** Posts an order to the worker: a copy, but for the memory that is transferred. */
  post(order: Order, transfer: readonly ArrayBuffer[] = []): void {
    this.#worker.postMessage(order, transfer);
    if (!this.#isWatched) this.#watch();
  }

  /** Ends the thread; resolves when its memory is released. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#worker.terminate();
  }

  #onNotice(notice: Notice): void {
    if (notice.type !== 'online') return this.#ports.onNotice(notice);
    this.#isOnline = true;
    this.#number = notice.thread;
    if (this.#number > 0) lowerPriority(this.#number);
  }

  #watch(): void {
    this.#isWatched = true;
    this.#ports.clock.after(CHECK_MS, () => {
      this.#isWatched = false;
      if (!this.#isStopped && this.#end === null && this.#ports.isBusy() && this.#check()) this.#watch();
    });
  }

  /** Ends the thread when one job has computed for too long without a pause. Answers whether to go on watching. */
  #check(): boolean {
    const [job, entry] = [Atomics.load(this.#shared, SHARED.job), Atomics.load(this.#shared, SHARED.entry)];
    const now = this.#ports.clock.monotonic();
    const processor = (job === 0 ? null : processorTime(this.#number)) ?? now;
    if (job === 0 || entry !== this.#seen.entry) {
      // A job that was cancelled delays the others all the same.
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
