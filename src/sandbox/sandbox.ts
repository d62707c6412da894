import type { Cancel, Clock } from '../platform/clock.ts';
import { MOST_JOBS } from './limits.ts';
import type { FailureKind, FetchAsk, FetchReply, Limits, Notice, Task } from './protocol.ts';
import { Thread, type ThreadEnd } from './thread.ts';

/** How long the worker is kept when no room is open: another animation or document may follow at once. */
const LINGER_MS = 2000;
/** How long it is kept when rooms are open and idle. */
const IDLE_MS = 120_000;
/** How often the worker may end during a job, for an unknown reason, before the job fails. */
const MOST_ENDS = 2;

/** Thrown for a job that failed, or went beyond what it may use. */
export class JobError extends Error {
  override readonly name = 'JobError';
  readonly kind: FailureKind;

  constructor(message: string, kind: FailureKind = 'failed') {
    super(message);
    this.kind = kind;
  }
}

/** One piece of work for the worker. */
export interface Job {
  /**
   * The part of the worker that the job belongs to. A job that is ended by force ends all jobs of its room, and no
   * others.
   */
  readonly room: string;
  readonly task: Task;
  readonly limits: Limits;
  /** Ends the job; its promise is rejected. */
  readonly signal?: AbortSignal;
  readonly log?: (line: string) => void;
  /** The next bytes that it reads, which are handed over; null at their end. What it throws is why the job fails. */
  readonly next?: () => Promise<Uint8Array<ArrayBuffer> | null>;
  /** Makes a request for it; without this it has no network. Never rejects. */
  readonly fetch?: (ask: FetchAsk, signal: AbortSignal) => Promise<FetchReply>;
}

/** What the sandbox depends on. */
export interface SandboxOptions {
  /** The bundled file of the worker; what it loads is in the same folder. */
  readonly file: string;
  readonly clock: Clock;
  /** Told when a room was ended between two calls, where nobody else would hear of it. */
  readonly log?: (message: string) => void;
}

interface Pending {
  readonly job: Job;
  /** The room's name in the worker: a room that was ended gets a new one when it is opened again. */
  readonly room: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (problem: unknown) => void;
  readonly over: AbortController;
  isStarted: boolean;
  /** Whether what it reads was transferred to the worker: it cannot be run again. */
  isTransferred: boolean;
  /** How often the worker ended for an unknown reason. */
  ends: number;
}

/**
 * The one worker thread, which runs the code of other people's plugins and parses large documents. It is started for
 * the first job. It ends when it is idle, and when a job hangs it or fills its memory: then the room of that job ends,
 * and jobs of other rooms are run again in a new worker.
 */
export class Sandbox {
  readonly #options: SandboxOptions;
  #thread: Thread | null = null;
  readonly #pending = new Map<number, Pending>();
  /** Names of the rooms that hold something in the worker, with how often each was ended. */
  readonly #open = new Set<string>();
  readonly #endings = new Map<string, number>();
  #jobs = 0;
  #ending: Promise<void> = Promise.resolve();
  #cancelEnd: Cancel = () => undefined;

  constructor(options: SandboxOptions) {
    this.#options = options;
  }

  /** Whether there is a worker. */
  get isRunning(): boolean {
    return this.#thread !== null;
  }

  /** Runs a job and answers its result. Rejects with JobError, or with what `next` has thrown. */
  run(job: Job): Promise<unknown> {
    const same = [...this.#pending.values()].filter((one) => one.job.room === job.room).length;
    if (same >= MOST_JOBS) return Promise.reject(new JobError(`more than ${MOST_JOBS} calls at once`));
    if (job.signal?.aborted) return Promise.reject(new JobError('it was stopped'));
    const id = ++this.#jobs;
    const over = new AbortController();
    return new Promise((resolve, reject) => {
      this.#pending.set(id, {
        job,
        room: this.#inside(job.room),
        resolve,
        reject,
        over,
        isStarted: false,
        isTransferred: false,
        ends: 0,
      });
      job.signal?.addEventListener('abort', () => this.#cancel(id), { once: true, signal: over.signal });
      void this.#begin(id);
    });
  }

  /** Releases what a room holds; its jobs are rejected. */
  close(room: string): void {
    this.#endRoom(this.#inside(room), 'it was stopped', 'failed');
  }

  /** Ends the worker; its jobs are rejected. */
  async stop(): Promise<void> {
    for (const id of this.#pending.keys()) this.#fail(id, new JobError('it was stopped'));
    await this.#endThread();
  }

  #inside(room: string): string {
    return `${room} ${this.#endings.get(room) ?? 0}`;
  }

