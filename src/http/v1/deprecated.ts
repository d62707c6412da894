import {
  RefreshAnswerSchema,
  RefreshRequestSchema,
  SendAnswerSchema,
  SendRequestSchema,
} from '../../schema/content/messages.ts';
import type { BoardService } from '../../service/boards/boards.ts';
import type { MessageService } from '../../service/messages/messages.ts';
import { BoardQuery, boardIn, namedBoard } from '../query.ts';
import { replyOutcome } from '../reply.ts';
import { ok, routesIn, type Route } from '../route.ts';

const route = routesIn({
  surface: 'deprecated',
  access: 'credential',
  tag: 'deprecated',
  deprecated: { successor: '/v1/boards/{board}/message' },
  showsFrames: true,
});

/** The two flat operations that remain for old clients. */
export const deprecatedRoutes = (boards: BoardService, messages: MessageService): Route[] => [
  route('POST /send-message', {
    summary: 'Show a text on a board',
    body: SendRequestSchema,
    success: ok(SendAnswerSchema, 'Whether flaps were moved.'),
    errors: [404, 409, 429, 500, 503],
    handle: async ({ body }) => {
      const { sent, reason, code } = await messages.deliver(boardIn(body), { text: body.text, force: false });
      return replyOutcome({ message: reason ?? 'The message is on the board.', sent, code });
    },
  }),
  route('POST /refresh', {
    summary: 'Show again what the boards should show',
    query: BoardQuery,
    body: RefreshRequestSchema,
    bodyOptional: true,
    success: ok(RefreshAnswerSchema, 'Whether flaps were moved.'),
    errors: [404, 500, 503],
    handle: async ({ query, body }) => replyOutcome(await boards.refresh(namedBoard(query, body))),
  }),
];
