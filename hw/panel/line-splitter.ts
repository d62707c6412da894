/** Cuts what arrives into lines; what is longer than `longest` without an end is dropped, but for its last bytes. */
export class LineSplitter {
  readonly #longest: number;
  readonly #onLine: (line: string) => void;
  #rest = '';

  constructor(longest: number, onLine: (line: string) => void) {
    this.#longest = longest;
    this.#onLine = onLine;
  }

  /** Takes the next bytes. */
  push(bytes: Uint8Array): void {
    const lines = (this.#rest + Buffer.from(bytes).toString('latin1')).split(/\r?\n/);
    this.#rest = (lines.pop() ?? '').slice(-this.#longest);
    for (const line of lines) if (line !== '') this.#onLine(line);
  }
}
