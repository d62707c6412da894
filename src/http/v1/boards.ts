import { BoardDetailSchema, BoardListSchema, BoardUpdateSchema } from '../../schema/boards/boards.ts';
import {
  ActivePageAnswerSchema,
  ActivePageSchema,
  MessageAnswerSchema,
  MessageSchema,
} from '../../schema/content/messages.ts';
import type { BoardService } from '../../service/boards/boards.ts';
import { missingOf, type MessageService } from '../../service/messages/messages.ts';
import { replyOutcome } from '../reply.ts';
import { ok, routesIn, type Route } from '../route.ts';

const route = routesIn({ surface: 'v1', access: 'credential', tag: 'boards', showsFrames: true });

/** Boards, messages and pins. */
export const boardRoutes = (boards: BoardService, messages: MessageService): Route[] => [
  route('GET /v1/boards', {
    summary: 'List the boards, the primary first',
    success: ok(BoardListSchema, 'Every board with its size and state.'),
    errors: [503],
    handle: () => boards.list(),
  }),
  route('GET /v1/boards/{board}', {
    summary: 'What is on a board, and why',
    success: ok(BoardDetailSchema, 'The board, what it shows and where that came from.'),
    errors: [404, 422, 503],
    handle: ({ params }) => boards.detail(params.board),
  }),
  route('PATCH /v1/boards/{board}', {
    summary: 'Rename, pause or resume a board, switch its schedule, set its default page',
    body: BoardUpdateSchema,
    success: ok(BoardDetailSchema, 'The board after the change.'),
    errors: [400, 404, 409, 503],
    handle: ({ params, body }) => boards.update(params.board, body),
  }),
  route('POST /v1/boards/{board}/message', {
    summary: 'Show a message',
    body: MessageSchema,
    success: ok(MessageAnswerSchema, 'What was produced, and whether this request moved flaps.'),
    errors: [400, 404, 409, 429, 500, 503],
    handle: async ({ params, body }) => replyOutcome(await messages.send(params.board, body), missingOf(body)),
  }),
  route('DELETE /v1/boards/{board}/message', {
    summary: 'End the message and hand the board back to its programme',
    success: ok(MessageAnswerSchema, 'What the board resolves to, and whether it was written.'),
    errors: [404, 422, 500, 503],
    handle: async ({ params }) => replyOutcome(await messages.clear(params.board)),
  }),
  route('PUT /v1/boards/{board}/active-page', {
    summary: 'Pin a page or collection, or unpin',
    body: ActivePageSchema,
    success: ok(ActivePageAnswerSchema, 'The pin, and whether it was sent.'),
    errors: [400, 404, 502],
    handle: async ({ params, body }) => replyOutcome(await boards.pin(params.board, body.page_id)),
  }),
];
