import type { IncomingHttpHeaders } from 'node:http';
import type { Fault } from '../fault.ts';
import type { Auth } from '../service/auth/auth.ts';

/** The cookie that carries a session (rules, A1). */
export const SESSION_COOKIE = 'service_session';

/**
 * Who may call: anyone; a session cookie; a session cookie and, on `/v1/*`, `/mcp*` and `/metrics`, a bearer token; a
 * session cookie and the token of a paired screen (rules, A8), or that of the favourite of the address (rules, A10).
 */
export type Access = 'public' | 'session' | 'credential' | 'screen' | 'favourite';

/** What an authenticator may look at: the request before its body is read. */
export interface AccessRequest {
  readonly access: Access;
  /** Relative to `/api`, as it was sent. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly cookies: Readonly<Record<string, string>>;
}

/** Who is calling: `open` while login is off, `anonymous` on a public route without a credential. */
export interface Identity {
  readonly kind: 'open' | 'anonymous' | 'session' | 'token' | 'screen' | 'favourite';
  readonly username: string | null;
  /** The id of a paired screen. */
  readonly screen?: string;
}

/**
 * Decides over every request before anything else of it is looked at; why it may not pass is ready to be answered. A
 * `public` one is never refused.
 */
export interface Authenticator {
  check(request: AccessRequest): Identity | Fault;
}

/** The authenticator of a running appliance. */
export const createAuthenticator = ({ gate }: Pick<Auth, 'gate'>): Authenticator => ({
  check: (request) =>
    gate.decide({
      access: request.access,
      path: request.path,
      authorization: request.headers.authorization,
      cookie: request.cookies[SESSION_COOKIE],
    }),
});
