import { parseSafely } from '../../src/documents/parsed.ts';
import { PARSERS } from '../../src/documents/parsers.ts';
import { siftPieces } from '../../src/documents/sieve/sift.ts';
import type { Documents } from '../../src/documents/port.ts';

/** Documents that the parsers read in the test's own thread. */
export const createDirectDocuments = (): Documents => ({
  read: async (parser, bytes, options, signal) =>
    signal?.aborted ? { error: 'no answer in time' } : parseSafely(() => PARSERS[parser](bytes, options)),
  sift: async (sieve, pieces) => {
    const all: Uint8Array[] = [];
    for await (const piece of pieces) all.push(piece);
    return siftPieces(sieve, all);
  },
});
