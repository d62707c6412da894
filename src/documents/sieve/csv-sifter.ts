import { cellsOf } from '../csv/parse-csv.ts';
import type { Sieve } from '../sieve-document.ts';
import { charsetOf, decodeText } from '../text-decoding.ts';
import { KeptBytes, type Sifter } from './kept-bytes.ts';
import { joinBytes, KeptMembers } from './kept-members.ts';

const QUOTE = 0x22;
const RETURN = 0x0d;
const NEWLINE = 0x0a;
const END_OF_ROW = new Uint8Array([NEWLINE]);

/** Reads rows of text piece by piece: the lines above and the names of the columns stay as they are. */
export class CsvSifter implements Sifter {
  readonly #sieve: Sieve;
  readonly #members: KeptMembers;
  readonly #head = KeptBytes.rest();
  readonly #row = KeptBytes.member();
  readonly #separator: string;
  #names: readonly string[] | null;
  /** Lines above the first row that are still to come. */
  #toSkip: number;
  #inQuotes = false;
  #isCellStart = true;
  #wasReturn = false;

  constructor(sieve: Sieve) {
    const { separator, columns, skip } = sieve.csv;
    this.#sieve = sieve;
    this.#members = new KeptMembers(sieve);
    this.#separator = separator === '' ? ',' : separator;
    this.#names = columns;
    this.#toSkip = skip;
  }

  get held(): number {
    return this.#head.held + this.#row.held + this.#members.held;
  }

  write(bytes: Uint8Array): void {
    const last = this.#separator.charCodeAt(this.#separator.length - 1);
    let from = 0;
    for (let at = 0; at < bytes.length; at++) {
      const code = bytes[at] as number;
      const isEnd = (code === NEWLINE || code === RETURN) && (!this.#inQuotes || this.#toSkip > 0);
      // Both together end one line.
      const isSecond = code === NEWLINE && this.#wasReturn;
      this.#wasReturn = code === RETURN && isEnd;
      if (isSecond) from = at + 1;
      else if (isEnd) {
        this.#row.add(bytes, from, at);
        this.#take();
        from = at + 1;
        this.#inQuotes = false;
        this.#isCellStart = true;
      } else if (code === QUOTE && (this.#inQuotes || this.#isCellStart)) {
        // A quotation mark that stands for itself is two: the second begins what the first has ended.
        this.#inQuotes = !this.#inQuotes;
        this.#isCellStart = !this.#inQuotes;
      } else this.#isCellStart = code === last && !this.#inQuotes;
    }
    this.#row.add(bytes, from, bytes.length);
  }

  end(): Uint8Array<ArrayBuffer> {
    if (this.#row.size > 0) this.#take();
    return joinBytes([this.#head.view, ...this.#members.all.flatMap((row) => [row, END_OF_ROW])]);
  }

  #take(): void {
    if (this.#toSkip > 0) {
      this.#toSkip--;
      this.#keep(this.#row.view);
    } else if (this.#row.size > 0 && !(this.#names && this.#members.isFull)) this.#offer(this.#row.view);
    this.#row.clear();
  }

  /** A line that stays as it is. */
  #keep(row: Uint8Array): void {
    this.#head.add(row);
    this.#head.add(END_OF_ROW);
  }

  #offer(row: Uint8Array): void {
    const cells = cellsOf(decodeText(row, [charsetOf(this.#sieve.contentType)]), this.#separator);
    if (cells.every((cell) => cell === '')) return;
    if (this.#names) {
      const named = this.#names.map((name, column) => [name, cells[column] ?? ''] as const);
      return this.#members.offer(Object.fromEntries(named), row);
    }
    this.#names = cells;
    this.#keep(row);
  }
}
