import { parseJson } from '../core/json.ts';
import { DAY_MS } from '../core/time/durations.ts';
import type { Parsed } from '../documents/parsed.ts';
import type { Documents } from '../documents/port.ts';
import { charsetOf, decodeText } from '../documents/text-decoding.ts';
import type { RequestSpec } from './form/schema.ts';
import type { SourceMoment } from './scope.ts';

/** A body as it came. */
export interface Body {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly address: string;
}

const MOST_ENTRIES = 50;
const LONGEST_TEXT = 200_000;
const LONGEST_START = 1000;

const textOf = ({ bytes, contentType }: Body): string =>
  decodeText(bytes, ['utf-8', charsetOf(contentType)])
    .slice(0, LONGEST_TEXT)
    .replace(/\r\n?/g, '\n');

const readLines = (body: Body): Parsed<unknown> => {
  const text = textOf(body).trim();
  return { value: { text, lines: text === '' ? [] : text.split('\n').map((line) => line.trim()) } };
};

const readNumber = (body: Body): Parsed<unknown> => {
  const text = textOf(body).trim();
  const number = Number(text);
  return text === '' || !Number.isFinite(number) ? { error: 'the answer is no number' } : { value: number };
};

const isJson = (text: string): boolean => typeof parseJson(text) === 'object';

/** What a text is instead of what it should be: texts of any kind would be read as tables, and shown. */
const otherKind = (body: Body, kind: RequestSpec['answer']): string | undefined => {
  if (kind !== 'csv' && kind !== 'text') return undefined;
  const start = textOf({ ...body, bytes: body.bytes.subarray(0, LONGEST_START) }).trimStart();
  if (/^<(?:!doctype|html|head|body|\?xml)\b/i.test(start)) return 'the answer is a web page';
  return /^[[{]/.test(start) && isJson(textOf(body)) ? 'the answer is JSON' : undefined;
};

/** The value of an answer by the kind that a request names; a sentence for the owner when it is none. */
export const readAnswer = (
  body: Body,
  spec: Pick<RequestSpec, 'answer' | 'csv' | 'days' | 'pick'>,
  { now, zone }: Pick<SourceMoment, 'now' | 'zone'>,
  documents: Documents,
  signal?: AbortSignal,
): Promise<Parsed<unknown>> => {
  const { bytes, contentType, address } = body;
  const other = otherKind(body, spec.answer);
  if (other !== undefined)
    return Promise.resolve({ error: `${other} instead of a ${spec.answer === 'csv' ? 'table' : 'text'}` });
  switch (spec.answer) {
    case 'json': {
      const picks = Object.entries(spec.pick ?? {}).map(([name, path]) => ({ name, path }));
      return documents.read('json', bytes, picks.length > 0 ? { contentType, picks } : { contentType }, signal);
    }
    case 'xml':
      return documents.read('xml', bytes, { contentType }, signal);
    case 'csv':
      return documents.read('csv', bytes, { contentType, ...spec.csv }, signal);
    case 'rss':
      return documents.read('feed', bytes, { contentType, baseUrl: address, most: MOST_ENTRIES }, signal);
    case 'ical':
      return documents.read(
        'calendar',
        bytes,
        { contentType, from: now - DAY_MS, to: now + spec.days * DAY_MS, most: MOST_ENTRIES, zone },
        signal,
      );
    case 'text':
      return Promise.resolve(readLines(body));
    case 'number':
      return Promise.resolve(readNumber(body));
  }
};
