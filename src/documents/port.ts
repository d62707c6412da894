import type { Parsed } from './parsed.ts';
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
}
