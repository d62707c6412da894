import * as v from 'valibot';
import { integerFrom, mostCharacters } from '../common.ts';
import { LONGEST_USERNAME, SHORTEST_PASSWORD, LONGEST_PASSWORD } from '../limits.ts';

const UsernameSchema = v.pipe(v.string(), v.minLength(1), mostCharacters(LONGEST_USERNAME));
const NewPasswordSchema = v.pipe(v.string(), v.minLength(SHORTEST_PASSWORD), v.maxLength(LONGEST_PASSWORD));
// A password that is only compared: how long it must have been is nothing that a wrong one should be told.
const PasswordSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_PASSWORD));

/** Whether a login is demanded, and who decided so. */
export const AuthModeSchema = v.picklist(['enabled', 'disabled', 'undecided']);
/** Whether a login is demanded; `undecided` is enforced and asks for the first-run choice. */
export type AuthMode = v.InferOutput<typeof AuthModeSchema>;

/** Answer of `GET /auth/status`. */
export const AuthStatusSchema = v.object({
  /** Whether the appliance asks for a login. */
  enabled: v.boolean(),
  /** Whether the account, or the choice of none, is still missing. */
  setup_required: v.boolean(),
  /** Whether the request comes with a session. */
  authenticated: v.boolean(),
  /** Who is logged in; null when nobody is. */
  username: v.nullable(v.string()),
  /** Whether there is a login: chosen, refused, or not decided. */
  mode: AuthModeSchema,
  /** Whether nobody has chosen yet whether there is a login. */
  first_run: v.boolean(),
  /** Why nobody can get in, and the way back; absent when all is well. */
  problem: v.optional(v.string()),
});
/** Answer of `GET /auth/status`. */
export type AuthStatus = v.InferOutput<typeof AuthStatusSchema>;

/** Body of `POST /auth/preference`: the first-run choice. */
export const PreferenceSchema = v.object({ enabled: v.boolean() });

/** Body of `POST /auth/setup`: the account. Which characters a name may have is a rule, not a form. */
export const SetupSchema = v.object({
  /** Name of the account. */
  username: UsernameSchema,
  /** Password of the account, ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters. */
  password: NewPasswordSchema,
});

/** Body of `POST /auth/login`. */
export const LoginSchema = v.object({
  /** Name of the account. */
  username: UsernameSchema,
  /** Password of the account. */
  password: PasswordSchema,
  /** Whether the session outlives the browser. */
  remember_me: v.optional(v.boolean(), false),
});

/** Body of `POST /auth/change-username`. */
export const ChangeUsernameSchema = v.object({
  /** The present password. */
  current_password: PasswordSchema,
  /** The name from now on. */
  new_username: UsernameSchema,
});

/** Body of `POST /auth/change-password`. */
export const ChangePasswordSchema = v.object({
  current_password: PasswordSchema,
  /** The password from now on. */
  new_password: NewPasswordSchema,
});

/** Body of `POST /auth/disable`. */
export const DisableLoginSchema = v.object({ current_password: PasswordSchema });

/** Acknowledgement of `POST /auth/logout` and `DELETE /auth/mcp-token`. */
export const DoneSchema = v.object({ status: v.literal('ok') });

/** Acknowledgement that says whose account it is now; null is nobody's. */
export const AccountSchema = v.object({
  status: v.literal('ok'),
  /** Name of the account. */
  username: v.nullable(v.string()),
});

/** Answer of `GET /auth/mcp-token`. */
export const TokenStatusSchema = v.object({
  /** Whether there is a token. */
  configured: v.boolean(),
  /** Whether the token is stored or comes from the environment. */
  source: v.picklist(['env', 'stored', 'none']),
});
/** Whether there is a bearer token, and who set it. */
export type TokenStatus = v.InferOutput<typeof TokenStatusSchema>;

/** Answer of `POST /auth/mcp-token`: the only time that the token can be read. */
export const TokenSchema = v.object({
  /** The token. */
  token: v.string(),
});

/** What the audit log knows. */
export const AuditEventSchema = v.picklist([
  'login',
  'logout',
  'login_failed',
  'locked_out',
  'setup',
  'login_enabled',
  'login_disabled',
  'username_changed',
  'password_changed',
  'token_created',
  'token_rotated',
  'token_revoked',
  'restored',
  'share_created',
  'share_revoked',
  'screen_added',
  'screen_removed',
]);
/** What the audit log knows. */
export type AuditEvent = v.InferOutput<typeof AuditEventSchema>;

/** One line of the audit log; failures of one client that follow each other share one. */
export const AuditEntrySchema = v.object({
  /** When it happened. */
  at: v.string(),
  /** What happened. */
  event: AuditEventSchema,
  /** Who did it; null when that is unknown. */
  username: v.nullable(v.string()),
  /** Address that it came from; null when it came from the machine itself. */
  client: v.nullable(v.string()),
  /** How often it happened in a row. */
  count: integerFrom(1),
});
/** One line of the audit log. */
export type AuditEntry = v.InferOutput<typeof AuditEntrySchema>;

/** Answer of `GET /auth/audit`, newest first. */
export const AuditSchema = v.object({
  /** The entries, the newest first. */
  entries: v.array(AuditEntrySchema),
  total: integerFrom(0),
});
