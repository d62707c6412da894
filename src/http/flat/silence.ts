import * as v from 'valibot';
import { SilenceAnswerSchema, SilenceStatusSchema, SilenceWriteSchema } from '../../schema/silence.ts';
import type { SilenceService } from '../../service/silence.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';

const common = { surface: 'internal', access: 'session', tag: 'silence' } as const;
const BoardQuery = v.object({ board_id: v.optional(v.string()) });

/** When boards are quiet. */
export const silenceRoutes = (silence: SilenceService): Route[] => [
  route({
    ...common,
    method: 'GET',
    path: '/settings/silence-schedule',
    summary: 'The silence window of the install, or of one board',
    query: BoardQuery,
    success: { status: 200, schema: SilenceAnswerSchema, description: 'The window.' },
    errors: [404, 422],
    handle: ({ query }) => silence.get(query.board_id || null),
  }),
  route({
    ...common,
    method: 'PUT',
    path: '/settings/silence-schedule',
    summary: 'Set the silence window of the install, or of one board; only sent fields apply',
    query: BoardQuery,
    body: SilenceWriteSchema,
    success: {
      status: 200,
      schema: SilenceAnswerSchema,
      description: 'The window, and warnings about boards that its page does not fit.',
    },
    errors: [400, 404, 422],
    handle: ({ query, body }) => silence.update({ ...body, board_id: query.board_id || body.board_id }),
  }),
  route({
    ...common,
    method: 'DELETE',
    path: '/settings/silence-schedule/{board}',
    summary: 'Give a board the window of the install again',
    success: { status: 200, schema: SilenceAnswerSchema, description: 'The window that counts now.' },
    errors: [404],
    handle: ({ params }) => silence.reset(params.board),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/silence-status',
    summary: 'Where the silence window of a board stands now',
    query: BoardQuery,
    success: { status: 200, schema: SilenceStatusSchema, description: 'Whether it is active, and until when.' },
    errors: [404, 422],
    handle: ({ query }) => silence.status(query.board_id || 'primary'),
  }),
];
