import { Fault } from '../../fault.ts';
import type { AuthMode } from '../../schema/appliance/auth.ts';
import type { Session } from './sessions.ts';
import type { Tokens } from './tokens.ts';

const CLOSED =
  'The file of the account (auth.json) is damaged, and nobody is let in. On its own card: write the line reset_login=yes into flapbox.txt on the first partition, and start it again. Elsewhere: stop flapbox, delete auth.json in its data folder, and start it again. Whoever comes first then chooses anew whether there is a login.';

/** The answer to everybody while the account is lost: what the owner has to do at the machine. */
export const closedFault = (): Fault => new Fault(503, CLOSED);

/** What of a request decides whether it may pass. */
export interface Credentials {
  /**
   * What the route asks for: nothing; a session; a session or, where it counts, a bearer token; a session or a screen's
   * token; a session or the token of the favourite that the path names.
   */
  readonly access: 'public' | 'session' | 'credential' | 'screen' | 'favourite';
  /** Relative to `/api`. */
  readonly path: string;
  /** The header `Authorization`. */
  readonly authorization: string | undefined;
  /** The value of the session cookie. */
  readonly cookie: string | undefined;
}

/**
 * Who may pass: `open` while login is off, `anonymous` where nothing is asked for, `screen` a paired screen,
 * `favourite` whoever has the token of one.
 */
export interface Visitor {
  readonly kind: 'open' | 'anonymous' | 'session' | 'token' | 'screen' | 'favourite';
  readonly username: string | null;
  /** The id of a paired screen. */
  readonly screen?: string;
}

/** What the gate asks. */
export interface GateOptions {
  readonly tokens: Tokens;
  readonly mode: () => AuthMode;
  readonly hasUser: () => boolean;
  /** Whether the account is lost. */
  readonly isClosed: () => boolean;
  readonly session: (cookie: string | undefined) => Session | null;
  /** The id of the screen that a token belongs to. */
  readonly screenOf: (token: string) => string | null;
  /** The id of the favourite that a token opens. */
  readonly favouriteOf: (token: string) => string | null;
}

const OPEN: Visitor = { kind: 'open', username: null };
const ANONYMOUS: Visitor = { kind: 'anonymous', username: null };
const TOKEN: Visitor = { kind: 'token', username: null };
const SCREEN: Visitor = { kind: 'screen', username: null };
const FAVOURITE: Visitor = { kind: 'favourite', username: null };
const NOT_CHOSEN =
  'Choose first whether flapbox asks for a login: open it in a browser, or POST {"enabled": false} to ' +
  '/api/auth/preference.';
const NO_ACCOUNT =
  'Create the account first: open flapbox in a browser, or POST a username and a password to /api/auth/setup.';

const challenge = (detail: string): Fault =>
  new Fault(401, detail, { headers: { 'WWW-Authenticate': 'Bearer realm="flapbox"' } });

// Where programs come with a token, as opposed to what only the owner's browser uses.
const TOKEN_ROOTS = ['/v1', '/mcp', '/metrics'];

const isBelow = (path: string, root: string): boolean => path === root || path.startsWith(`${root}/`);

/** The token of an `Authorization` header, empty when none follows its scheme; null when it is of another scheme. */
export const bearerOf = (authorization: string | undefined): string | null => {
  const match = /^bearer(?: +(.*))?$/i.exec(authorization ?? '');
  return match && (match[1] ?? '');
};

/** Whether a bearer token can count at an address, relative to `/api`. */
export const takesToken = (path: string): boolean => TOKEN_ROOTS.some((root) => isBelow(path, root));

/** Decides over every request: the one place where tokens, sessions and the mode meet. */
export class Gate {
  readonly #options: GateOptions;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /** Who is calling, or why he may not pass; a public address refuses nobody. */
  decide(request: Credentials): Visitor | Fault {
    const byToken = this.#decideByToken(request);
    if (byToken) return byToken;
    const session = this.#options.session(request.cookie);
    if (session) return { kind: 'session', username: session.username };
    if (this.#options.mode() === 'disabled') return OPEN;
    return request.access === 'public' ? ANONYMOUS : this.#refuse();
  }

  // A token that does not count refuses also where everybody else may pass: its screen has to be paired again.
  #decideByToken({ access, path, authorization }: Credentials): Visitor | Fault | null {
    if (access === 'public') return null;
    const bearer = bearerOf(authorization);
    if (access === 'session' || access === 'credential') return this.#decideByApiToken(access, path, bearer);
    if (bearer === null) return null;
    if (this.#options.isClosed()) return closedFault();
    if (access === 'screen') {
      const screen = this.#options.screenOf(bearer);
      return screen === null ? challenge('This screen is not paired. Pair it again.') : { ...SCREEN, screen };
    }
    const id = this.#options.favouriteOf(bearer);
    return id !== null && path === `/favourites/${id}/send`
      ? FAVOURITE
      : challenge('This token does not open this favourite.');
  }

  // A configured token is a credential that the owner asked for: it is checked in every mode, and on MCP it is the only
  // one.
  #decideByApiToken(access: 'session' | 'credential', path: string, bearer: string | null): Visitor | Fault | null {
    const { tokens } = this.#options;
    if (!takesToken(path) || !tokens.status().configured) return null;
    if (bearer === null)
      return isBelow(path, '/mcp') ? challenge('The API token is missing: send it as "Authorization: Bearer".') : null;
    if (!tokens.accepts(bearer)) return challenge('The API token is wrong.');
    return access === 'session' ? null : TOKEN;
  }

  #refuse(): Fault {
    if (this.#options.isClosed()) return closedFault();
    if (this.#options.hasUser()) return new Fault(401, 'Log in first.');
    const first_run = this.#options.mode() === 'undecided';
    return new Fault(409, first_run ? NOT_CHOSEN : NO_ACCOUNT, { body: { setup_required: true, first_run } });
  }
}
