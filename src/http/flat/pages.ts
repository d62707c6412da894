import * as v from 'valibot';
import {
  FlatPageCreateSchema,
  FlatPageUpdateSchema,
  PageImportAnswerSchema,
  PageSchema,
  PageShareSchema,
  PageDraftSchema,
  PageSendAnswerSchema,
  type PageSendAnswer,
  PageSendSchema,
  PreviewBatchRequestSchema,
  PreviewBatchSchema,
  PreviewSchema,
} from '../../schema/content/pages.ts';
import { NOTHING } from '../../schema/common.ts';
import { TargetSchema, type Target } from '../../schema/appliance/settings.ts';
import { UsesSchema, type Uses } from '../../schema/content/uses.ts';
import type { PageService } from '../../service/pages/pages.ts';
import type { PreviewService } from '../../service/pages/previews.ts';
import type { PageShares } from '../../service/pages/shares.ts';
import { boardIn, queryFlag } from '../query.ts';
import { created, ok, routesIn, type Route } from '../route.ts';
import { FLAT } from '../surface.ts';
import { pageRoutes } from '../v1/pages.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'pages' });

/** What the page routes work with. */
export interface PageParts {
  readonly pages: PageService;
  readonly previews: PreviewService;
  readonly sendPage: (id: string, boardId: string, target: Target) => Promise<PageSendAnswer>;
  readonly shares: PageShares;
  /** Everywhere a page is used; throws a Fault 404 for an unknown one. */
  readonly usesOf: (id: string) => Uses;
}

/** The library of pages, as the web UI uses it. */
export const flatPageRoutes = (parts: PageParts): Route[] => [
  ...storedRoutes(parts),
  ...previewRoutes(parts),
  ...travelRoutes(parts),
];

const storedRoutes = ({ pages, usesOf }: PageParts): Route[] => [
  ...pageRoutes(FLAT, pages, { create: FlatPageCreateSchema, update: FlatPageUpdateSchema }),
  route('GET /pages/{id}/references', {
    summary: 'Everywhere a page is used: pins, default pages, messages, rules, silence, collections, triggers',
    success: ok(UsesSchema, 'The uses, boards first.'),
    errors: [404],
    handle: ({ params }) => usesOf(params.id),
  }),
  route('POST /pages/{id}/restore', {
    summary: 'Bring back the page that was deleted last, with its pins, default pages and silence',
    ...NOTHING,
    success: ok(PageSchema, 'The page.'),
    errors: [404, 409],
    handle: ({ params }) => pages.restore(params.id),
  }),
];

const previewRoutes = ({ previews, sendPage }: PageParts): Route[] => [
  route('POST /pages/{id}/preview', {
    summary: 'Draw a page with what its sources report now; force_refresh asks sources again that failed a moment ago',
    query: v.object({ force_refresh: v.optional(queryFlag()) }),
    success: ok(PreviewSchema, 'The page as text, and its flap codes.'),
    errors: [404, 503],
    handle: ({ params, query }) => previews.preview(params.id, query.force_refresh),
  }),
  route('POST /pages/preview', {
    summary: 'Draw a page that is not stored, as an editor does while somebody types',
    body: PageDraftSchema,
    success: ok(PreviewSchema, 'The page as text, and its flap codes; page_id is empty.'),
    errors: [400, 503],
    handle: ({ body }) => previews.previewDraft(body),
  }),
  route('POST /pages/preview/batch', {
    summary:
      'Draw several pages, or collections as a board would show them now; one that fails does not spoil the others',
    body: PreviewBatchRequestSchema,
    success: ok(PreviewBatchSchema, 'The pages by id.'),
    errors: [404],
    handle: ({ body }) => previews.previewBatch(body.page_ids, boardIn(body), body.force_refresh ?? false),
  }),
  route('POST /pages/{id}/send', {
    showsFrames: true,
    summary:
      'Send a page to a board as a message without an end; with target=ui it is only drawn. A paused or ' +
      'silenced board is told by `sent` and `reason`',
    query: v.object({ target: v.optional(TargetSchema, 'board'), board_id: v.optional(v.string()) }),
    body: PageSendSchema,
    bodyOptional: true,
    success: ok(PageSendAnswerSchema, 'The page as text, and whether flaps were moved.'),
    errors: [400, 404, 429, 500, 503],
    handle: ({ params, query, body }) => sendPage(params.id, boardIn(query, body), query.target),
  }),
];

const travelRoutes = ({ shares }: PageParts): Route[] => [
  route('GET /pages/{id}/share', {
    summary: 'A page as a file for other appliances',
    success: ok(PageShareSchema, 'The file.'),
    errors: [404],
    handle: ({ params }) => shares.share(params.id),
  }),
  route('POST /pages/import', {
    summary: 'Make a page out of such a file',
    body: PageShareSchema,
    success: created(PageImportAnswerSchema, 'The new page, and the sources it wants that are not enabled here.'),
    errors: [400, 409],
    handle: ({ body }) => shares.import(body),
  }),
];
