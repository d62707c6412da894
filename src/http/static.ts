import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { extname, join } from 'node:path';
import { Fault } from '../fault.ts';
import { fileReply } from './file-reply.ts';
import { replyFault } from './reply.ts';
import type { Reply, ReplyHeaders } from './reply.ts';

/** Serves the user interface. */
export interface StaticFiles {
  /** The answer to a GET of a path outside the API. */
  serve(path: string, headers: IncomingHttpHeaders): Promise<Reply>;
}

/** Allows only what the appliance serves itself, and no code inside a page. */
export const UI_POLICY = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ');

/** The page of screens, which holds all that it needs; pages of others may show it in a frame. */
const SCREEN = 'screen.html';
const FRAMES: ReplyHeaders = { 'X-Frame-Options': '' };

const YEAR = 'public, max-age=31536000, immutable';
// The build names files by their content: `main-3F5QKZ7A.js`.
const HASHED = /-[A-Z0-9]{8}\.[a-z0-9]+$/;

// Throws 400 for an escape that is none; null for a path that leaves the folder or names a hidden file.
const nameInside = (path: string): string | null => {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    throw new Fault(400, 'The address has a malformed escape sequence.');
  }
  const segments = decoded.split('/').filter((segment) => segment !== '');
  const safe = !/[\0\\]/.test(decoded) && segments.every((segment) => !segment.startsWith('.'));
  return safe ? segments.join('/') : null;
};

// Every file has the policy: a picture in SVG is a document of its own, and a worker is bound by the policy of its
// script.
const headersFor = (name: string): ReplyHeaders => ({
  'Content-Security-Policy': UI_POLICY,
  ...(HASHED.test(name) ? { 'Cache-Control': YEAR } : {}),
});

const digestsOf = (html: string, element: string): string =>
  [...html.matchAll(new RegExp(`<${element}(?: [^>]*)?>([^]*?)</${element}>`, 'g'))]
    .filter(([, text]) => text !== '')
    .map(([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    .join('');

/**
 * The policy of a page: it may run the scripts and use the style sheets that were built into it, by their digests;
 * `ancestors` may show it in a frame.
 */
export const pagePolicy = (html: string, ancestors = "'none'"): string => {
  const [scripts, styles] = [digestsOf(html, 'script'), digestsOf(html, 'style')];
  return [
    UI_POLICY.replace("frame-ancestors 'none'", `frame-ancestors ${ancestors}`),
    scripts && `script-src 'self'${scripts}`,
    styles && `style-src 'self'${styles}`,
  ]
    .filter(Boolean)
    .join('; ');
};

const notFound = (): Reply => replyFault(new Fault(404, 'There is no such page.'));

/**
 * Serves a folder: files by name, and `index.html` for every path without an extension, so that addresses within the
 * interface work; `screen.html` for `/screen` and everything below it.
 */
export const createStaticFiles = (folder: string): StaticFiles => {
  const servePage = async (name: string, headers: IncomingHttpHeaders, more: ReplyHeaders = {}): Promise<Reply> => {
    const html = await readFile(join(folder, name), 'utf8').catch(() => '');
    const policy = pagePolicy(html, name === SCREEN ? '*' : "'none'");
    return (await fileReply(folder, name, headers, { 'Content-Security-Policy': policy, ...more })) ?? notFound();
  };
  return {
    serve: async (path, headers) => {
      const name = nameInside(path);
      if (name === null) return notFound();
      if (name === 'screen' || name === SCREEN || name.startsWith('screen/')) return servePage(SCREEN, headers, FRAMES);
      if (extname(name) === '' || name === 'index.html') return servePage('index.html', headers);
      return (await fileReply(folder, name, headers, headersFor(name))) ?? notFound();
    },
  };
};
