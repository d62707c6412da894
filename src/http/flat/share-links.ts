import * as v from 'valibot';
import { Fault } from '../../fault.ts';
import {
  CreatedShareLinkSchema,
  PREVIEW_SIZE,
  SHARED_WIDTHS,
  ShareLinkCreateSchema,
  ShareLinkDeleteAnswerSchema,
  ShareLinkListSchema,
} from '../../schema/appliance/share-links.ts';
import type { ShareLinkService, SharedView } from '../../service/share-links.ts';
import { matchesTag } from '../pages/file-reply.ts';
import { actorOf, originOf } from '../asker.ts';
import { replyEmpty, replyFault, replyText, type Reply, type ReplyHeaders } from '../reply.ts';
import { counted, created, ok, routesIn, type Route, type RouteRequest } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'shares' });
const open = routesIn({ surface: 'internal', access: 'public', tag: 'shares', errors: [404, 429, 503] });

const pathOf = (token: string): string => `/s/${token}`;

/** Headers of everything behind a link; nobody keeps it, and no search engine lists it. */
const UNLISTED: ReplyHeaders = { 'Cache-Control': 'private, no-cache', 'X-Robots-Tag': 'noindex, nofollow, noarchive' };

/** A refusal as a sentence for people: a page for whoever opens it in a browser, else plain text. */
const sentence = (error: unknown, accepted = ''): Reply => {
  if (!(error instanceof Fault)) throw error;
  if (!accepted.includes('text/html')) {
    const headers = { ...replyFault(error).headers, ...UNLISTED, 'Cache-Control': 'no-store' };
    return replyText(error.status, `${error.detail}\n`, 'text/plain; charset=utf-8', headers);
  }
  const { refusalPage } = require('../pages/sentence-pages.ts') as typeof import('../pages/sentence-pages.ts');
  return refusalPage(error, UNLISTED);
};

const answer = async (
  shares: ShareLinkService,
  { params, peer, headers }: Pick<RouteRequest<{ token: string }>, 'params' | 'peer' | 'headers'>,
  width: number | undefined,
  make: (view: SharedView) => Reply | Promise<Reply>,
): Promise<Reply> => {
  try {
    return await make(await shares.open(params.token, peer.address, width));
  } catch (error) {
    return sentence(error, headers.accept);
  }
};

const pageReply = (request: RouteRequest<{ token: string }>, view: SharedView): Reply => {
  // Loaded with the first visitor: most appliances share nothing.
  const { writeSharePage } = require('../pages/share-page.ts') as typeof import('../pages/share-page.ts');
  const { html, etag, policy } = writeSharePage({
    name: view.name,
    words: view.picture.words(),
    background: view.picture.background,
    tag: view.picture.etag,
    path: pathOf(encodeURIComponent(request.params.token)),
    origin: originOf(request),
    preview: PREVIEW_SIZE,
  });
  // Pages of others may embed this one, and nothing else of the appliance; an empty header is left out.
  const headers = { ...UNLISTED, ETag: etag, 'Content-Security-Policy': policy, 'X-Frame-Options': '' };
  if (matchesTag(request.headers['if-none-match'], etag)) return replyEmpty(304, headers);
  return replyText(200, html, 'text/html; charset=utf-8', headers);
};

const pictureReply = async (
  { headers, peer }: RouteRequest<{ token: string }>,
  { picture }: SharedView,
): Promise<Reply> => {
  const about = { ...UNLISTED, ETag: picture.etag };
  if (matchesTag(headers['if-none-match'], picture.etag)) return replyEmpty(304, about);
  return replyText(200, await picture.bytes({ address: peer.address }), picture.type, about);
};

const WidthQuerySchema = v.object({ width: v.optional(v.picklist(SHARED_WIDTHS)), v: v.optional(v.string()) });

/** What anybody who has a link may read. It lies outside the API, whose other addresses no link opens. */
export const sharePageRoutes = (shares: ShareLinkService): Route[] => [
  open('GET /s/{token}', {
    summary: 'The page behind a share link: one picture',
    success: { status: 200, type: 'text/html', description: 'A page in HTML, with the tags of a link preview.' },
    handle: (request) => answer(shares, request, 1200, (view) => pageReply(request, view)),
  }),
  open('GET /s/{token}/picture.png', {
    summary: 'The picture behind a share link',
    query: WidthQuerySchema,
    success: { status: 200, type: 'image/png', description: 'The picture; its tag changes only with it.' },
    handle: (request) =>
      answer(shares, request, request.query.width && Number(request.query.width), (view) =>
        pictureReply(request, view),
      ),
  }),
];

/** Links under which anybody sees one board or page, as their owner keeps them. */
export const shareLinkRoutes = (shares: ShareLinkService): Route[] => [
  route('GET /shares', {
    summary: 'The share links that open something, the newest first',
    success: ok(ShareLinkListSchema, 'The links, without their tokens.'),
    handle: () => counted('shares', shares.list()),
  }),
  route('POST /shares', {
    ownOrigin: true,
    summary: 'Make a link under which anybody sees one board or page',
    body: ShareLinkCreateSchema,
    success: created(CreatedShareLinkSchema, 'The link, which cannot be read again.'),
    errors: [400, 404, 409],
    handle: async (request) => {
      const { link, token } = await shares.create(request.body, actorOf(request));
      const path = pathOf(token);
      return { ...link, path, url: `${originOf(request)}${path}` };
    },
  }),
  route('DELETE /shares/{id}', {
    ownOrigin: true,
    summary: 'End a share link',
    success: ok(ShareLinkDeleteAnswerSchema, 'The link opens nothing any more.'),
    errors: [404],
    handle: async (request) => {
      await shares.remove(request.params.id, actorOf(request));
      return { id: request.params.id };
    },
  }),
];
