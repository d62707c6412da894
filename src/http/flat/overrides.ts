import * as v from 'valibot';
import { OverrideAnswerSchema, OverrideSchema, OverrideWriteSchema } from '../../schema/content/overrides.ts';
import { RevertModeSchema } from '../../schema/content/messages.ts';
import { command, maybe } from '../../schema/common.ts';
import type { OverrideService } from '../../service/overrides.ts';
import { BoardQuery, boardIn, namedBoard } from '../query.ts';
import { ok, routesIn, type Route } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'boards', showsFrames: true });
const EndSchema = command({
  board_id: maybe(v.string()),
  revert_mode: maybe(RevertModeSchema),
  revert_page_id: maybe(v.string()),
});

/** The timed message of a board, with pages or template lines. */
export const overrideRoutes = (overrides: OverrideService): Route[] => [
  route('GET /settings/temporary-override', {
    summary: 'The timed message of a board',
    query: BoardQuery,
    success: ok(OverrideSchema, 'What runs; everything is null while nothing does.'),
    errors: [404],
    handle: ({ query }) => overrides.get(boardIn(query)),
  }),
  route('POST /settings/temporary-override', {
    summary: 'Show a page or template lines for a while, or until it is ended',
    query: BoardQuery,
    body: OverrideWriteSchema,
    success: ok(OverrideAnswerSchema, 'What runs now, and whether flaps were moved.'),
    errors: [400, 404, 409, 429, 500, 503],
    handle: ({ query, body }) => overrides.set({ ...body, board_id: namedBoard(query, body) }),
  }),
  route('DELETE /settings/temporary-override', {
    summary: 'End the timed message now, and show what follows it',
    query: BoardQuery,
    body: EndSchema,
    bodyOptional: true,
    success: ok(OverrideAnswerSchema, 'Nothing runs now; whether flaps were moved.'),
    errors: [400, 404, 500],
    handle: ({ query, body }) => overrides.end(boardIn(query, body), body ?? {}),
  }),
];
