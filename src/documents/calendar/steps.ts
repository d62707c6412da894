/** Thrown when the steps of a piece of work are used up. */
export class OutOfSteps extends Error {
  override readonly name = 'OutOfSteps';
}

/** A count of steps that work may take: it bounds the cost of a document independently of the machine's speed. */
export class Steps {
  #left: number;
  readonly #all: Steps | null;

  /** `all` is the count that this one is a part of. */
  constructor(most: number, all: Steps | null = null) {
    this.#left = most;
    this.#all = all;
  }

  /** Takes steps before they are gone. Throws OutOfSteps. */
  take(count = 1): void {
    this.#left -= count;
    if (this.#left < 0) throw new OutOfSteps();
    this.#all?.take(count);
  }
}
