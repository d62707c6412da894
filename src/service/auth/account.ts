import { Fault } from '../../fault.ts';
import { toInstant, type Clock } from '../../platform/clock.ts';
import type { AuditEvent, AuthMode, AuthStatus } from '../../schema/appliance/auth.ts';
import type { StoredAuth, StoredUser } from '../../schema/state.ts';
import { AttemptLimit } from './attempt-limit.ts';
import type { Audit } from './audit.ts';
import { closedFault } from './gate.ts';
import type { Attempt, Passwords } from './passwords.ts';
import { nextWatermark, revoke, type IssuedSession, type Session, type Sessions } from './sessions.ts';
import type { Tokens } from './tokens.ts';

/** Who asks for something: the session of the request, if it has one, and where it came from. */
export interface Applicant {
  readonly session: Session | null;
  readonly client: string;
}

/** Whose account it is now, and the session to go on with. */
export interface SignedIn {
  readonly username: string;
  readonly session: IssuedSession;
}

/** What the account works with. */
export interface AccountOptions {
  readonly auth: () => StoredAuth;
  readonly mode: () => AuthMode;
  /** Whether the environment decides over the mode. */
  readonly isPinned: boolean;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  /** Told after whoever was let in before may have to leave. */
  readonly onChange: () => void;
}

const NAME = /^[\p{L}\p{N}._@-]+$/u;

const requireName = (username: string): string => {
  const name = username.normalize('NFC');
  if (!NAME.test(name))
    throw new Fault(400, 'A user name has only letters, digits and the characters . _ - @, and no blanks.');
  return name;
};

/** The one account of the appliance and the choice whether a login is demanded. */
export class Account {
  readonly #options: AccountOptions;
  /** Failed sign-ins. */
  readonly #logins: AttemptLimit;
  /** Wrong passwords of somebody who is signed in. */
  readonly #confirmations: AttemptLimit;

  constructor(options: AccountOptions) {
    this.#options = options;
    this.#logins = new AttemptLimit(options.clock);
    this.#confirmations = new AttemptLimit(options.clock);
  }

  /** How things stand, for somebody with or without a session. */
  status(session: Session | null): AuthStatus {
    const { closed } = this.#options.auth();
    const mode = closed && this.#options.mode() === 'undecided' ? 'enabled' : this.#options.mode();
    const missing = this.#user === null && mode !== 'disabled' && !closed;
    return {
      ...(closed && mode !== 'disabled' && { problem: closedFault().detail }),
      enabled: mode !== 'disabled',
      setup_required: missing,
      authenticated: session !== null,
      username: session?.username ?? null,
      mode,
      first_run: missing && mode === 'undecided',
    };
  }

