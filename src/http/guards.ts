import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { Fault } from '../fault.ts';
import type { Cors } from './cors.ts';
import { calledHost } from './peer.ts';

// What home routers and mDNS append to a machine's name; none of it can be registered by a stranger.
const PRIVATE_SUFFIXES = ['local', 'lan', 'home', 'home.arpa', 'internal', 'intranet', 'localdomain', 'fritz.box'];

/** Throws 421 unless a `Host` header names this appliance: a foreign name leads the request here. */
export type HostGuard = (host: string | undefined) => void;

const nameOf = (host: string): string => {
  const bare = host.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1');
  return bare.toLowerCase().replace(/\.$/, '');
};

// mDNS numbers the second machine of a name: `flapbox-2.local`.
const isVariantOf = (name: string, own: string): boolean =>
  PRIVATE_SUFFIXES.some((suffix) => name === `${own}.${suffix}`) ||
  (name.startsWith(`${own}-`) && /^-\d{1,3}\.local$/.test(name.slice(own.length)));

/**
 * Knows the appliance by IP literals, `localhost` and its own names, with or without a private suffix. A page whose
 * name is made to resolve to the appliance (DNS rebinding) has a name that is none of them. `names` is asked anew each
 * time; `*` admits any.
 */
export const createHostGuard = (names: () => readonly string[]): HostGuard => {
  const isOwn = (name: string): boolean =>
    names().some((one) => {
      const own = one.toLowerCase();
      return own === '*' || name === own || (!own.includes('.') && isVariantOf(name, own));
    });
  return (host) => {
    // Only clients older than HTTP/1.1 send none, and no browser is among them.
    if (host === undefined) return;
    const name = nameOf(host);
    if (isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost') || isOwn(name)) return;
    throw new Fault(
      421,
      'This appliance does not answer to the host name of the request. Use its address or its own name, or let SERVICE_TRUSTED_HOSTS name this one.',
    );
  };
};

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

// A proxy may end TLS without saying so: host and port are compared, each with its scheme's default port dropped.
const hostOfOrigin = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host : '');

const isForeign = (request: IncomingMessage, origin: string): boolean => {
  const called = calledHost(request.socket, request.headers);
  const host = hostOfOrigin(origin);
  return host === '' || (host !== called && host !== called.replace(/:(?:80|443)$/, ''));
};

/**
 * Throws 403 when a page of a foreign origin that is not listed would change something that is at stake: whatever comes
 * with the visitor's session cookie, and access itself.
 */
export const checkOrigin = (request: IncomingMessage, isAtStake: () => boolean, cors: Cors): void => {
  const { origin } = request.headers;
  if (origin === undefined || SAFE_METHODS.includes(request.method ?? '') || cors.isListed(origin)) return;
  if (isForeign(request, origin) && isAtStake()) throw new Fault(403, 'Pages of another origin may not do this.');
};
