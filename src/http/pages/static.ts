import { readFile, stat } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { extname, join } from 'node:path';
import { isDecodable } from '../../core/encode.ts';
import { Fault } from '../../fault.ts';
import { accepts, compressText } from '../wire/compression.ts';
import { digestOf } from './bare-page.ts';
import { drawFirstBoard } from './drawn-board.ts';
import { fileReply } from './file-reply.ts';
import { replyFault, replyText, type HttpLog, type Reply, type ReplyHeaders } from '../reply.ts';

/** A GET of a path outside the API. */
export interface PageRequest {
  readonly path: string;
  /** What follows the path behind `?`. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  /** What `GET /api/boot` answers to the same client; null when it answers nothing. */
  readonly readBoot: () => Promise<string | null>;
  readonly log: HttpLog;
}

/** Serves the user interface. */
export interface StaticFiles {
  serve(request: PageRequest): Promise<Reply>;
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

const INTERFACE = 'index.html';
/** The page of screens, which holds all that it needs; pages of others may show it in a frame. */
const SCREEN = 'screen.html';
const FRAMES: ReplyHeaders = { 'X-Frame-Options': '' };

const YEAR = 'public, max-age=31536000, immutable';
// The build names files by their content: `main-3F5QKZ7A.js`.
const HASHED = /-[A-Z0-9]{8}\.[a-z0-9]+$/;

// Throws 400 for an escape that is none; null for a path that leaves the folder or names a hidden file.
const nameInside = (path: string): string | null => {
  if (!isDecodable(path)) throw new Fault(400, 'The address has a malformed escape sequence.');
  const decoded = decodeURIComponent(path);
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
    .map(([, text = '']) => ` ${digestOf(text)}`)
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

/** Where the page of the interface takes what its first view shows: its first board need not be asked for or drawn. */
const BOOT_PLACE = '<!-- boot -->';
const BOARD_PLACE = '<!-- board -->';
/** A block of data, which no policy of scripts concerns; `<` could end it. */
const bootBlock = (json: string): string =>
  `<script type="application/json" id="boot">${json.replaceAll('<', '\\u003c')}</script>`;

/** The first board as markup. The interface draws it too: where that cannot be done here, its page is whole without. */
const boardMarkup = ({ path, query, headers, log }: PageRequest, boot: string): string => {
  if (path !== '/') return '';
  try {
    return drawFirstBoard(boot, new URLSearchParams(query).get('board'), headers);
  } catch (error) {
    log.error('the first board cannot be drawn into the page', { error });
    return '';
  }
};

/** Where the page of the interface takes its colours: one that chose none has those of its system. */
const THEME_PLACE = 'data-theme="auto"';
/** The colours that a browser says its owner chose (`ui/shell/theme.ts`): asking its storage takes it longer. */
const themeOf = ({ cookie = '' }: IncomingHttpHeaders): string =>
  /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(cookie)?.[1] ?? 'auto';

/** A page with what one client may see: nobody keeps it (rules, H9). */
const replyFilled = async (html: string, accepted: string, policy: string): Promise<Reply> => {
  const { body, headers } = await compressText(html, accepted);
  return replyText(200, body, 'text/html; charset=utf-8', {
    ...headers,
    'Cache-Control': 'no-store',
    'Content-Security-Policy': policy,
  });
};

/** A page as it lies on the disk, and its policy; empty where there is none. */
interface Page {
  readonly html: string;
  readonly policy: string;
}

/** Reads pages, each once as long as its file stays the same: their policies are made of digests. */
const createPageReader = (folder: string): ((name: string, ancestors?: string) => Promise<Page>) => {
  const kept = new Map<string, { readonly changed: number; readonly page: Page }>();
  return async (name, ancestors) => {
    const file = join(folder, name);
    const changed = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => Number.NaN,
    );
    const known = kept.get(name);
    if (known?.changed === changed) return known.page;
    const html = await readFile(file, 'utf8').catch(() => '');
    const page = { html, policy: pagePolicy(html, ancestors) };
    kept.set(name, { changed, page });
    return page;
  };
};

const notFound = (): Reply => replyFault(new Fault(404, 'There is no such page.'));

/**
 * Serves a folder: files by name, and `index.html` for every path without an extension, so that addresses within the
 * interface work; `screen.html` for `/screen` and everything below it.
 */
export const createStaticFiles = (folder: string): StaticFiles => {
  const readPage = createPageReader(folder);
  const serveInterface = async (request: PageRequest): Promise<Reply> => {
    const { headers, readBoot } = request;
    const { html, policy } = await readPage(INTERFACE);
    const accepted = String(headers['accept-encoding'] ?? '');
    // Whoever takes it as it is would have it lie in memory at its full length until it is sent.
    const boot = html.includes(BOOT_PLACE) && accepts(accepted, 'gzip') ? await readBoot() : null;
    if (boot === null) return serveFile(INTERFACE, headers, { 'Content-Security-Policy': policy });
    const board = boardMarkup(request, boot);
    return replyFilled(
      html
        .replace(THEME_PLACE, `data-theme="${themeOf(headers)}"`)
        .replace(BOARD_PLACE, () => board)
        .replace(BOOT_PLACE, () => bootBlock(boot)),
      accepted,
      policy,
    );
  };
  const serveScreen = async (headers: IncomingHttpHeaders): Promise<Reply> => {
    const { policy } = await readPage(SCREEN, '*');
    return serveFile(SCREEN, headers, { 'Content-Security-Policy': policy, ...FRAMES });
  };
  const serveFile = async (name: string, headers: IncomingHttpHeaders, more: ReplyHeaders): Promise<Reply> =>
    (await fileReply(folder, name, headers, more)) ?? notFound();
  return {
    serve: async (request) => {
      const { path, headers } = request;
      const name = nameInside(path);
      if (name === null) return notFound();
      if (name === 'screen' || name === SCREEN || name.startsWith('screen/')) return serveScreen(headers);
      if (extname(name) === '' || name === INTERFACE) return serveInterface(request);
      return serveFile(name, headers, headersFor(name));
    },
  };
};
