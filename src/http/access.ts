import type { IncomingHttpHeaders } from 'node:http';
import type { Fault } from '../fault.ts';
import type { Peer } from './peer.ts';

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
  readonly method: string;
  /** Relative to `/api`, as it was sent. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly cookies: Readonly<Record<string, string>>;
  readonly peer: Peer;
  /** Whether the request arrived over HTTPS. */
  readonly secure: boolean;
}

/** Who is calling: `open` while login is off, `anonymous` on a public route without a credential. */
export interface Identity {
  readonly kind: 'open' | 'anonymous' | 'session' | 'token' | 'screen' | 'favourite';
  readonly username: string | null;
  /** The id of a paired screen. */
  readonly screen?: string;
}

/** Why a request may not pass, ready to be answered. */
export type Refusal = Fault;

/** Decides over every request before anything else of it is looked at; a `public` one is never refused. */
export interface Authenticator {
  check(request: AccessRequest): Identity | Refusal;
}
