import type { Documents } from '../../documents/port.ts';
import { readAnswer, type Body } from '../answer.ts';
import type { ANSWERS } from '../form/schema.ts';

/** A kind of answer. */
export type AnswerKind = (typeof ANSWERS)[number];

/** What lies at an address. */
export interface Explored {
  readonly kind: AnswerKind;
  readonly value: unknown;
}

const columnsIn = (line: string): number => line.split(',').length;

const guessKind = ({ bytes, contentType }: Pick<Body, 'bytes' | 'contentType'>): AnswerKind => {
  const start = new TextDecoder().decode(bytes.subarray(0, 2000)).trim();
  if (/^[[{]/.test(start)) return 'json';
  if (start.startsWith('BEGIN:VCALENDAR')) return 'ical';
  if (start.startsWith('<')) return /<(?:rss|feed|rdf:RDF)[\s>]/i.test(start) ? 'rss' : 'xml';
  const [first = '', second] = start.split(/\r?\n/);
  if (second === undefined && /^-?\d+(?:\.\d+)?$/.test(first)) return 'number';
  const isTable = second !== undefined && columnsIn(first) > 1 && columnsIn(first) === columnsIn(second);
  return contentType.includes('csv') || isTable ? 'csv' : 'text';
};

/** The value of a body, of the kind that is said or that it seems to be; a sentence when it cannot be read. */
export const exploreAnswer = async (
  body: Body,
  kind: AnswerKind | null,
  moment: { readonly now: number; readonly zone: string },
  documents: Documents,
): Promise<Explored | { readonly error: string }> => {
  const answer = kind ?? guessKind(body);
  const csv = { separator: ',', skip: 0 };
  const read = await readAnswer(body, { answer, csv, days: 14, pick: undefined }, moment, documents);
  return 'error' in read ? read : { kind: answer, value: read.value };
};
