import type { Parsed } from './parsed.ts';
import type { Sieve } from './sieve-document.ts';
import type { ParserName, ParserTypes } from './parsers.ts';

/** Reads documents of others. */
export interface Documents {
  /**
   * What a parser makes of a document, or a sentence for the owner. Never rejects; an aborted signal gives an error.
   * The bytes belong to the reader from then on: it may pass them to another thread.
   */
  read<N extends ParserName>(
    parser: N,
    bytes: Uint8Array,
    options: ParserTypes[N]['options'],
    signal?: AbortSignal,
  ): Promise<Parsed<ParserTypes[N]['value']>>;
  /**
   * What a sieve leaves of a long document, read while its bytes come, or a sentence for the owner. Rejects with what
   * the pieces reject with; an aborted signal gives an error.
   */
  sift(sieve: Sieve, pieces: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<Parsed<Uint8Array>>;
}
