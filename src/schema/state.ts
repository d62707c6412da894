import type { AuditEntry } from './auth.ts';
import type { StoredBoard } from './boards.ts';
import type { Collection } from './collections.ts';
import type { JsonObject } from './common.ts';
import type { StoredFavourite, StoredFavouriteToken } from './favourites.ts';
import type { EndsBy, Priority, RevertMode, TransitionOverride } from './messages.ts';
import type { LineMetadata, Page } from './pages.ts';
import type { Destination } from './plugins.ts';
import type { Schedule } from './schedules.ts';
import type { StoredShareLink } from './share-links.ts';
import type { StoredScreen } from './screens.ts';
import type { StoredSettings } from './settings.ts';

/** What a message shows: a stored grid, a live page, or (flat override only) template lines. */
export type MessageContent =
  | { kind: 'grid'; rows: number; cols: number; characters: number[][] }
  | { kind: 'page'; page_id: string }
  | { kind: 'template'; template: string[]; line_metadata: LineMetadata[] | null };

/** What the board returned to when a message began: another rule, page or edit ends the message (rules, M5). */
export interface Beneath {
  /** The page, and its `updated_at`. */
  page_id: string | null;
  page_updated_at: string | null;
  /** The page or collection that was chosen, its `updated_at`, and the rule that chose it; older data does not say. */
  selected_id?: string | null;
  selected_updated_at?: string | null;
  rule_id?: string | null;
}

/** A message of a board: it is up, perhaps covered by a more urgent one, waits in the queue, or is planned. */
export interface BoardMessage {
  id: string;
  content: MessageContent;
  priority: Priority;
  state: 'up' | 'queued' | 'planned';
  /** What ends it: its time (never by itself without one), somebody who acknowledges it, or another thing to show. */
  ends: EndsBy;
  /** ISO instant at which its time is over, while that runs. */
  expires_at: string | null;
  /** How long it has from when its time began or began again to run; null: its time is never over. */
  lasts_ms: number | null;
  revert_mode: RevertMode;
  revert_page_id: string | null;
  transition: TransitionOverride | null;
  when_busy: 'replace' | 'queue' | 'drop';
  /** ISO instant at which it went up; older data does not say. */
  since?: string;
  /** What it was written over; only where a change ends it. */
  over?: Beneath | null;
  /** What is left of a message that is over: nobody waits for its end. */
  follows?: boolean;
  /** For a planned one: ISO instant at which it begins, or the end of the silence. */
  at?: string | null;
  after_silence?: boolean;
  /** It lies on the last rows of the page, which goes on above it. */
  rows?: 'bottom';
}

/** When something ends by itself; with `minutes` it lasts so long, whatever is done to the clock (rules, M4). */
export interface Ending {
  /** ISO instant. */
  readonly until: string;
  readonly minutes?: number | undefined;
}

/** How far the rotation of a collection was turned by hand on one board, and the hold on one of its pages. */
export interface Turn {
  readonly collection_id: string;
  /** Milliseconds by which the rotation is ahead of the wall clock. */
  readonly shift_ms: number;
  /** Since when (ISO instant) it stands still, and until when. */
  readonly hold: { readonly from: string; readonly ends: Ending } | null;
}

/** What an owner decided for one board that is not configuration. */
export interface BoardProgramme {
  /** Page or collection pinned by hand. */
  active_page_id: string | null;
  /** When the pin ends; absent or null for never. */
  pin_ends?: Ending | null;
  /** Page or collection that was chosen for a while; it goes before the pin. */
  passing?: { readonly page_id: string; readonly ends: Ending } | null;
  /** Until when the board is left alone. */
  quiet?: Ending | null;
  turn?: Turn | null;
  /** What the closed board showed before a critical message, row by row; absent or null while none is up there. */
  covered?: readonly (readonly number[])[] | null;
  /** In the order in which they came. */
  messages: readonly BoardMessage[];
}

/** The owner's sign-in with the service of a source. */
export interface StoredSignIn {
  /** ISO instants: since when, until when the access token holds, and when it ends for good; null: unknown. */
  since: string;
  access_until: string | null;
  until: string | null;
  /** Why the owner has to sign in again; null while it works. */
  refused: string | null;
  /**
   * `access`, `refresh`, the refresh token before it as `former`, and `bound`: the client and server they are for.
   * Absent in what a backup without secrets left.
   */
  secrets?: JsonObject;
}

/** What an owner set for a plugin or an instance of one (`id` or `id:label`). */
export interface StoredPlugin {
  enabled: boolean;
  config: JsonObject;
  /** Values of secret settings by name; written encrypted. */
  secrets: JsonObject;
  /** The file of a source that the owner brought. `local` is for versions before destinations were confirmed. */
  source?: { readonly text: string; readonly local: boolean };
  /** The destinations that the owner confirmed for it; absent in what a version wrote that did not ask. */
  confirmed?: readonly Destination[];
  /** The sign-in with its service; absent while nobody is signed in. */
  sign_in?: StoredSignIn;
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
  /** What opens one favourite each; absent before there was one. */
  favourite_tokens?: readonly StoredFavouriteToken[];
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
  readonly favourites: readonly StoredFavourite[];
  readonly settings: StoredSettings;
  readonly plugins: Readonly<Record<string, StoredPlugin>>;
  /** By board id. */
  readonly programmes: Readonly<Record<string, BoardProgramme>>;
  /** What drivers keep for their devices, by board id. */
  readonly devices: Readonly<Record<string, JsonObject>>;
  readonly auth: StoredAuth;
}
