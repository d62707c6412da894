import { MONTHS } from '../../core/time/months.ts';
import { EVIDENCE_KINDS, type Confidence, type Evidence } from '../../schema/plugins/evidence.ts';

type Kind = Evidence['kind'];

const CONFIDENCE: Readonly<Record<Kind, Confidence>> = { recorded: 'high', client: 'medium', documentation: 'medium' };

/** How much a source is to be trusted, by the kinds of its evidence: the strongest counts. */
export const confidenceOf = (kinds: readonly Kind[]): Confidence => {
  const best = EVIDENCE_KINDS.find((kind) => kinds.includes(kind));
  return best === undefined ? 'low' : CONFIDENCE[best];
};

/** Whether nobody has seen the service answer in the way that a source reads, by the kinds of its evidence. */
export const isUntested = (kinds: readonly Kind[]): boolean => !kinds.includes('recorded');

const WORDS: Readonly<Record<Kind, string>> = {
  recorded: 'Compared with a recorded answer',
  client: 'From the code of a client',
  documentation: 'From documentation',
};

const monthOf = (date: string): string => `${MONTHS[Number(date.slice(5, 7)) - 1] ?? ''} ${date.slice(0, 4)}`;

/** What a source rests on, in a sentence. */
export const evidenceText = (evidence: readonly Evidence[]): string => {
  const kind = EVIDENCE_KINDS.find((one) => evidence.some((entry) => entry.kind === one));
  if (kind === undefined) return 'Nobody has compared it with its service yet.';
  const latest =
    evidence
      .filter((entry) => entry.kind === kind)
      .map(({ date }) => date)
      .sort()
      .at(-1) ?? '';
  return `${WORDS[kind]}, ${monthOf(latest)}.`;
};
