import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { isDearJson } from '../../core/bounds/dear-json.ts';
import { findJsonExcess, isCutOff, type JsonExcess } from '../../core/bounds/json-bounds.ts';
import { Fault } from '../../fault.ts';
import { BODY_JSON, LARGEST_BODY_BYTES, type JsonBounds } from '../../schema/limits.ts';
import type { ByteBudget, Claim } from '../../core/bounds/byte-budget.ts';
import { makeRoom, notePiece } from '../../platform/garbage.ts';
import { readUtf8 } from '../../platform/utf8.ts';
import { addressOfSocket } from '../peer.ts';

const EMPTY = Buffer.alloc(0);
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/;

const unlimited = new WeakSet<IncomingMessage>();

/** From now on the body of a request may take any time to arrive: its handler watches over it. */
export const allowAnyTime = (request: IncomingMessage): void => void unlimited.add(request);

/** Whether a request is still on its way although it should have arrived. */
export const isOverdue = (request: IncomingMessage): boolean => !request.complete && !unlimited.has(request);

/** The client went away while its body was read; there is nobody to answer. */
export class ClientGone extends Error {}

/** Whether a request announces a body. */
export const hasBody = ({ headers }: { headers: IncomingHttpHeaders }): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const tooLarge = (limit: number): Fault =>
  new Fault(413, `The body is larger than the ${limit} bytes that are accepted.`);

const noRoom = (): Fault =>
  new Fault(503, 'Too many large requests are under way. Try again in a moment.', { retryAfter: 2 });

/** Throws 413 when a body announces more bytes than `limit`. */
export const checkLength = ({ headers }: IncomingMessage, limit: number): void => {
  if (Number(headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
};

/**
 * The bytes of a body. Throws 413 as soon as there are more than `limit`, and 503 when `claim` gets no room for them;
 * the rest is left unread.
 */
export const readBody = async (request: IncomingMessage, limit: number, claim?: Claim): Promise<Buffer> => {
  if (!hasBody(request)) return EMPTY;
  checkLength(request, limit);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (finish: () => void) => (): void => {
      request.off('data', take).off('end', end).off('close', gone).off('error', gone);
      finish();
    };
    const take = (chunk: Buffer): void => {
      notePiece(chunk.length);
      size += chunk.length;
      chunks.push(chunk);
      if (size > limit) refuse(tooLarge(limit));
      else if (claim?.resize(size) === false) refuse(noRoom());
    };
    const refuse = (fault: Fault): void =>
      settle(() => {
        request.pause();
        chunks.length = 0;
        reject(fault);
      })();
    const end = settle(() => {
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
      chunks.length = 0;
    });
    const gone = settle(() => reject(new ClientGone()));
    request.on('data', take).once('end', end).once('close', gone).once('error', gone);
  });
};

/**
 * The same with room of its own, which is given back when the answer is out; a body that is still coming may be cut off
 * for others.
 */
export const receiveBody = async (
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
  bodies: ByteBudget,
): Promise<Buffer> => {
  const claim = bodies.open(addressOfSocket(request.socket), () => request.socket.destroy());
  response.once('close', () => claim.release());
  const bytes = await readBody(request, limit, claim);
  claim.keep();
  return bytes;
};

/**
 * Throws 415 unless the headers say JSON in UTF-8. A body of no type is refused too: any web page may send one without
 * asking, and the type is what makes a browser ask first.
 */
export const requireJson = (headers: IncomingHttpHeaders): void => {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw new Fault(415, 'Compressed bodies are not accepted.');
  const [type = '', ...parameters] = (headers['content-type'] ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset =
    parameters
      .find((one) => one.startsWith('charset='))
      ?.slice(8)
      .replaceAll('"', '') ?? 'utf-8';
  if (!JSON_TYPE.test(type) || !['utf-8', 'utf8', 'us-ascii'].includes(charset)) {
    throw new Fault(415, 'The body must be sent as application/json in UTF-8.');
  }
};

const EXCESS: Readonly<Record<JsonExcess, (most: number) => string>> = {
  levels: (most) => `The body has more than ${most} objects and lists within each other.`,
  containers: (most) => `The body has more than ${most} objects and lists.`,
  members: (most) => `The body has more than ${most} members.`,
};

/** Throws 400 when bytes of JSON have too much of something; nothing is parsed. */
export const checkJson = (bytes: Buffer, bounds: JsonBounds = BODY_JSON): void => {
  const excess = findJsonExcess(bytes, bounds);
  if (excess !== null) throw new Fault(400, EXCESS[excess](bounds[excess]));
};

/** Bytes of heap that a body of several MiB may take. */
const MOST_COST = 24 * 1024 * 1024;

const noJson = (bytes: Buffer): Fault =>
  new Fault(400, isCutOff(bytes) ? 'The body is not valid JSON: it is cut off.' : 'The body is not valid JSON.');

const textOf = (bytes: Buffer): string => {
  try {
    return readUtf8(bytes);
  } catch {
    throw noJson(bytes);
  }
};

/** The value that bytes of JSON describe. Throws 400 when they do not, or keep not the bounds. */
export const parseJson = (bytes: Buffer, bounds?: JsonBounds): unknown => {
  checkJson(bytes, bounds);
  makeRoom(bytes.length);
  const text = textOf(bytes);
  if (bytes.length > LARGEST_BODY_BYTES && isDearJson(text, MOST_COST))
    throw new Fault(400, 'The body would take too much memory.');
  try {
    return JSON.parse(text);
  } catch {
    throw noJson(bytes);
  }
};
