import type { Fault } from '../../fault.ts';
import { replyFault, replyPage, type Reply, type ReplyHeaders } from '../reply.ts';
import { SENTENCE_STYLE, digestOf, escape, writeBarePage } from './bare-page.ts';

/** A page in HTML, and the policy that it is sent with. */
interface Page {
  readonly html: string;
  readonly policy: string;
}

/** A page that says a sentence; `more` is its style beyond that, `rules` its policy beyond that it loads nothing. */
const writePage = (title: string, body: string, rules: string, more = ''): Page => {
  const style = SENTENCE_STYLE + more;
  return {
    policy: `default-src 'none'; style-src ${digestOf(style)}; ${rules}`,
    html: writeBarePage({ title, head: `<style>${style}</style>`, body }),
  };
};

/**
 * The page of an address that opens nothing: why, in a sentence. It may stand where the picture behind a link was
 * embedded.
 */
export const writeRefusalPage = (sentence: string): Page =>
  writePage('Split-flap board', `<p>${escape(sentence)}</p>`, "base-uri 'none'; form-action 'none'; frame-ancestors *");

/** A refusal for whoever opened its address in a browser. */
export const refusalPage = (fault: Fault, headers: ReplyHeaders = {}): Reply => {
  const about = { ...replyFault(fault).headers, ...headers, 'Cache-Control': 'no-store', 'X-Frame-Options': '' };
  return replyPage(fault.status, writeRefusalPage(fault.detail), about);
};

/** The page at which a browser comes back from a service: what became of the sign-in, and the way to the source. */
export const writeSignInPage = (sentence: string, key: string): Page =>
  writePage(
    'Sign-in',
    `<p>${escape(sentence)}<br><a href="/plugins/${encodeURIComponent(key)}">Back to the source</a></p>`,
    "base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
    'a{color:inherit}',
  );

// One tap is the scan itself. Whoever only looks, as a link preview does, runs no script and sends nothing.
const SCRIPT = "document.querySelector('form').submit()";

/** The page that sends a favourite when it is opened, or tells what became of that; `outcome` is null before. */
export const writeFavouritePage = (name: string, outcome: string | null): Page =>
  writePage(
    name,
    outcome === null
      ? `<form method="post"><button>${escape(name)}</button></form>\n<script>${SCRIPT}</script>`
      : `<p><b>${escape(name)}</b><br>${escape(outcome)}</p>`,
    `script-src ${digestOf(SCRIPT)}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'button{font:inherit;padding:1rem 2rem;border:0;border-radius:.5rem;background:#f6f5f0;color:#0d0d0e}',
  );
