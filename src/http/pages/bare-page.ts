import { createHash } from 'node:crypto';

const SIGNS: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&#39;' };

/** A text as it may stand in the content and in the attributes of a page. */
export const escape = (text: string): string => text.replace(/[<>&"']/g, (sign) => SIGNS[sign] ?? '');

/** The source of a style or script within a page, as its policy names it. */
export const digestOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The style of a page with a sentence in its middle. */
export const SENTENCE_STYLE =
  'html,body{height:100%;margin:0;background:#0d0d0e;color:#f6f5f0;font:1.2rem system-ui,sans-serif}' +
  'body{display:flex;align-items:center;justify-content:center;text-align:center;padding:0 1rem}';

/** A page apart from the interface, which no search engine lists; `head` and `body` are markup, `title` is text. */
export const writeBarePage = ({ title, head, body }: { title: string; head: string; body: string }): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escape(title)}</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex,nofollow,noarchive">
<meta name="referrer" content="no-referrer">
${head}
</head>
<body>
${body}
</body>
</html>
`;
