import type { ServerResponse } from 'node:http';
import { Fault } from '../fault.ts';
import type { Access, Authenticator } from './access.ts';
import { replyOpen, type Reply } from './reply.ts';
import { routesIn, type Route, type RouteRequest } from './route.ts';
import type { Audience, EventHub } from './events.ts';

const route = routesIn({ surface: 'internal', access: 'credential', tag: 'system' });

/** The media type of a stream of events. */
export const EVENT_STREAM = 'text/event-stream';

const STREAM_HEAD = {
  'Content-Type': `${EVENT_STREAM}; charset=utf-8`,
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
};

/** Whether the sender of a request would still be let in: asked while its stream is open. */
export const mayStayOf =
  (authenticator: Authenticator, access: Access, request: RouteRequest): (() => boolean) =>
  () => {
    const { path, headers, cookies } = request;
    return !(authenticator.check({ access, path, headers, cookies }) instanceof Fault);
  };

/** Answers a request with a stream of events; `onOpen` is called when its head is out. 503 when too many listen. */
export const openStream = (
  hub: EventHub,
  { peer }: RouteRequest,
  mayStay: () => boolean,
  audience?: Audience,
  onOpen: (response: ServerResponse) => void = () => undefined,
): Reply => {
  if (!hub.hasRoom(peer.address))
    throw new Fault(503, 'Too many pages are listening. Close some and try again.', { retryAfter: 30 });
  return replyOpen(200, STREAM_HEAD, (response) => {
    hub.attach(response, peer.address, mayStay, audience);
    onOpen(response);
  });
};

/** `GET /events`: the stream. `authenticator` decides again and again whether its client may stay. */
export const eventsRoute = (hub: EventHub, authenticator: Authenticator): Route =>
  route('GET /events', {
    summary: 'Stream of frames, boards and library changes (server-sent events)',
    success: {
      status: 200,
      type: EVENT_STREAM,
      description: 'A stream of the events frame, board, condition and library.',
    },
    errors: [503],
    handle: (request) => openStream(hub, request, mayStayOf(authenticator, 'credential', request)),
  });
