import type { Fault } from '../../fault.ts';
import { replyFault, replyPage, type Reply, type ReplyHeaders } from '../reply.ts';
import { SENTENCE_STYLE, digestOf, escape, writeBarePage } from './bare-page.ts';

/**
 * The page of an address that opens nothing: why, in a sentence. It may stand where the picture behind a link was
 * embedded.
 */
export const writeRefusalPage = (sentence: string): { readonly html: string; readonly policy: string } => ({
  policy: `default-src 'none'; style-src ${digestOf(SENTENCE_STYLE)}; base-uri 'none'; form-action 'none'; frame-ancestors *`,
  html: writeBarePage({
    title: 'Split-flap board',
    head: `<style>${SENTENCE_STYLE}</style>`,
    body: `<p>${escape(sentence)}</p>`,
  }),
});

/** A refusal for whoever opened its address in a browser. */
export const refusalPage = (fault: Fault, headers: ReplyHeaders = {}): Reply => {
  const about = { ...replyFault(fault).headers, ...headers, 'Cache-Control': 'no-store', 'X-Frame-Options': '' };
  return replyPage(fault.status, writeRefusalPage(fault.detail), about);
};
