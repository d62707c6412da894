import type { Parsed } from '../parsed.ts';
import type { Sieve } from '../sieve-document.ts';
import { CsvSifter } from './csv-sifter.ts';
import { JsonSifter } from './json-sifter.ts';
import { MOST_READ_BYTES, SieveError, type Sifter } from './kept-bytes.ts';
import { XmlSifter } from './xml-sifter.ts';

const SIFTERS = { json: JsonSifter, csv: CsvSifter, xml: XmlSifter } as const;

/** What reads an answer through a sieve, no more than a bounded count of its bytes. */
export const createSifter = (sieve: Sieve): Sifter => {
  const sifter = new SIFTERS[sieve.kind](sieve);
  let read = 0;
  return {
    get held() {
      return sifter.held;
    },
    write: (bytes) => {
      read += bytes.length;
      if (read > MOST_READ_BYTES)
        throw new SieveError(`the answer is larger than ${MOST_READ_BYTES / 1024 / 1024} MiB`);
      sifter.write(bytes);
    },
    end: () => sifter.end(),
  };
};

/** What a sieve does with bytes; a sentence for the owner when they cannot be read. */
export const siftSafely = <T>(work: () => T): Parsed<T> => {
  try {
    return { value: work() };
  } catch (error) {
    return { error: error instanceof SieveError ? error.message : 'the answer cannot be read' };
  }
};

/** What a sieve leaves of an answer that is there in pieces. */
export const siftPieces = (sieve: Sieve, pieces: readonly Uint8Array[]): Parsed<Uint8Array<ArrayBuffer>> =>
  siftSafely(() => {
    const sifter = createSifter(sieve);
    for (const piece of pieces) sifter.write(piece);
    return sifter.end();
  });
