import * as v from 'valibot';

const text = (most: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(most));

/** What a source may rest on, the strongest first. */
export const EVIDENCE_KINDS = ['recorded', 'client', 'documentation'] as const;

/** One thing that a source was compared with: a recorded answer, code of a client that works, or documentation. */
export const EvidenceSchema = v.strictObject({
  /** A recorded answer, the code of a client that works, or documentation. */
  kind: v.picklist(EVIDENCE_KINDS),
  /** Where it is published. */
  url: v.pipe(text(300), v.regex(/^https?:\/\/[^\s{}]+$/i, 'expected an address that begins with http:// or https://')),
  /** When it was compared: a month or a day. */
  date: v.pipe(
    v.string(),
    v.regex(/^\d{4}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?$/, 'expected YYYY-MM or YYYY-MM-DD'),
  ),
  /** Members that the source reads and that were found there. */
  compared: v.pipe(v.array(text(100)), v.minLength(1), v.maxLength(30)),
});
/** One thing that a source was compared with. */
export type Evidence = v.InferOutput<typeof EvidenceSchema>;

/** How much a source is to be trusted. */
export const ConfidenceSchema = v.picklist(['high', 'medium', 'low']);
/** How much a source is to be trusted. */
export type Confidence = v.InferOutput<typeof ConfidenceSchema>;
