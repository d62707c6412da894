import { once } from '../../core/memo.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Settings } from '../../platform/environment.ts';
import type { Log } from '../../platform/log.ts';
import type { SessionKey } from '../../store/secrets/session-key.ts';
import type { Store } from '../../store/store.ts';
import type { Account } from './account.ts';
import { Audit } from './audit.ts';
import { Gate } from './gate.ts';
import type { PasswordHash } from './passwords.ts';
import { Sessions } from './sessions.ts';
import { Tokens, openedBy } from './tokens.ts';
import type { AuthMode } from '../../schema/appliance/auth.ts';
import type { StoredAuth } from '../../schema/state.ts';

/** Whether a login is demanded: what the environment pins, then what the owner chose, else nobody has decided yet. */
const modeOf = ({ preference }: StoredAuth, pinned: boolean | undefined): AuthMode => {
  if (pinned !== undefined) return pinned ? 'enabled' : 'disabled';
  return preference ?? 'undecided';
};

/** What access control needs. */
export interface AuthOptions {
  readonly store: Store;
  readonly sessionKey: SessionKey;
  readonly clock: Clock;
  readonly log: Log;
  /** What the environment says. */
  readonly settings: Pick<Settings, 'authEnabled' | 'sessionTtlSeconds' | 'rememberMeTtlSeconds' | 'mcpToken'>;
  /** Told after whoever was let in before may have to leave. */
  readonly onChange: () => void;
  /** Loads the hash function of passwords at its first use; bcrypt when nothing is said. */
  readonly loadHash?: () => PasswordHash;
}

/** Access to the appliance: who may use it, and what the owner can change about that. */
export const createAuth = (options: AuthOptions) => {
  const { store, sessionKey, clock, log, settings, onChange } = options;
  const auth = () => store.state.auth;
  const mode = () => modeOf(auth(), settings.authEnabled);
  const sessions = new Sessions({
    ...settings,
    key: sessionKey,
    clock,
    user: () => auth().user,
    revoked: () => auth().revoked,
  });
  const session = (cookie: string | undefined) => (cookie === undefined ? null : sessions.verify(cookie));
  const audit = new Audit(store, clock, log);
  const tokens = new Tokens(settings.mcpToken, auth, audit, onChange);
  const isPinned = settings.authEnabled !== undefined;
  if (settings.mcpToken !== undefined) log.redact('SERVICE_MCP_TOKEN', [settings.mcpToken]);
  const account = once((): Account => {
    const { Account: Loaded } = require('./account.ts') as typeof import('./account.ts');
    const { Passwords } = require('./passwords.ts') as typeof import('./passwords.ts');
    return new Loaded({
      auth,
      mode,
      isPinned,
      clock,
      audit,
      passwords: new Passwords(log, options.loadHash),
      sessions,
      tokens,
      onChange,
    });
  });
  return {
    get account() {
      return account();
    },
    tokens,
    gate: new Gate({
      tokens,
      mode,
      hasUser: () => auth().user !== null,
      isClosed: () => auth().closed,
      session,
      favouriteOf: (token) => openedBy(auth().favourite_tokens, token)?.favourite_id ?? null,
      screenOf: (token) => openedBy(auth().screens, token)?.id ?? null,
    }),
    audit,
    /** The session of a cookie; null without one that counts. */
    session,
    /** Stores what the audit log has only in memory. */
    stop: () => audit.flush(),
  };
};

/** Access control. */
export type Auth = ReturnType<typeof createAuth>;
