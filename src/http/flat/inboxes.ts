import { LARGEST_WEBHOOK_BYTES } from '../../schema/limits.ts';
import {
  CreatedInboxSchema,
  InboxCreateSchema,
  InboxListSchema,
  InboxReceiveQuerySchema,
  InboxReceiveSchema,
  InboxReceivedSchema,
  InboxRemovedSchema,
  InboxSchema,
  InboxUpdateSchema,
} from '../../schema/plugins/inboxes.ts';
import { bearerOf } from '../../service/auth/gate.ts';
import type { InboxService } from '../../service/inboxes.ts';
import { originOf } from '../asker.ts';
import { counted, created, ok, routesIn, type Route } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'inboxes' });

const tokenOf = (search: string): string | null => new URLSearchParams(search).get('token');

/** Where programs post to a webhook. */
const addressOf = (request: Parameters<typeof originOf>[0], id: string, token: string) => {
  const path = `/api/inboxes/${id}/receive?token=${token}`;
  return { token, path, url: `${originOf(request)}${path}` };
};

/** Inboxes: what people have already, and what may write messages on boards. */
export const inboxRoutes = (inboxes: InboxService): Route[] => [
  route('GET /inboxes', {
    summary: 'The inboxes, and how it stands with each',
    success: ok(InboxListSchema, 'The inboxes, secrets masked.'),
    handle: () => counted('inboxes', inboxes.list()),
  }),
  route('POST /inboxes', {
    ownOrigin: true,
    summary: 'Add an inbox',
    body: InboxCreateSchema,
    success: created(CreatedInboxSchema, 'The inbox; the address of a webhook cannot be read again.'),
    errors: [400, 404, 409],
    handle: async (request) => {
      const { inbox, token } = await inboxes.create(request.body);
      return { ...inbox, receive: token === null ? null : addressOf(request, inbox.id, token) };
    },
  }),
  route('PATCH /inboxes/{id}', {
    ownOrigin: true,
    summary: 'Change an inbox; *** keeps a secret, an empty one removes it',
    body: InboxUpdateSchema,
    success: ok(InboxSchema, 'The inbox, secrets masked.'),
    errors: [400, 404],
    handle: ({ params, body }) => inboxes.update(params.id, body),
  }),
  route('DELETE /inboxes/{id}', {
    ownOrigin: true,
    summary: 'Remove an inbox',
    success: ok(InboxRemovedSchema, 'Nothing comes in by it any more.'),
    errors: [404],
    handle: ({ params: { id } }) => inboxes.remove(id).then(() => ({ id })),
  }),
  route('POST /inboxes/{id}/receive', {
    access: 'public',
    summary: 'Show what a program posts to a webhook, with the token of the inbox',
    showsFrames: true,
    query: InboxReceiveQuerySchema,
    body: InboxReceiveSchema,
    bodyLimit: LARGEST_WEBHOOK_BYTES,
    success: ok(InboxReceivedSchema, 'What it was read as, and on which boards it is.'),
    errors: [400, 401, 404, 409, 429, 500, 503],
    gate: ({ params, headers, search, peer }) =>
      inboxes.admit(params['id'] ?? '', bearerOf(headers.authorization) || tokenOf(search), peer.address),
    handle: ({ params, body }) => inboxes.receive(params.id, body),
  }),
];
