import type { AuditEntry } from './auth.ts';
import type { StoredBoard } from './boards.ts';
import type { Collection } from './collections.ts';
import type { JsonObject } from './common.ts';
import type { RevertMode, TransitionOverride } from './messages.ts';
import type { LineMetadata, Page } from './pages.ts';
import type { Schedule } from './schedules.ts';
import type { StoredShareLink } from './share-links.ts';
import type { StoredScreen } from './screens.ts';
import type { StoredSettings } from './settings.ts';

/** What a message shows: a stored grid, a live page, or (flat override only) template lines. */
export type MessageContent =
  | { kind: 'grid'; rows: number; cols: number; characters: number[][] }
  | { kind: 'page'; page_id: string }
  | { kind: 'template'; template: string[]; line_metadata: LineMetadata[] | null };

/** A timed message that is running. */
export interface TimedMessage {
  content: MessageContent;
  /** ISO instant; null never ends by itself (flat surface only). */
  expires_at: string | null;
  /** How long it was to run: after a restart with a wrong clock it has no more left than that. */
  duration_minutes?: number | undefined;
  revert_mode: RevertMode;
  revert_page_id: string | null;
  transition: TransitionOverride | null;
}

/**
 * A message without an end: it stays until what the board would return to changes, or someone writes, pins or
 * refreshes.
 */
export interface UntimedMessage {
  content: MessageContent;
  /** What the board would return to when it was written: another one ends the message. */
  over_page_id: string | null;
  /** `updated_at` of that page at the time; an edit ends the message. */
  over_page_updated_at: string | null;
  /** ISO instant at which it was written; older data does not say. */
  since?: string;
}

/** What an owner decided for one board that is not configuration. */
export interface BoardProgramme {
  /** Page or collection pinned by hand. */
  active_page_id: string | null;
  timed: TimedMessage | null;
  untimed: UntimedMessage | null;
}

/** What an owner set for a plugin or an instance of one (`id` or `id:label`). */
export interface StoredPlugin {
  enabled: boolean;
  config: JsonObject;
  /** Values of secret settings by name; written encrypted. */
  secrets: JsonObject;
  /**
   * The file of a source that the owner brought, and whether it may ask addresses of the home network that it names.
   */
  source?: { readonly text: string; readonly local: boolean };
}

/** The account. */
export interface StoredUser {
  username: string;
  password_hash: string;
  created_at: string;
  updated_at: string;
  /** Grows with every change of name or password; sessions are bound to it. */
  sessions_valid_after_ms: number;
}

/** A session that somebody has signed out of. */
export interface RevokedSession {
  /** The part of its token that no other session has; it opens nothing. */
  nonce: string;
  expires_ms: number;
}

/** The account, sessions and token. */
export interface StoredAuth {
  /** The first-run choice; null is undecided. */
  preference: 'enabled' | 'disabled' | null;
  user: StoredUser | null;
  /** Sessions that were ended before their time, the latest last. */
  revoked: readonly RevokedSession[];
  /** SHA-256 of the stored bearer token, hex; null when there is none. */
  token_hash: string | null;
  /** Links under which anybody sees one board or page, the newest last. */
  shares: readonly StoredShareLink[];
  /** Screens that were paired, each with the hash of its token; absent before there was one. */
  screens?: readonly StoredScreen[];
  /** The account was lost to a damaged file: nobody is let in until the owner, at the machine, removes it. */
  closed: boolean;
  /** What happened to all that, oldest first. */
  audit: readonly AuditEntry[];
}

/**
 * Everything durable, as the services see it: an immutable snapshot, replaced as a whole by each update.
 * One file per member; every object member named `secrets`, at any depth, is written encrypted in its own section.
 */
export interface State {
  readonly boards: readonly StoredBoard[];
  readonly pages: readonly Page[];
  readonly schedules: readonly Schedule[];
  readonly collections: readonly Collection[];
  readonly settings: StoredSettings;
  readonly plugins: Readonly<Record<string, StoredPlugin>>;
  /** By board id. */
  readonly programmes: Readonly<Record<string, BoardProgramme>>;
  /** What drivers keep for their devices, by board id. */
  readonly devices: Readonly<Record<string, JsonObject>>;
  readonly auth: StoredAuth;
}
