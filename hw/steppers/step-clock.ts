import type { Worker } from 'node:worker_threads';
import type { Clock } from '../../src/platform/clock.ts';
import { startThread } from '../../src/platform/thread.ts';
import { endsWithin } from '../../src/platform/wait.ts';
import type { WallPlan } from './clock-loop.ts';
import { ClockMemory, type Order } from './clock-memory.ts';
import type { LineSetup } from './line.ts';
import { putFirst } from './real-time.ts';
import type { ThreadSetup } from './thread/main.ts';

/** What the clock of steps is made from. */
export interface StepClockOptions {
  readonly clock: Clock;
  /** The program of the thread. */
  readonly file: string;
  readonly plan: WallPlan;
  readonly line: LineSetup;
  /** Called when modules started, came to rest, or are known in another way. */
  readonly onChange: () => void;
  /** Called when the line failed while nobody waited for an order, with a sentence. Where modules are is forgotten. */
  readonly onFailure: (reason: string) => void;
}

interface Waiting {
  readonly order: number;
  resolve(): void;
  reject(problem: Error): void;
}

/** The heap of the thread: it holds its own code and little else. */
const RESOURCES = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, codeRangeSizeMb: 8, stackSizeMb: 1 };
/** A thread that does not end by then is ended. */
const STOP_MS = 1000;

/**
 * The service's end of the clock of steps. Its thread runs while something is to be turned, and for a moment
 * afterwards; then there is neither thread nor timer.
 */
export class StepClock {
  readonly memory: ClockMemory;
  readonly #options: StepClockOptions;
  readonly #waiting = new Set<Waiting>();
  #worker: Worker | null = null;
  #ended: Promise<void> = Promise.resolve();
  #failure: string | null = null;
  #faults: readonly (string | null)[] = [];
  #isStopping = false;

  constructor(options: StepClockOptions) {
    this.#options = options;
    this.memory = ClockMemory.make(options.plan.modules);
  }

  /** Whether the thread runs. */
  get isRunning(): boolean {
    return this.#worker !== null;
  }

  /** Why the line does not drive a place, as a sentence; null for those that it drives. */
  faultOf(place: number): string | null {
    return this.#faults[place] ?? null;
  }

  /** Tells modules what to do; resolves when the wires follow, rejects with a sentence when the line fails. */
  tell(orders: readonly Order[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const order = this.memory.push(orders);
      this.#waiting.add({ order, resolve, reject });
      if (!this.#worker) this.#start();
    });
  }

  /** Ends all movement within 20 ms. */
  halt(): void {
    if (this.#worker) this.#order('halt');
  }

  /** Ends the thread, coils off; resolves when the line is let go. Never rejects. */
  async stop(): Promise<void> {
    if (!this.#worker) return;
    this.#isStopping = true;
    this.#order('stop');
    await endsWithin(this.#options.clock, STOP_MS, this.#ended);
    if (this.#worker) await this.#worker.terminate();
    await this.#ended;
    this.#isStopping = false;
  }

  #order(what: 'halt' | 'stop'): void {
    try {
      this.memory.push([{ what }]);
    } catch {
      // A thread that takes no orders is ended by `stop` all the same.
    }
  }

  #start(): void {
    const { file, plan, line } = this.#options;
    this.memory.thread = 0;
    const setup: ThreadSetup = { plan, line, buffer: this.memory.buffer };
    const worker = startThread(file, setup, RESOURCES, 'steps');
    this.#worker = worker;
    this.#failure = null;
    worker.on('message', (told: string | readonly (string | null)[]) => {
      if (typeof told === 'string') this.#failure = told;
      else this.#faults = told;
    });
    this.#faults = [];
    worker.on('error', () => (this.#failure ??= 'The clock of steps ended unexpectedly.'));
    this.#ended = new Promise((resolve) =>
      worker.once('exit', (code) => {
        this.#finish(code === 0 && this.#failure === null);
        resolve();
      }),
    );
    void this.#listen(worker);
  }

  async #listen(worker: Worker): Promise<void> {
    let first = 0;
    while (this.#worker === worker) {
      const { told, thread } = this.memory;
      if (thread !== first) putFirst((first = thread));
      this.#settle();
      this.#options.onChange();
      await this.memory.change(told);
    }
  }

  #settle(): void {
    const { done } = this.memory;
    for (const one of this.#waiting)
      if (one.order <= done) {
        this.#waiting.delete(one);
        one.resolve();
      }
  }

  /** Orders that came while the thread was about to end get another one. */
  #finish(isClean: boolean): void {
    this.#worker = null;
    this.#settle();
    if (!isClean || this.#isStopping) this.#fail(this.#failure ?? 'The wall was stopped.', isClean);
    else if (this.memory.hasOrders) this.#start();
    this.memory.tell();
    this.#options.onChange();
  }

  #fail(reason: string, isClean: boolean): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    this.memory.dropOrders();
    if (!isClean) this.memory.forget();
    for (const { reject } of waiting) reject(new Error(reason));
    if (!isClean && waiting.length === 0 && !this.#isStopping) this.#options.onFailure(reason);
  }
}
