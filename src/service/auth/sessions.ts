import { createHmac, randomBytes, type KeyObject } from 'node:crypto';
import { DAY_MS } from '../../core/time/durations.ts';
import type { Clock } from '../../platform/clock.ts';
import type { RevokedSession, StoredAuth, StoredUser } from '../../schema/state.ts';
import type { SessionKey } from '../../store/secrets/session-key.ts';
import { equalInConstantTime } from './tokens.ts';

/** Who is signed in, and whether for longer than the browser is open. */
export interface Session {
  readonly username: string;
  readonly remembered: boolean;
  /** What tells it from every other one, for its end before its time. */
  readonly id: RevokedSession;
}

/** A token to hand out as a cookie; null as its age ends the cookie with the browser. */
export interface IssuedSession {
  readonly token: string;
  readonly maxAgeSeconds: number | null;
}

/** What sessions are made with. */
export interface SessionsOptions {
  readonly key: SessionKey;
  readonly clock: Clock;
  /** The account that counts now. */
  readonly user: () => StoredUser | null;
  /** Sessions that were ended before their time. */
  readonly revoked: () => readonly RevokedSession[];
  readonly sessionTtlSeconds: number;
  readonly rememberMeTtlSeconds: number;
}

const FORM = /^([\w-]{1,400})\.(\d{1,16})\.(\d{1,16})\.(([rs])[\w-]{16})\.([\w-]{43})$/;
/**
 * How far a clock may be behind that in which a session was issued: a small computer starts with the last time that it
 * remembers. Set back by years, it would never end.
 */
const CLOCK_SLACK_MS = 2 * DAY_MS;
const NONCE_BYTES = 12;
const REMEMBERED = 'r';
const SHORT = 's';

const encode = (username: string): string => Buffer.from(username).toString('base64url');

/**
 * Sessions that nothing has to be remembered of until somebody signs out:
 * `b64url(user).issued_ms.expires_ms.nonce.signature`, where the first letter of the nonce says whether the session
 * outlives the browser. The signature covers the account's watermark too, so that a changed watermark ends every
 * earlier session, wherever the clock stood when it was issued.
 */
export class Sessions {
  readonly #options: SessionsOptions;

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  /** A new session of the account. */
  async issue(user: StoredUser, remember: boolean): Promise<IssuedSession> {
    const { key, clock, sessionTtlSeconds, rememberMeTtlSeconds } = this.#options;
    const issued = clock.now();
    const expires = issued + (remember ? rememberMeTtlSeconds : sessionTtlSeconds) * 1000;
    const nonce = (remember ? REMEMBERED : SHORT) + randomBytes(NONCE_BYTES).toString('base64url');
    const claim = [encode(user.username), issued, expires, nonce].join('.');
    const signature = sign(await key.ensure(), claim, user);
    return { token: `${claim}.${signature}`, maxAgeSeconds: remember ? rememberMeTtlSeconds : null };
  }

  /** The session of a token; null when it was changed, has expired or was revoked. */
  verify(token: string): Session | null {
    const { key, clock } = this.#options;
    const user = this.#options.user();
    const parts = FORM.exec(token);
    if (!user || !key.current || !parts) return null;
    const [, name, issued, expires, nonce = '', kind, signature = ''] = parts;
    const claim = token.slice(0, -signature.length - 1);
    if (!equalInConstantTime(signature, sign(key.current, claim, user))) return null;
    const now = clock.now();
    if (name !== encode(user.username) || now >= Number(expires) || Number(issued) - now > CLOCK_SLACK_MS) return null;
    if (this.#options.revoked().some((one) => one.nonce === nonce)) return null;
    return { username: user.username, remembered: kind === REMEMBERED, id: { nonce, expires_ms: Number(expires) } };
  }
}

const sign = (key: KeyObject, claim: string, user: StoredUser): string =>
  createHmac('sha256', key).update(`${claim}.${user.sessions_valid_after_ms}`).digest('base64url');

const MOST_REVOKED = 500;

/**
 * The account with one session less. The list of ended sessions is short: when it is full of sessions that could still
 * be used, all sessions end at once and it begins anew. What has expired leaves only then, as a clock that was set back
 * would revive it.
 */
export const revoke = (
  { revoked, user }: StoredAuth,
  session: RevokedSession,
  now: number,
): Pick<StoredAuth, 'revoked' | 'user'> => {
  const all = [...revoked, session];
  const kept = all.length <= MOST_REVOKED ? all : all.filter(({ expires_ms }) => expires_ms > now);
  if (kept.length <= MOST_REVOKED || !user) return { revoked: kept, user };
  return { revoked: [], user: { ...user, sessions_valid_after_ms: nextWatermark(now, user.sessions_valid_after_ms) } };
};

/** A watermark that is later than the one before, even when the clock was set back. */
export const nextWatermark = (now: number, previous: number): number => Math.max(now, previous + 1);
