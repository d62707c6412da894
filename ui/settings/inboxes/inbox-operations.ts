import type { CreatedInbox, Inbox, InboxCreate, InboxUpdate } from '../../../src/schema/plugins/inboxes.ts';
import { request } from '../../api.ts';

const pathOf = (id: string): string => `/inboxes/${encodeURIComponent(id)}`;

/** Inboxes: what may write messages on boards. */
export const inboxOperations = {
  list: () => request<{ inboxes: Inbox[] }>('GET', '/inboxes'),
  add: (body: InboxCreate) => request<CreatedInbox>('POST', '/inboxes', body),
  update: (id: string, body: InboxUpdate) => request<Inbox>('PATCH', pathOf(id), body),
  remove: (id: string) => request('DELETE', pathOf(id)),
} as const;
