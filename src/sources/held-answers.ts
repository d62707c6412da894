/** Bytes that all answers of one run may take in memory. */
const MOST_BYTES = 8 * 1024 * 1024;

const TEXT = 24;
const NUMBER = 16;
const OBJECT = 56;
const MEMBER = 8;

/** Thrown when the answers of one run take too much memory; the message is for the owner. */
export class AnswersTooLarge extends Error {
  override readonly name = 'AnswersTooLarge';
  constructor() {
    super(`the answers of the source take more than ${MOST_BYTES / 1024 / 1024} MB together`);
  }
}

/** What a value that was parsed takes in memory, about; counting ends as soon as it is more than `most`. */
const bytesOf = (value: unknown, most: number): number => {
  const waiting: unknown[] = [value];
  let bytes = 0;
  while (waiting.length > 0 && bytes <= most) {
    const next = waiting.pop();
    if (typeof next === 'string') bytes += TEXT + next.length * 2;
    else if (typeof next !== 'object' || next === null) bytes += NUMBER;
    else {
      bytes += OBJECT;
      for (const member of Object.values(next)) {
        bytes += MEMBER;
        waiting.push(member);
      }
    }
  }
  return bytes;
};

/** The memory that is left for the answers of one run. */
export class HeldAnswers {
  #left = MOST_BYTES;

  /** Takes what an answer needs, before the next one is asked for. Throws AnswersTooLarge. */
  hold(answer: unknown): void {
    this.#left -= bytesOf(answer, this.#left);
    if (this.#left < 0) throw new AnswersTooLarge();
  }
}
