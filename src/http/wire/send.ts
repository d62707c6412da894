import type { IncomingMessage, ServerResponse } from 'node:http';
import { Transform, pipeline } from 'node:stream';
import type { Clock } from '../../platform/clock.ts';
import { isCrowded, letOthersIn } from '../../platform/crowd.ts';
import { notePiece } from '../../platform/garbage.ts';
import { Fault } from '../../fault.ts';
import { hasBody } from './body.ts';
import type { ByteBudget } from '../../core/bounds/byte-budget.ts';
import { SMALL_BYTES } from './limits.ts';
import { addressOfSocket } from '../peer.ts';
import { Reply, replyFault, type Content, type ReplyHeaders } from '../reply.ts';

/** What sending takes. */
export interface Outlet {
  readonly clock: Clock;
  /** Memory for what clients have not taken yet. */
  readonly answers: ByteBudget;
}

/**
 * Headers of every answer; a page replaces the policy by one of its own, anything else that a browser shows may load
 * nothing.
 */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const;
const SKIPPED_BYTES = 64 * 1024;
const DRAIN_BYTES = 32 * 1024 * 1024;
const DRAIN_MS = 3000;

// A body that was not read: Node skips a small one by itself, a large one would occupy the connection.
const leavesMuchUnread = (request: IncomingMessage): boolean =>
  hasBody(request) && !request.complete && !(Number(request.headers['content-length'] ?? Infinity) <= SKIPPED_BYTES);

// Closing while the client still sends would reset the connection, and the client would lose the answer.
const endAfterDrain = (request: IncomingMessage, response: ServerResponse, clock: Clock): void => {
  let left = DRAIN_BYTES;
  const end = (): void => {
    cancel();
    request.off('data', count).off('end', end).off('close', end);
    response.end();
  };
  const count = (chunk: Buffer): void => {
    notePiece(chunk.length);
    left -= chunk.length;
    if (left < 0) end();
  };
  const cancel = clock.after(DRAIN_MS, end);
  request.on('data', count).once('end', end).once('close', end);
  request.resume();
};

const contentHeaders = (content: Content): Record<string, string | number> =>
  content.kind === 'text'
    ? {
        'Content-Type': content.type,
        'Content-Length': typeof content.text === 'string' ? Buffer.byteLength(content.text) : content.text.length,
      }
    : {};

const withoutBody = (request: IncomingMessage, reply: Reply): boolean =>
  request.method === 'HEAD' || reply.content.kind === 'none';

/** The same pieces; while a crowd comes in each leaves it its turns, as many streams at once would fill them. */
export const giveWay = (): Transform =>
  new Transform({
    transform: (piece, _, pass) => {
      if (isCrowded()) void letOthersIn().then(() => pass(null, piece));
      else pass(null, piece);
    },
  });

/** Parts that may listen to one answer. */
const MOST_PARTS = 20;

const sendBody = (content: Content, response: ServerResponse): void => {
  if (content.kind === 'text') response.end(content.text);
  else if (content.kind === 'open') content.attach(response);
  else if (content.kind === 'stream') {
    // The pipeline listens with so many parts of its own that Node would warn of a leak.
    response.setMaxListeners(MOST_PARTS);
    // The head is out: a source that fails can only end the connection, and a client that went away needs nothing.
    pipeline(content.source, giveWay(), response, () => undefined);
  }
};

/** Room that a stream takes: what is read ahead of it, and what its connection holds. */
const STREAM_BYTES = 64 * 1024;
const weightOf = ({ content }: Reply): number =>
  content.kind === 'stream' ? STREAM_BYTES : content.kind === 'text' ? content.text.length : 0;

const discard = ({ content }: Reply): void => void (content.kind === 'stream' && content.source.destroy());

// Text outside the heap, where its room is counted in bytes; the heap is small.
const outsideHeap = (reply: Reply): Reply =>
  reply.content.kind === 'text' && typeof reply.content.text === 'string' && reply.content.text.length > SMALL_BYTES
    ? new Reply(reply.status, { ...reply.content, text: Buffer.from(reply.content.text) }, reply.headers)
    : reply;

/** That an answer finds no room until its client has taken it. */
export const noRoomForAnswer = (): Fault =>
  new Fault(503, 'Too many large answers wait to be taken. Try again in a moment.', { retryAfter: 2 });

/** The answer itself when there is room for it until the client has taken it, else one that asks to come back. */
const holdOrRefuse = (reply: Reply, request: IncomingMessage, response: ServerResponse, answers: ByteBudget): Reply => {
  if (weightOf(reply) <= SMALL_BYTES) return reply;
  const whole = outsideHeap(reply);
  const claim = answers.open(addressOfSocket(request.socket), () => response.destroy());
  response.once('close', () => claim.release());
  if (claim.resize(weightOf(whole))) return whole;
  claim.release();
  discard(reply);
  return replyFault(noRoomForAnswer());
};

/**
 * Writes an answer with the security headers; a request whose body was left unread is answered first and closed
 * afterwards. Of a connection that has closed nothing more is heard: then the answer takes no room and is dropped.
 */
export const send = (
  request: IncomingMessage,
  response: ServerResponse,
  wanted: Reply,
  extra: ReplyHeaders,
  { clock, answers }: Outlet,
): void => {
  if (response.destroyed) return discard(wanted);
  const unread = leavesMuchUnread(request);
  const reply = request.method === 'HEAD' ? wanted : holdOrRefuse(wanted, request, response, answers);
  const headers: Record<string, unknown> = {
    ...SECURITY_HEADERS,
    ...contentHeaders(reply.content),
    ...extra,
    ...reply.headers,
    ...(unread ? { Connection: 'close' } : {}),
  };
  // Empty on a page that others may show in a frame, as its policy says.
  if (headers['X-Frame-Options'] === '') delete headers['X-Frame-Options'];
  response.writeHead(reply.status, headers as Record<string, string>);
  if (withoutBody(request, reply)) {
    discard(reply);
    if (!unread) response.end();
  } else if (unread && reply.content.kind === 'text') response.write(reply.content.text);
  else return sendBody(reply.content, response);
  if (unread) endAfterDrain(request, response, clock);
};
