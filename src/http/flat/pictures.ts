import * as v from 'valibot';
import { PageDraftSchema } from '../../schema/content/pages.ts';
import { LookSchema, MOST_MARGIN, WIDTHS } from '../../schema/content/pictures.ts';
import { MomentSchema, queryInteger } from '../../schema/common.ts';
import { MOST_COLS, STEP_MS } from '../../schema/limits.ts';
import { PICTURE_TYPES, type PictureFile, type PictureFormat, type PictureService } from '../../service/pictures.ts';
import { matchesTag } from '../pages/file-reply.ts';
import { replyEmpty, replyText, type Reply } from '../reply.ts';
import { routesIn, type Route, type RouteRequest } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'pictures' });

const shape = { margin: v.optional(queryInteger(0, MOST_MARGIN)), ...LookSchema.entries };

/** `at`: what is shown then, by the programme or the page, with the data of now. */
const PictureQuerySchema = v.object({
  width: v.optional(queryInteger(WIDTHS.least, WIDTHS.most)),
  ...shape,
  at: v.optional(MomentSchema),
});

const MotionQuerySchema = v.object({
  width: v.optional(queryInteger(WIDTHS.least, WIDTHS.mostMoving)),
  ...shape,
  page_id: v.optional(v.string()),
  strategy: v.optional(v.pipe(v.string(), v.maxLength(80))),
  interval_ms: v.optional(queryInteger(...STEP_MS)),
  step_size: v.optional(queryInteger(1, MOST_COLS)),
});

const answer = async ({ type, etag, bytes }: PictureFile, { headers, peer, signal }: Request): Promise<Reply> => {
  const about = {
    ETag: etag,
    'Cache-Control': 'private, no-cache',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
  };
  if (matchesTag(headers['if-none-match'], etag)) return replyEmpty(304, about);
  return replyText(200, await bytes({ address: peer.address, signal }), type, about);
};

type Request = Pick<RouteRequest, 'headers' | 'peer' | 'signal'>;

const success = (format: keyof typeof PICTURE_TYPES, description: string) =>
  ({ status: 200, type: PICTURE_TYPES[format], description }) as const;

const stillRoutes = (pictures: PictureService, format: PictureFormat): Route[] => [
  route(`GET /boards/{id}/picture.${format}`, {
    summary: `What a board shows, or will show at a moment, as ${format.toUpperCase()}`,
    query: PictureQuerySchema,
    success: success(format, 'The picture; its tag changes only with it.'),
    errors: [400, 404, 429, 503],
    handle: async (request) => answer(await pictures.ofBoard(request.params.id, format, request.query), request),
  }),
  route(`GET /pages/{id}/picture.${format}`, {
    summary: `A page as it would be shown now, or at a moment, as ${format.toUpperCase()}`,
    query: PictureQuerySchema,
    success: success(format, 'The picture; its tag changes only with it.'),
    errors: [400, 404, 429, 503],
    handle: async (request) => answer(await pictures.ofPage(request.params.id, format, request.query), request),
  }),
  route(`POST /pages/preview/picture.${format}`, {
    summary: `A page that is not stored, as ${format.toUpperCase()}`,
    query: PictureQuerySchema,
    body: PageDraftSchema,
    success: success(format, 'The picture.'),
    errors: [400, 429, 503],
    handle: async (request) => answer(await pictures.ofDraft(request.body, format, request.query), request),
  }),
];

/** Boards, pages and transitions as picture files. */
export const pictureRoutes = (pictures: PictureService): Route[] => [
  ...stillRoutes(pictures, 'svg'),
  ...stillRoutes(pictures, 'png'),
  route('GET /boards/{id}/picture.apng', {
    summary: 'How a board gets to a page, or from blank flaps to what it shows, as a PNG that moves',
    query: MotionQuerySchema,
    success: success('apng', 'The animation, which plays once.'),
    errors: [400, 404, 429, 503],
    handle: async (request) => answer(await pictures.ofTransition(request.params.id, request.query), request),
  }),
];
