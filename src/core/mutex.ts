/** Lets one piece of work run at a time, in the order of asking. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `work` when all that was asked for before has ended, well or badly. */
  run<TResult>(work: () => Promise<TResult>): Promise<TResult> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
