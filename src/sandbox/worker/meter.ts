import { parentPort, workerData } from 'node:worker_threads';
import { collectGarbage } from '../../platform/garbage.ts';
import { ownThread, processorTime } from '../processor-time.ts';
import { SHARED, type Limits, type Notice } from '../protocol.ts';

const thread = ownThread();
const { shared } = workerData as { shared: Int32Array };
/** Least time between two readings of the processor time, which cost more than a reading of the clock. */
const LEAST_CHECK_MS = 5;

const used = (): number => processorTime(thread) ?? performance.now();

/** Posts a notice to the service. */
export const post = (notice: Notice, transfer: ArrayBuffer[] = []): void => parentPort?.postMessage(notice, transfer);

/** Reports that the worker is ready. */
export const postOnline = (): void => post({ type: 'online', thread });

/** Elapsed time (ms) in which any job computed. */
let computed = 0;

/** What one job has used of its limits. The computing of other jobs on the same thread is not counted. */
export class Meter {
  readonly #job: number;
  readonly #limits: Limits;
  readonly #begun = performance.now();
  readonly #computedBefore = computed;
  #ownWall = 0;
  #spent = 0;
  #enteredAt = 0;
  #nextCheckAt = 0;
  #isOut = false;

  constructor(job: number, limits: Limits) {
    this.#job = job;
    this.#limits = limits;
  }

  /** Computes for the job: the service sees which job it is, and may end the thread when it takes too long. */
  charge<T>(compute: () => T): T {
    const entered = performance.now();
    this.#enteredAt = used();
    this.#nextCheckAt = entered + this.#limits.processorMs - this.#spent;
    Atomics.add(shared, SHARED.entry, 1);
    Atomics.store(shared, SHARED.job, this.#job);
    try {
      return compute();
    } finally {
      Atomics.store(shared, SHARED.job, 0);
      this.#spent += used() - this.#enteredAt;
      this.#ownWall += performance.now() - entered;
      computed += performance.now() - entered;
    }
  }

  /** Ms that are left of the job's time. */
  timeLeft(): number {
    const byOthers = computed - this.#computedBefore - this.#ownWall;
    return this.#limits.timeMs - (performance.now() - this.#begun - byOthers);
  }

  /** Whether the job has used up its processor time; cheap enough to be asked at every step. */
  isSpent(): boolean {
    const now = performance.now();
    if (this.#isOut || now < this.#nextCheckAt) return this.#isOut;
    const left = this.#limits.processorMs - this.#spent - (used() - this.#enteredAt);
    this.#nextCheckAt = now + Math.max(LEAST_CHECK_MS, left);
    this.#isOut = left <= 0;
    return this.#isOut;
  }
}

/** Computes the result of a job in one piece and posts it; nothing is left behind. */
export const computeAtOnce = (job: number, limits: Limits, compute: () => string): void => {
  post({ type: 'done', id: job, result: new Meter(job, limits).charge(compute) });
  collectGarbage();
};
