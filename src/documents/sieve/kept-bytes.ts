/** Most bytes of one answer that are read through a sieve, after decompression. */
export const MOST_READ_BYTES = 32 * 1024 * 1024;
/** Most bytes that are kept of it. */
export const MOST_KEPT_BYTES = 256 * 1024;
/** Most bytes of one member of the list, which is held while it is looked at. */
const MOST_MEMBER_BYTES = 128 * 1024;

/** Why an answer cannot be read through a sieve, for the owner. */
export class SieveError extends Error {
  override readonly name = 'SieveError';
}

const kib = (bytes: number): string => `${bytes / 1024} KiB`;

/** Takes a long answer in pieces, and gives a short one of the same kind. */
export interface Sifter {
  /** The next bytes; they are not needed afterwards. Throws SieveError. */
  write(bytes: Uint8Array): void;
  /** What is left of all of it. Throws SieveError. */
  end(): Uint8Array<ArrayBuffer>;
  /** Bytes that are held now. */
  readonly held: number;
}

/** Bytes that are put together; throws SieveError with a sentence beyond so many. */
export class KeptBytes {
  readonly #sentence: string;
  readonly #most: number;
  #bytes = new Uint8Array(256);
  #size = 0;

  constructor(most: number, sentence: string) {
    this.#most = most;
    this.#sentence = sentence;
  }

  /** For one member of a list. */
  static member(): KeptBytes {
    return new KeptBytes(MOST_MEMBER_BYTES, `one entry of the answer is larger than ${kib(MOST_MEMBER_BYTES)}`);
  }

  /** For everything around the members. */
  static rest(): KeptBytes {
    return new KeptBytes(MOST_KEPT_BYTES, TOO_MUCH_KEPT);
  }

  get size(): number {
    return this.#size;
  }

  /** Bytes of memory that are taken. */
  get held(): number {
    return this.#bytes.length;
  }

  /** What was put together; the next change overwrites it. */
  get view(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#size);
  }

  add(from: Uint8Array, begin = 0, end = from.length): void {
    const size = this.#size + end - begin;
    if (size > this.#most) throw new SieveError(this.#sentence);
    if (size > this.#bytes.length) {
      const larger = new Uint8Array(Math.min(this.#most, Math.max(size, 2 * this.#bytes.length)));
      larger.set(this.view);
      this.#bytes = larger;
    }
    this.#bytes.set(from.subarray(begin, end), this.#size);
    this.#size = size;
  }

  clear(): void {
    this.#size = 0;
  }
}

/** What is said of an answer of which too much is wanted. */
export const TOO_MUCH_KEPT = `what is wanted of the answer is larger than ${kib(MOST_KEPT_BYTES)}`;

/** What is said of an answer that ends too early. */
export const BROKEN_OFF = 'the answer breaks off in the middle';
