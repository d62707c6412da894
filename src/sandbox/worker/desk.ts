import { parentPort, workerData } from 'node:worker_threads';
import { ownThread, processorTime } from '../processor-time.ts';
import { SHARED } from '../protocol.ts';
import type { Limits, Notice } from '../protocol.ts';

const thread = ownThread();
const { shared } = workerData as { shared: Int32Array };
/** Between two readings of the processor's time, which cost more than one of the clock. */
const LEAST_LOOK_MS = 5;

const used = (): number => processorTime(thread) ?? performance.now();

/** Tells the service something. */
export const tell = (notice: Notice, transfer: ArrayBuffer[] = []): void => parentPort?.postMessage(notice, transfer);

/** Tells the service that the worker is there. */
export const reportOnline = (): void => tell({ type: 'online', thread });

/** Ms on the wall in which anybody computed. */
let computed = 0;

/** What one job has used of what it may use. What others compute meanwhile is not counted: they share one thread. */
export class Meter {
  readonly #job: number;
  readonly #limits: Limits;
  readonly #begun = performance.now();
  readonly #computedBefore = computed;
  #ownWall = 0;
  #spent = 0;
  #enteredAt = 0;
  #lookAgainAt = 0;
  #isOut = false;

  constructor(job: number, limits: Limits) {
    this.#job = job;
    this.#limits = limits;
  }

  /** Computes for the job: the service sees whose computation it is, and may end the thread when it takes too long. */
  charge<T>(compute: () => T): T {
    const entered = performance.now();
    this.#enteredAt = used();
    this.#lookAgainAt = entered + this.#limits.processorMs - this.#spent;
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

  /** Whether the job has used up its processor; to be asked while it computes, as often as one likes. */
  isSpent(): boolean {
    const now = performance.now();
    if (this.#isOut || now < this.#lookAgainAt) return this.#isOut;
    const left = this.#limits.processorMs - this.#spent - (used() - this.#enteredAt);
    this.#lookAgainAt = now + Math.max(LEAST_LOOK_MS, left);
    this.#isOut = left <= 0;
    return this.#isOut;
  }
}
