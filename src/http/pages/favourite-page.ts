import { SENTENCE_STYLE, digestOf, escape, writeBarePage } from './bare-page.ts';

/** What the page behind the address of a favourite says. */
export interface FavouritePage {
  readonly name: string;
  /** What became of it; null: it was not sent yet. */
  readonly outcome: string | null;
}

const STYLE = `${SENTENCE_STYLE}button{font:inherit;padding:1rem 2rem;border:0;border-radius:.5rem;background:#f6f5f0;color:#0d0d0e}`;

// One tap is the scan itself. Whoever only looks, as a link preview does, runs no script and sends nothing.
const SCRIPT = "document.querySelector('form').submit()";

/** The page that sends a favourite when it is opened, or tells what became of that, and the policy for it. */
export const writeFavouritePage = ({ name, outcome }: FavouritePage): { html: string; policy: string } => ({
  policy: `default-src 'none'; style-src ${digestOf(STYLE)}; script-src ${digestOf(SCRIPT)}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  html: writeBarePage({
    title: name,
    head: `<style>${STYLE}</style>`,
    body:
      outcome === null
        ? `<form method="post"><button>${escape(name)}</button></form>\n<script>${SCRIPT}</script>`
        : `<p><b>${escape(name)}</b><br>${escape(outcome)}</p>`,
  }),
});
