import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Fault } from '../fault.ts';

/** Bodies over this many bytes are refused (decisions, Errors and limits). */
export const BODY_LIMIT_BYTES = 1024 * 1024;

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

const tooLarge = (limit: number): Fault => new Fault(413, `The body is larger than the ${limit} bytes that are accepted.`);

/** The bytes of a body. Throws 413 as soon as there are more than `limit`, and leaves the rest unread. */
export const readBody = (request: IncomingMessage, limit = BODY_LIMIT_BYTES): Promise<Buffer> => {
  if (!hasBody(request)) return Promise.resolve(EMPTY);
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.reject(tooLarge(limit));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (finish: () => void) => (): void => {
      request.off('data', take).off('end', end).off('close', gone).off('error', gone);
      finish();
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > limit) refuse();
    };
    const refuse = settle(() => {
      request.pause();
      reject(tooLarge(limit));
    });
    const end = settle(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    const gone = settle(() => reject(new ClientGone()));
    request.on('data', take).once('end', end).once('close', gone).once('error', gone);
  });
};

/** Throws 415 unless the headers say JSON in UTF-8, or nothing. */
export const requireJson = (headers: IncomingHttpHeaders): void => {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw new Fault(415, 'Compressed bodies are not accepted.');
  if (headers['content-type'] === undefined) return;
  const [type = '', ...parameters] = headers['content-type'].toLowerCase().split(';').map((part) => part.trim());
  const charset = parameters.find((one) => one.startsWith('charset='))?.slice(8).replaceAll('"', '') ?? 'utf-8';
  if (!JSON_TYPE.test(type) || !['utf-8', 'utf8', 'us-ascii'].includes(charset)) {
    throw new Fault(415, 'The body must be sent as application/json in UTF-8.');
  }
};

/** The value that bytes of JSON describe. Throws 400 when they do not. */
export const parseJson = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Fault(400, 'The body is not valid JSON.');
  }
};
