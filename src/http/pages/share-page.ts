import { createHash } from 'node:crypto';
import { digestOf, escape, writeBarePage } from './bare-page.ts';

/** What the page behind a share link says. */
export interface SharePage {
  /** What the owner called it. */
  readonly name: string | null;
  /** What the flaps say. */
  readonly words: string;
  /** The colour around the picture, as `#rrggbb`. */
  readonly background: string;
  /** The tag of the picture: another one for another picture. */
  readonly tag: string;
  /** Where the page lies, `/s/TOKEN`. */
  readonly path: string;
  /** Scheme, host and port under which it was called: link previews want whole addresses. */
  readonly origin: string;
  /** The size of the picture in a link preview, in pixels. */
  readonly preview: { readonly width: number; readonly height: number };
}

const styleOf = (background: string): string =>
  `html,body,main{height:100%;margin:0;background:${background}}` +
  'main{display:flex;align-items:center;justify-content:center}' +
  'h1{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)}' +
  'img{display:block;max-width:100%;max-height:100%;width:100%;height:100%;object-fit:contain}' +
  'p{color:#f6f5f0;background:#0d0d0e;font:1.1rem system-ui,sans-serif;padding:1rem;text-align:center}';

// The page asks for itself again and takes over its picture when that is another one; old browsers run it too.
const SCRIPT = `(function () {
  var every = 5000, tag = null;
  function later() { setTimeout(look, every); }
  function look() {
    if (document.hidden) return later();
    var request = new XMLHttpRequest();
    request.open('GET', location.pathname);
    request.onload = function () {
      if (request.status === 404) return end(request.responseText);
      var next = request.status === 200 ? request.getResponseHeader('ETag') : tag;
      if (next !== tag) { tag = next; take(request.responseText); }
      later();
    };
    request.timeout = 20000;
    request.onerror = request.ontimeout = later;
    request.send();
  }
  function take(text) {
    var page = new DOMParser().parseFromString(text, 'text/html');
    var to = page.querySelector('img'), shown = document.querySelector('img');
    if (!to || !shown) return;
    document.title = document.querySelector('h1').textContent = page.title;
    shown.alt = to.alt;
    if (shown.getAttribute('src') !== to.getAttribute('src')) shown.src = to.getAttribute('src');
  }
  function end(text) {
    var sentence = document.createElement('p');
    sentence.textContent = text;
    var main = document.querySelector('main');
    main.textContent = '';
    main.appendChild(sentence);
  }
  later();
})();`;

/** Nothing but the picture beside it and what is written into it; any page may embed it. */
const policyOf = (style: string): string =>
  [
    "default-src 'none'",
    "img-src 'self'",
    "connect-src 'self'",
    `style-src ${digestOf(style)}`,
    `script-src ${digestOf(SCRIPT)}`,
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; ');

const meta = (property: string, content: string | number): string =>
  `<meta property="${property}" content="${escape(String(content))}">`;

const previewOf = ({ path, origin, preview }: SharePage, title: string, words: string): string =>
  [
    meta('og:type', 'website'),
    meta('og:title', title),
    meta('og:description', words),
    meta('og:url', `${origin}${path}`),
    meta('og:image', `${origin}${path}/picture.png`),
    meta('og:image:type', 'image/png'),
    meta('og:image:width', preview.width),
    meta('og:image:height', preview.height),
    meta('og:image:alt', words),
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('\n');

const TITLE = 'Split-flap board';
const WITHOUT_WORDS = 'A split-flap board without words';
const LONGEST_WORDS = 1000;

/** The page behind a share link, with the tag and the policy that it is sent with. */
export const writeSharePage = (
  page: SharePage,
): { readonly html: string; readonly etag: string; readonly policy: string } => {
  const words = page.words.slice(0, LONGEST_WORDS) || WITHOUT_WORDS;
  const title = page.name ?? TITLE;
  const style = styleOf(page.background);
  const version = encodeURIComponent(page.tag.replaceAll('"', ''));
  const html = writeBarePage({
    title,
    head: `${previewOf(page, title, words)}
<style>${style}</style>
<noscript><meta http-equiv="refresh" content="30"></noscript>`,
    body: `<main>
<h1>${escape(title)}</h1>
<img src="${page.path}/picture.png?width=1200&amp;v=${version}" alt="${escape(words)}">
</main>
<script>${SCRIPT}</script>`,
  });
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`;
  return { html, etag, policy: policyOf(style) };
};
