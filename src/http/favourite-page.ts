import { createHash } from 'node:crypto';

/** What the page behind the address of a favourite says. */
export interface FavouritePage {
  readonly name: string;
  /** What became of it; null: it was not sent yet. */
  readonly outcome: string | null;
}

const STYLE =
  'html,body{height:100%;margin:0;background:#0d0d0e;color:#f6f5f0;font:1.2rem system-ui,sans-serif}' +
  'body{display:flex;align-items:center;justify-content:center;text-align:center;padding:0 1rem}' +
  'button{font:inherit;padding:1rem 2rem;border:0;border-radius:.5rem;background:#f6f5f0;color:#0d0d0e}';

// One tap is the scan itself. Whoever only looks, as a link preview does, runs no script and sends nothing.
const SCRIPT = "document.querySelector('form').submit()";

const digestOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const SIGNS: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replace(/[<>&"']/g, (sign) => SIGNS[sign] ?? '');

/** The page that sends a favourite when it is opened, or tells what became of that, and the policy for it. */
export const writeFavouritePage = ({ name, outcome }: FavouritePage): { html: string; policy: string } => ({
  policy: `default-src 'none'; style-src ${digestOf(STYLE)}; script-src ${digestOf(SCRIPT)}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escape(name)}</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex,nofollow,noarchive">
<meta name="referrer" content="no-referrer">
<style>${STYLE}</style>
</head>
<body>
${
  outcome === null
    ? `<form method="post"><button>${escape(name)}</button></form>\n<script>${SCRIPT}</script>`
    : `<p><b>${escape(name)}</b><br>${escape(outcome)}</p>`
}
</body>
</html>
`,
});