  async #begin(id: number): Promise<void> {
    this.#cancelEnd();
    await this.#ending;
    const pending = this.#pending.get(id);
    if (!pending) return this.#scheduleEnd();
    pending.isStarted = true;
    this.#open.add(pending.room);
    this.#thread ??= this.#start();
    const transfer = this.#transferList(pending);
    this.#thread.post(
      { type: 'run', id, room: pending.room, task: pending.job.task, limits: pending.job.limits },
      transfer,
    );
  }

  /**
   * The memory of a document is transferred when no other job could end the worker meanwhile; otherwise it is copied,
   * so that the job can be run again.
   */
  #transferList(pending: Pending): ArrayBuffer[] {
    const { task } = pending.job;
    const isAlone = this.#pending.size === 1 && this.#open.size === 1;
    pending.isTransferred = task.kind === 'sieve' || (task.kind === 'document' && isAlone);
    return task.kind === 'document' && pending.isTransferred ? [task.bytes.buffer] : [];
  }

  #start(): Thread {
    const thread: Thread = new Thread({
      ...this.#options,
      limitsOf: (job) => this.#pending.get(job)?.job.limits ?? null,
      isBusy: () => this.#pending.size > 0,
      onNotice: (notice) => this.#onNotice(notice),
      onEnd: (end) => {
        if (this.#thread === thread) this.#onEnd(end);
      },
    });
    return thread;
  }

  #onNotice(notice: Notice): void {
    if (notice.type === 'ended') {
      if (![...this.#pending.values()].some(({ room }) => room === notice.room))
        this.#options.log?.(`${notice.room.slice(0, notice.room.lastIndexOf(' '))}: ${notice.message}`);
      return this.#endRoom(notice.room, notice.message, notice.kind);
    }
    if (notice.type === 'online') return;
    const pending = this.#pending.get(notice.id);
    if (!pending) return;
    if (notice.type === 'log') pending.job.log?.(notice.line);
    else if (notice.type === 'want') void this.#feed(notice.id, pending);
    else if (notice.type === 'ask') void this.#fetch(notice.id, notice.ask, pending, notice.request);
    else if (notice.type === 'failed') this.#fail(notice.id, new JobError(notice.message, notice.kind));
    else this.#settle(notice.id)?.resolve(notice.result);
  }

  async #fetch(id: number, ask: number, { job, room, over }: Pending, request: FetchAsk): Promise<void> {
    const reply = (await job.fetch?.(request, over.signal)) ?? { error: 'there is no network here' };
    if (this.#pending.has(id)) this.#thread?.post({ type: 'reply', room, ask, reply });
  }

  async #feed(id: number, { job, room }: Pending): Promise<void> {
    try {
      const bytes = (await job.next?.()) ?? null;
      if (this.#pending.has(id)) this.#thread?.post({ type: 'piece', room, bytes }, bytes ? [bytes.buffer] : []);
    } catch (error) {
      this.#cancel(id, error);
    }
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.over.abort();
    if (this.#pending.size === 0) this.#scheduleEnd();
    return pending;
  }

  #fail(id: number, problem: unknown): void {
    this.#settle(id)?.reject(problem);
  }

  #cancel(id: number, problem: unknown = new JobError('it was stopped')): void {
    const room = this.#pending.get(id)?.room;
    if (room !== undefined) this.#thread?.post({ type: 'cancel', id, room });
    this.#fail(id, problem);
  }

  /** A room that ended is never opened again under the same name, so that pending orders for it are ignored. */
  #endRoom(room: string, message: string, kind: FailureKind): void {
    const name = room.slice(0, room.lastIndexOf(' '));
    if (this.#open.delete(room)) this.#thread?.post({ type: 'close', room });
    if (this.#inside(name) === room) this.#endings.set(name, (this.#endings.get(name) ?? 0) + 1);
    for (const [id, pending] of this.#pending) if (pending.room === room) this.#fail(id, new JobError(message, kind));
    if (this.#pending.size === 0) this.#scheduleEnd();
  }

  /** The worker has ended: the room that caused it ends too, jobs of other rooms are run again in a new worker. */
  #onEnd({ reason, job }: ThreadEnd): void {
    const causing = this.#pending.get(job);
    this.#thread = null;
    this.#open.clear();
    if (causing && reason === 'hung')
      this.#endRoom(causing.room, `more than ${causing.job.limits.processorMs / 1000} s of processor time`, 'late');
    else if (causing)
      this.#endRoom(causing.room, reason === 'memory' ? 'it needs too much memory' : 'it ended the sandbox', 'failed');
    for (const [id, pending] of this.#pending) {
      // The cause was a job that had been cancelled, and none of those that are pending.
      if (job === 0) pending.ends++;
      if (reason === 'unusable') this.#fail(id, new JobError('the sandbox cannot be started'));
      else if (pending.ends >= MOST_ENDS || pending.isTransferred) this.#fail(id, new JobError('the sandbox ended'));
      else if (pending.isStarted) void this.#begin(id);
    }
  }

  #scheduleEnd(): void {
    this.#cancelEnd();
    if (!this.#thread || this.#pending.size > 0) return;
    this.#cancelEnd = this.#options.clock.after(this.#open.size === 0 ? LINGER_MS : IDLE_MS, () => {
      if (this.#pending.size === 0) void this.#endThread();
    });
  }

  async #endThread(): Promise<void> {
    this.#cancelEnd();
    const thread = this.#thread;
    this.#thread = null;
    this.#open.clear();
    if (thread) this.#ending = thread.stop();
    await this.#ending;
  }
}
