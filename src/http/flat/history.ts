import {
  HistoryQuerySchema,
  HistorySchema,
  HistorySendAnswerSchema,
  HistorySendSchema,
} from '../../schema/content/history.ts';
import type { HistoryService } from '../../service/history.ts';
import { ok, routesIn, type Route } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'history', showsFrames: true });

/** What was on the boards. */
export const historyRoutes = (history: HistoryService): Route[] => [
  route('GET /boards/{id}/history', {
    summary: 'The last frames of a board, with who put them there, when and why; the newest first',
    query: HistoryQuerySchema,
    success: ok(HistorySchema, 'At most 200 frames.'),
    errors: [404],
    handle: ({ params, query }) => history.list(params.id, query.limit),
  }),
  route('POST /history/{id}/send', {
    summary: 'Show a frame of the history again on its board, as a message',
    body: HistorySendSchema,
    bodyOptional: true,
    success: ok(HistorySendAnswerSchema, 'What was shown, and whether flaps moved.'),
    errors: [400, 404, 409, 429, 500, 503],
    handle: ({ params, body }) => history.send(params.id, body?.minutes ?? null),
  }),
];
