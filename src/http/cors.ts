import type { IncomingHttpHeaders } from 'node:http';
import type { ReplyHeaders } from './reply.ts';

/** Says what a page of another origin may do (rules, A5). */
export interface Cors {
  /** Headers for an answer. */
  headers(headers: IncomingHttpHeaders): ReplyHeaders;
  /** Headers for the answer to a preflight. */
  preflight(headers: IncomingHttpHeaders): ReplyHeaders;
  /** Whether an origin may send credentials. */
  isListed(origin: string): boolean;
}

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const EXPOSED =
  'Retry-After, Deprecation, Link, Allow, ETag, WWW-Authenticate, Flapbox-Reason, Flapbox-Missing, Mcp-Session-Id';
const MAX_AGE_SECONDS = '600';
const NONE: ReplyHeaders = {};

/** The headers that a page may send: what only a proxy says, as whom it was called for, no page may say. */
const withoutForwarded = (names: string): string =>
  names
    .split(',')
    .filter((name) => !/^\s*x-forwarded-/i.test(name))
    .join(',');

/**
 * Any origin may call without credentials; the listed ones may send them too. Origins match exactly in scheme, host and
 * port. A `*` grants nothing more, and neither does `null`, which every sandboxed page sends.
 */
export const createCors = (origins: readonly string[]): Cors => {
  const listed = new Set(origins.filter((one) => one !== '*' && one !== 'null'));
  // Answers differ by origin as soon as one is listed, and caches have to know.
  const vary: ReplyHeaders = listed.size > 0 ? { Vary: 'Origin' } : NONE;
  const allow = (origin: string): ReplyHeaders =>
    listed.has(origin)
      ? { 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' }
      : { 'Access-Control-Allow-Origin': '*' };
  return {
    isListed: (origin) => listed.has(origin),
    headers: ({ origin }) =>
      origin === undefined ? vary : { ...vary, ...allow(origin), 'Access-Control-Expose-Headers': EXPOSED },
    preflight: ({ origin, 'access-control-request-headers': requested }) => {
      if (origin === undefined) return vary;
      const names = requested ? { 'Access-Control-Allow-Headers': withoutForwarded(requested) } : NONE;
      return {
        ...vary,
        ...allow(origin),
        'Access-Control-Allow-Methods': METHODS,
        ...names,
        'Access-Control-Max-Age': MAX_AGE_SECONDS,
      };
    },
  };
};
