import type { Parsed } from './parsed.ts';
import type { ParserName, ParserTypes } from './parsers.ts';
import type { Documents } from './port.ts';

/** Runs one parser; whatever it throws becomes a sentence. */
export const runParser = async <N extends ParserName>(parser: N, bytes: Uint8Array, options: ParserTypes[N]['options']): Promise<Parsed<ParserTypes[N]['value']>> => {
  const { PARSERS } = await import('./parsers.ts');
  try {
    return PARSERS[parser](bytes, options);
  } catch {
    return { error: 'the answer cannot be read' };
  }
};

/** Documents that are read where they are asked for, in one piece. */
export const createInlineDocuments = (): Documents => ({
  read: async (parser, bytes, options, signal) => {
    const parsed = await runParser(parser, bytes, options);
    return signal?.aborted ? { error: 'no answer in time' } : parsed;
  },
});
