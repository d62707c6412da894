import { Refusal } from './refusal.ts';

const NEWLINE = 0x0a;

/** Takes lines and blocks from a stream of bytes. Ends of the stream in the wrong place are refused as `cut-off`. */
export class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#source.next();
    if (done) return false;
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
    return true;
  }

  /** The next line without its end; one longer than `longest` bytes is refused as `not-an-update`. */
  async line(longest: number): Promise<Buffer> {
    for (;;) {
      const end = this.#rest.indexOf(NEWLINE);
      if (end > longest || (end < 0 && this.#rest.length > longest))
        throw new Refusal('not-an-update', 'The file is no update of flapbox.');
      if (end >= 0) {
        const line = this.#rest.subarray(0, end);
        this.#rest = this.#rest.subarray(end + 1);
        return line;
      }
      if (!(await this.#more())) throw new Refusal('cut-off', 'The file ends too early.');
    }
  }

  /** The next `length` bytes, in pieces as they come. */
  async *take(length: number): AsyncGenerator<Buffer> {
    let left = length;
    while (left > 0) {
      if (this.#rest.length === 0 && !(await this.#more())) throw new Refusal('cut-off', 'The file ends too early.');
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      if (piece.length > 0) yield piece;
    }
  }
}
