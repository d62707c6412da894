import {
  FlatMessageAnswerSchema,
  FlatMessageSchema,
  ListedMessageSchema,
  MessageListSchema,
  MessageMoveSchema,
} from '../../schema/content/messages.ts';
import { NOTHING } from '../../schema/common.ts';
import type { MessageService } from '../../service/messages/messages.ts';
import type { MessageQueueService } from '../../service/messages/queue.ts';
import { ok, routesIn, type Route } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'boards', showsFrames: true });

/** Messages with everything that they may say, and those that wait or are planned. */
export const messageRoutes = (messages: MessageService, queue: MessageQueueService): Route[] => [
  route('POST /boards/{board}/message', {
    summary: 'Show a message: now, in its turn, or later; on one board or several',
    body: FlatMessageSchema,
    success: ok(FlatMessageAnswerSchema, 'What was produced, and where it stands.'),
    errors: [400, 404, 409, 429, 500, 503],
    handle: ({ params, body }) => messages.post(params.board, body),
  }),
  route('GET /boards/{board}/messages', {
    summary: 'The messages of a board: what is up, what waits, and what is planned',
    success: ok(MessageListSchema, 'The messages.'),
    errors: [404],
    handle: ({ params }) => queue.list(params.board),
  }),
  route('PATCH /messages/{id}', {
    summary: 'Give a message that waits or is planned another time',
    body: MessageMoveSchema,
    success: ok(ListedMessageSchema, 'The message.'),
    errors: [400, 404, 409],
    handle: ({ params, body }) => queue.move(params.id, body),
  }),
  route('DELETE /messages/{id}', {
    summary: 'End a message, wherever it stands',
    success: ok(FlatMessageAnswerSchema, 'What the board returns to.'),
    errors: [404, 500],
    handle: ({ params }) => queue.remove(params.id),
  }),
  route('POST /messages/{id}/acknowledge', {
    summary: 'Say that a message has been read that waits for it',
    ...NOTHING,
    success: ok(FlatMessageAnswerSchema, 'What the board returns to.'),
    errors: [404, 409, 500],
    handle: ({ params }) => queue.confirm(params.id),
  }),
];
