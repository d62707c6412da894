import { createHash } from 'node:crypto';

const STYLE =
  'html,body{height:100%;margin:0;background:#0d0d0e;color:#f6f5f0;font:1.2rem system-ui,sans-serif}' +
  'body{display:flex;align-items:center;justify-content:center;text-align:center;padding:0 1rem}a{color:inherit}';

const SIGNS: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replace(/[<>&"']/g, (sign) => SIGNS[sign] ?? '');

/** The page at which a browser comes back from a service: what became of the sign-in, and the way to the source. */
export const writeSignInPage = (sentence: string, key: string): { html: string; policy: string } => ({
  policy: `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'`,
  html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Sign-in</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex,nofollow,noarchive">
<meta name="referrer" content="no-referrer">
<style>${STYLE}</style>
</head>
<body>
<p>${escape(sentence)}<br><a href="/plugins/${encodeURIComponent(key)}">Back to the source</a></p>
</body>
</html>
`,
});
