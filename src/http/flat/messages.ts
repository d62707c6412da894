import {
  FlatMessageAnswerSchema,
  FlatMessageSchema,
  ListedMessageSchema,
  MessageListSchema,
  MessageMoveSchema,
} from '../../schema/messages.ts';
import { NOTHING } from '../../schema/common.ts';
import type { MessageService } from '../../service/messages/messages.ts';
import type { MessageQueueService } from '../../service/messages/queue.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';

const common = { surface: 'internal', access: 'session', tag: 'boards' } as const;

/** Messages with everything that they may say, and those that wait or are planned. */
export const messageRoutes = (messages: MessageService, queue: MessageQueueService): Route[] => [
  route({
    ...common,
    method: 'POST',
    path: '/boards/{board}/message',
    summary: 'Show a message: now, in its turn, or later; on one board or several',
    body: FlatMessageSchema,
    success: { status: 200, schema: FlatMessageAnswerSchema, description: 'What was produced, and where it stands.' },
    errors: [400, 404, 409, 422, 429, 500, 503],
    handle: ({ params, body }) => messages.post(params.board, body),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/boards/{board}/messages',
    summary: 'The messages of a board: what is up, what waits, and what is planned',
    success: { status: 200, schema: MessageListSchema, description: 'The messages.' },
    errors: [404],
    handle: ({ params }) => queue.list(params.board),
  }),
  route({
    ...common,
    method: 'PATCH',
    path: '/messages/{id}',
    summary: 'Give a message that waits or is planned another time',
    body: MessageMoveSchema,
    success: { status: 200, schema: ListedMessageSchema, description: 'The message.' },
    errors: [400, 404, 409, 422],
    handle: ({ params, body }) => queue.move(params.id, body),
  }),
  route({
    ...common,
    method: 'DELETE',
    path: '/messages/{id}',
    summary: 'End a message, wherever it stands',
    success: { status: 200, schema: FlatMessageAnswerSchema, description: 'What the board returns to.' },
    errors: [404, 500],
    handle: ({ params }) => queue.remove(params.id),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/messages/{id}/acknowledge',
    summary: 'Say that a message has been read that waits for it',
    ...NOTHING,
    success: { status: 200, schema: FlatMessageAnswerSchema, description: 'What the board returns to.' },
    errors: [404, 409, 422, 500],
    handle: ({ params }) => queue.confirm(params.id),
  }),
];