  /**
   * Stores the first-run choice: 409 when the environment decides or there is an account, 403 without the token that is
   * stored, 503 when the account is lost.
   */
  async choose(enabled: boolean, token: string | null, client: string): Promise<void> {
    this.#requireUnpinned();
    this.#requireFirst(this.#options.auth());
    if (enabled) this.#requireToken(token);
    await this.#change(enabled ? 'login_enabled' : 'login_disabled', null, client, (auth) => {
      this.#requireFirst(auth);
      return { preference: enabled ? 'enabled' : 'disabled' };
    });
  }

  /**
   * Creates the account, demands a login from now on, and signs in: 409 when there is one, 403 without the token that
   * is stored.
   */
  async setUp(username: string, password: string, token: string | null, client: string): Promise<SignedIn> {
    this.#requireFirst(this.#options.auth());
    this.#requireToken(token);
    const name = requireName(username);
    const password_hash = await this.#options.passwords.hash(password);
    const now = this.#options.clock.now();
    const user: StoredUser = {
      username: name,
      password_hash,
      created_at: toInstant(now),
      updated_at: toInstant(now),
      sessions_valid_after_ms: now,
    };
    const signedIn = await this.#signIn(user, true);
    await this.#change('setup', name, client, (auth) => {
      this.#requireFirst(auth);
      return { preference: 'enabled', user };
    });
    return signedIn;
  }

  /**
   * Signs in. 401 with one sentence for a wrong name and a wrong password, 409 without an account, 429 after too many
   * failures.
   */
  async logIn(username: string, password: string, remember: boolean, client: string): Promise<SignedIn> {
    const { audit } = this.#options;
    this.#logins.admit(client);
    const user = this.#user;
    if (this.#options.auth().closed) throw closedFault();
    if (!user) throw new Fault(409, 'There is no account yet: create one first.');
    // An unknown name takes the same way as a known one: the time of the answer tells nothing.
    const known = username.normalize('NFC') === user.username;
    const actor = { username: known ? user.username : null, client };
    await this.#options.passwords.verify(
      password,
      user.password_hash,
      this.#attempt(this.#logins, actor, known, 'The user name or the password is wrong.'),
    );
    audit.note('login', { username: user.username, client });
    return this.#signIn(user, remember);
  }

  /**
   * Ends a session for good: whoever kept its cookie is not let in with it any more. Without a session nothing happens.
   */
  async logOut({ session, client }: Applicant): Promise<void> {
    const { audit, clock } = this.#options;
    if (!session) return;
    if (await audit.wasRemoved()) return audit.note('logout', { username: session.username, client });
    await this.#change('logout', session.username, client, (auth) => revoke(auth, session.id, clock.now()));
  }

  /**
   * Renames the account and ends every other session; the name that it has already changes nothing. 400 for an unusable
   * name.
   */
  async rename(password: string, username: string, applicant: Applicant): Promise<SignedIn> {
    const user = await this.#confirm(password, applicant);
    const name = requireName(username);
    if (name === user.username) return this.#signIn(user, applicant.session?.remembered === true);
    return this.#replaceUser('username_changed', user, { username: name }, applicant);
  }

  /** Sets another password and ends every other session. */
  async setPassword(password: string, next: string, applicant: Applicant): Promise<SignedIn> {
    const user = await this.#confirm(password, applicant);
    return this.#replaceUser(
      'password_changed',
      user,
      { password_hash: await this.#options.passwords.hash(next) },
      applicant,
    );
  }

  /** Removes the account and demands no login any more: 409 when the environment decides. */
  async disable(password: string, applicant: Applicant): Promise<void> {
    this.#requireUnpinned();
    const user = await this.#confirm(password, applicant);
    await this.#change('login_disabled', user.username, applicant.client, (auth) => {
      requireSame(auth, user);
      return { preference: 'disabled', user: null, revoked: [] };
    });
  }

  get #user(): StoredUser | null {
    return this.#options.auth().user;
  }

  async #change(
    event: AuditEvent,
    username: string | null,
    client: string,
    change: (auth: StoredAuth) => Partial<StoredAuth>,
  ): Promise<void> {
    await this.#options.audit.change(event, { username, client }, change);
    this.#options.onChange();
  }

  async #replaceUser(
    event: AuditEvent,
    before: StoredUser,
    change: Partial<StoredUser>,
    { session, client }: Applicant,
  ): Promise<SignedIn> {
    const now = this.#options.clock.now();
    const user = {
      ...before,
      ...change,
      updated_at: toInstant(now),
      sessions_valid_after_ms: nextWatermark(now, before.sessions_valid_after_ms),
    };
    const signedIn = await this.#signIn(user, session?.remembered === true);
    await this.#change(event, user.username, client, (auth) => {
      requireSame(auth, before);
      // The later watermark has ended them all.
      return { user, revoked: [] };
    });
    return signedIn;
  }

  async #signIn(user: StoredUser, remember: boolean): Promise<SignedIn> {
    return { username: user.username, session: await this.#options.sessions.issue(user, remember) };
  }

  /** The account of somebody who is signed in and knows its password; 401 otherwise. */
  async #confirm(password: string, { session, client }: Applicant): Promise<StoredUser> {
    const user = this.#user;
    if (!session || !user) throw new Fault(401, 'Log in first.');
    this.#confirmations.admit(client);
    await this.#options.passwords.verify(
      password,
      user.password_hash,
      this.#attempt(this.#confirmations, { username: user.username, client }, true, 'The current password is wrong.'),
    );
    return user;
  }

  #attempt(
    limit: AttemptLimit,
    actor: { username: string | null; client: string },
    isKnown: boolean,
    refusal: string,
  ): Attempt {
    const { audit } = this.#options;
    return {
      admit: () => limit.admit(actor.client),
      settle: (matches) => {
        if (matches && isKnown) return limit.clear(actor.client);
        audit.note('login_failed', actor);
        if (limit.fail(actor.client)) audit.note('locked_out', actor);
        throw new Fault(401, refusal);
      },
    };
  }

  #requireUnpinned(): void {
    if (this.#options.isPinned) throw new Fault(409, 'SERVICE_AUTH_ENABLED decides whether there is a login.');
  }

  #requireFirst({ user, closed }: StoredAuth): void {
    if (closed) throw closedFault();
    if (user) throw new Fault(409, 'There is already an account: log in with it.');
  }

  // Whoever turns the login on could replace the token afterwards: that is left to those who know it.
  #requireToken(token: string | null): void {
    if (!this.#options.tokens.isHeld(token))
      throw new Fault(403, 'There is an API token: send it as "Authorization: Bearer", or revoke it first.');
  }
}

/** The password was checked against an account that another request has changed meanwhile. */
const requireSame = ({ user }: StoredAuth, checked: StoredUser): void => {
  if (user?.sessions_valid_after_ms !== checked.sessions_valid_after_ms)
    throw new Fault(401, 'The account has been changed. Log in again.');
};
