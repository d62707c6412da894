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

/** What one job has used of what it may use. */
export class Meter {
  private readonly job: number;
  private readonly limits: Limits;
  private readonly begun = performance.now();
  private spent = 0;
  private enteredAt = 0;
  private lookAgainAt = 0;
  private isOut = false;

  constructor(job: number, limits: Limits) {
    this.job = job;
    this.limits = limits;
  }

  /** Computes for the job: the service sees whose computation it is, and may end the thread when it takes too long. */
  charge<T>(compute: () => T): T {
    this.enteredAt = used();
    this.lookAgainAt = performance.now() + this.limits.processorMs - this.spent;
    Atomics.add(shared, SHARED.entry, 1);
    Atomics.store(shared, SHARED.job, this.job);
    try {
      return compute();
    } finally {
      Atomics.store(shared, SHARED.job, 0);
      this.spent += used() - this.enteredAt;
    }
  }

  /** Whether the time on the wall is over. */
  isLate(): boolean {
    return performance.now() - this.begun > this.limits.timeMs;
  }

  /** Whether the job has used up its processor; to be asked while it computes, as often as one likes. */
  isSpent(): boolean {
    const now = performance.now();
    if (this.isOut || now < this.lookAgainAt) return this.isOut;
    const left = this.limits.processorMs - this.spent - (used() - this.enteredAt);
    this.lookAgainAt = now + Math.max(LEAST_LOOK_MS, left);
    this.isOut = left <= 0;
    return this.isOut;
  }
}
