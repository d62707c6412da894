import type { IncomingMessage } from 'node:http';
import { Fault } from '../fault.ts';
import type { Cors } from './cors.ts';
import { calledHost } from './peer.ts';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

// A proxy may end TLS without saying so: host and port are compared, each with its scheme's default port dropped.
const hostOfOrigin = (origin: string): string | null => {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
};

const isForeign = (request: IncomingMessage, origin: string): boolean => {
  const called = calledHost(request.socket, request.headers);
  const host = hostOfOrigin(origin);
  return host === null || host === '' || (host !== called && host !== called.replace(/:(?:80|443)$/, ''));
};

/**
 * Throws 403 when a page of a foreign origin that is not listed would change something that is at stake: whatever comes
 * with the
 * visitor's session cookie, and the routes of the login itself.
 */
export const checkOrigin = (request: IncomingMessage, isAtStake: () => boolean, cors: Cors): void => {
  const { origin } = request.headers;
  if (origin === undefined || SAFE_METHODS.includes(request.method ?? '') || cors.isListed(origin)) return;
  if (isForeign(request, origin) && isAtStake()) throw new Fault(403, 'Pages of another origin may not do this.');
};
