import { SilenceAnswerSchema, SilenceStatusSchema, SilenceWriteSchema } from '../../schema/appliance/silence.ts';
import type { SilenceService } from '../../service/silence.ts';
import { BoardQuery, boardIn, namedBoard } from '../query.ts';
import { ok, routesIn, type Route } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'silence' });

/** When boards are quiet. */
export const silenceRoutes = (silence: SilenceService): Route[] => [
  route('GET /settings/silence-schedule', {
    summary: 'The silence window of the install, or of one board',
    query: BoardQuery,
    success: ok(SilenceAnswerSchema, 'The window.'),
    errors: [404],
    handle: ({ query }) => silence.get(namedBoard(query)),
  }),
  route('PUT /settings/silence-schedule', {
    summary: 'Set the silence window of the install, or of one board; only sent fields apply',
    query: BoardQuery,
    body: SilenceWriteSchema,
    success: ok(SilenceAnswerSchema, 'The window, and warnings about boards that its page does not fit.'),
    errors: [400, 404],
    handle: ({ query, body }) => silence.update({ ...body, board_id: namedBoard(query, body) }),
  }),
  route('DELETE /settings/silence-schedule/{board}', {
    summary: 'Give a board the window of the install again',
    success: ok(SilenceAnswerSchema, 'The window that counts now.'),
    errors: [404],
    handle: ({ params }) => silence.reset(params.board),
  }),
  route('GET /silence-status', {
    summary: 'Where the silence window of a board stands now',
    query: BoardQuery,
    success: ok(SilenceStatusSchema, 'Whether it is active, and until when.'),
    errors: [404],
    handle: ({ query }) => silence.status(boardIn(query)),
  }),
];
