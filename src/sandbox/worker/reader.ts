import { setHomeZone } from '../../core/time/zone.ts';
import { parseSafely, type Parsed } from '../../documents/parsed.ts';
import type { ParserName, ParserTypes } from '../../documents/parsers.ts';
import { RESULT_BYTES } from '../limits.ts';
import type { DocumentTaskOf } from '../protocol.ts';

let firstHome: string | null | undefined;

/**
 * A thread's clock stays in the zone in which it began to run; after another choice the engine's tables give every
 * zone.
 */
const useZone = (zone: string | null): void => {
  firstHome = firstHome === undefined || firstHome === zone ? zone : null;
  setHomeZone(firstHome);
};

const parse = <N extends ParserName>({
  parser,
  bytes,
  options,
}: DocumentTaskOf<N>): Parsed<ParserTypes[N]['value']> => {
  const { PARSERS } = require('../../documents/parsers.ts') as typeof import('../../documents/parsers.ts');
  return parseSafely(() => PARSERS[parser](bytes, options));
};

/** What is made of a document, as a text that the service can read without delay. */
export const readDocument = <N extends ParserName>(task: DocumentTaskOf<N>): string => {
  useZone(task.homeZone);
  const text = JSON.stringify(parse(task));
  const isShort = text.length <= RESULT_BYTES && Buffer.byteLength(text) <= RESULT_BYTES;
  return isShort
    ? text
    : JSON.stringify({ error: `what is wanted of the answer is larger than ${RESULT_BYTES / 1024} KiB` });
};
