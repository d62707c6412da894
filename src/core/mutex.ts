const forget = (): void => undefined;

/** Lets one piece of work run at a time, in the order of asking. */
export class Mutex {
  #last: Promise<void> = Promise.resolve();

  /** Runs `work` when all that was asked for before has ended, well or badly. */
  run<TResult>(work: () => Promise<TResult>): Promise<TResult> {
    const turn = this.#last.then(work);
    // A large result is not kept until the next one comes.
    this.#last = turn.then(forget, forget);
    return turn;
  }
}
