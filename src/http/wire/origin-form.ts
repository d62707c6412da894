import type { ServerResponse } from 'node:http';
import type { HttpLog } from '../reply.ts';

/**
 * The path and query of a request's target: a proxy may send the absolute form of an address, and a program whose base
 * address ends with a slash two of them.
 */
export const originForm = (target: string): string =>
  target.startsWith('/') ? target.replace(/^\/+/, '/') : target.replace(/^[a-z]+:\/\/[^/?]*/i, '') || '/';

/**
 * Ends the connection of an answer that cannot be written, as one with a header that is none: it may cost that and
 * nothing else.
 */
export const cutOff = (error: unknown, outgoing: ServerResponse, log: HttpLog): void => {
  log.error('an answer could not be written', { error });
  outgoing.destroy();
};
