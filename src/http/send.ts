import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { Clock } from '../platform/clock.ts';
import { hasBody } from './body.ts';
import type { Content, Reply, ReplyHeaders } from './reply.ts';

/** Headers of every answer; a page replaces the policy by one of its own, anything else that a browser shows may load nothing. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const;
const SMALL_BYTES = 64 * 1024;
const DRAIN_BYTES = 32 * 1024 * 1024;
const DRAIN_MS = 3000;

// A body that nobody read: Node skips a small one by itself, a large one would occupy the connection.
const leavesMuchUnread = (request: IncomingMessage): boolean =>
  hasBody(request) && !request.complete && !(Number(request.headers['content-length'] ?? Infinity) <= SMALL_BYTES);

// Closing while the client still sends would reset the connection, and the client would lose the answer.
const endAfterDrain = (request: IncomingMessage, response: ServerResponse, clock: Clock): void => {
  let left = DRAIN_BYTES;
  const end = (): void => {
    cancel();
    request.off('data', count).off('end', end).off('close', end);
    response.end();
  };
  const count = (chunk: Buffer): void => {
    left -= chunk.length;
    if (left < 0) end();
  };
  const cancel = clock.after(DRAIN_MS, end);
  request.on('data', count).once('end', end).once('close', end);
  request.resume();
};

const contentHeaders = (content: Content): Record<string, string | number> =>
  content.kind === 'text'
    ? { 'Content-Type': content.type, 'Content-Length': typeof content.text === 'string' ? Buffer.byteLength(content.text) : content.text.length }
    : {};

const withoutBody = (request: IncomingMessage, reply: Reply): boolean => request.method === 'HEAD' || reply.content.kind === 'none';

const sendBody = (content: Content, response: ServerResponse): void => {
  if (content.kind === 'text') response.end(content.text);
  else if (content.kind === 'open') content.attach(response);
  // The head is out: a source that fails can only end the connection, and a client that went away needs nothing.
  else if (content.kind === 'stream') pipeline(content.source, response, () => undefined);
};

/** Writes an answer with the security headers; a request whose body was left unread is answered first and closed afterwards. */
export const send = (request: IncomingMessage, response: ServerResponse, reply: Reply, extra: ReplyHeaders, clock: Clock): void => {
  const unread = leavesMuchUnread(request);
  response.writeHead(reply.status, {
    ...SECURITY_HEADERS,
    ...contentHeaders(reply.content),
    ...extra,
    ...reply.headers,
    ...(unread ? { Connection: 'close' } : {}),
  } as Record<string, string>);
  if (withoutBody(request, reply)) {
    if (reply.content.kind === 'stream') reply.content.source.destroy();
    if (!unread) response.end();
  } else if (unread && reply.content.kind === 'text') response.write(reply.content.text);
  else return sendBody(reply.content, response);
  if (unread) endAfterDrain(request, response, clock);
};
