import { isMainThread, threadId } from 'node:worker_threads';
import type { Parsed } from '../../src/documents/parsed.ts';

let readings = 0;

const grow = (): never => {
  const all: object[] = [];
  for (;;) all.push({ at: all.length, list: [all.length] });
};

/** What each text makes a parser do; any other is told where it was read. */
const DEEDS: Readonly<Record<string, () => Parsed<unknown>>> = {
  'never ends': () => {
    for (;;);
  },
  'fills the memory': grow,
  throws: () => {
    throw new Error('/a/secret/path');
  },
  'answers much': () => ({ value: 'x'.repeat(300 * 1024) }),
  'answers letters of many bytes': () => ({ value: '\u20ac'.repeat(100 * 1024) }),
};

const act = (bytes: Uint8Array): Parsed<unknown> => {
  const text = Buffer.from(bytes).toString();
  return DEEDS[text]?.() ?? { value: { text: text.slice(0, 20), isMainThread, threadId, readings: ++readings } };
};

/** Parsers that a document can make do what ours never should. */
export const PARSERS = { calendar: act, feed: act, json: act };
