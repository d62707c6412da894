/**
 * Runs one job at a time and keeps only the newest that waits: a job that is overtaken is answered without being run.
 */
export class NewestFirst<TJob, TResult> {
  readonly #run: (job: TJob) => Promise<TResult>;
  #busy = false;
  #waiting: { job: TJob; resolve: (result: TResult) => void } | null = null;
  #idle: (() => void)[] = [];

  constructor(run: (job: TJob) => Promise<TResult>) {
    this.#run = run;
  }

  /** Whether a newer job waits for the one that runs. */
  get overtaken(): boolean {
    return this.#waiting !== null;
  }

  /** Whether a job runs. */
  get busy(): boolean {
    return this.#busy;
  }

  /**
   * Runs the job next; resolves with its result, or with what it was dropped with. The job that waited is dropped with
   * `overtaken`.
   */
  submit(job: TJob, overtaken: TResult): Promise<TResult> {
    return new Promise((resolve) => {
      this.drop(overtaken);
      this.#waiting = { job, resolve };
      if (!this.#busy) void this.#drain();
    });
  }

  /** Answers the waiting job without running it. */
  drop(result: TResult): void {
    this.#waiting?.resolve(result);
    this.#waiting = null;
  }

  /** Resolves when nothing runs and nothing waits. */
  idle(): Promise<void> {
    return this.#busy ? new Promise((resolve) => this.#idle.push(resolve)) : Promise.resolve();
  }

  async #drain(): Promise<void> {
    this.#busy = true;
    for (let next = this.#waiting; next; next = this.#waiting) {
      this.#waiting = null;
      next.resolve(await this.#run(next.job));
    }
    this.#busy = false;
    for (const wake of this.#idle.splice(0)) wake();
  }
}
