import { SENTENCE_STYLE, digestOf, escape, writeBarePage } from './bare-page.ts';

const STYLE = `${SENTENCE_STYLE}a{color:inherit}`;

/** The page at which a browser comes back from a service: what became of the sign-in, and the way to the source. */
export const writeSignInPage = (sentence: string, key: string): { html: string; policy: string } => ({
  policy: `default-src 'none'; style-src ${digestOf(STYLE)}; base-uri 'none'; frame-ancestors 'none'; form-action 'none'`,
  html: writeBarePage({
    title: 'Sign-in',
    head: `<style>${STYLE}</style>`,
    body: `<p>${escape(sentence)}<br><a href="/plugins/${encodeURIComponent(key)}">Back to the source</a></p>`,
  }),
});
