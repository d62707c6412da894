import * as v from 'valibot';
import { AuditEntrySchema, type AuditEventSchema } from './appliance/auth.ts';
import type { StoredBoard } from './boards/boards.ts';
import type { Collection } from './content/collections.ts';
import { CodeRowsSchema, InstantSchema, JsonObjectSchema, unbounded, type JsonObject } from './common.ts';
import { StoredFavouriteTokenShape, type StoredFavourite } from './content/favourites.ts';
import { EndsBySchema, PrioritySchema, RevertModeSchema, TransitionSchema, WHEN_BUSY } from './content/messages.ts';
import { LineMetadataSchema, type Page } from './content/pages.ts';
import { DestinationSchema } from './plugins/plugins.ts';
import type { Schedule } from './content/schedules.ts';
import { StoredShareLinkShape } from './appliance/share-links.ts';
import { StoredScreenShape } from './appliance/screens.ts';
import type { StoredSettings } from './appliance/settings.ts';

const textOrNull = v.nullable(v.string());
const listOf = <T extends v.GenericSchema>(shape: T) => v.pipe(v.array(shape), v.readonly());

const ContentShape = v.variant('kind', [
  v.object({ kind: v.literal('grid'), rows: v.number(), cols: v.number(), characters: CodeRowsSchema }),
  v.object({ kind: v.literal('page'), page_id: v.string() }),
  v.object({
    kind: v.literal('template'),
    template: v.array(v.string()),
    line_metadata: v.nullable(v.array(LineMetadataSchema)),
  }),
]);
/** What a message shows: a stored grid, a live page, or (flat override only) template lines. */
export type MessageContent = v.InferOutput<typeof ContentShape>;

// Members that older data does not have are optional.
const BeneathShape = v.object({
  /** The page, and its `updated_at`. */
  page_id: textOrNull,
  page_updated_at: textOrNull,
  /** The page or collection that was chosen, its `updated_at`, and the rule that chose it. */
  selected_id: v.optional(textOrNull),
  selected_updated_at: v.optional(textOrNull),
  rule_id: v.optional(textOrNull),
  /** Whether there was nothing: no page, and no frame that it follows. */
  is_bare: v.optional(v.boolean()),
});
/** What the board returned to when a message began: another rule, page or edit ends the message (rules, M5). */
export type Beneath = v.InferOutput<typeof BeneathShape>;

const MessageShape = v.object({
  id: v.string(),
  content: ContentShape,
  priority: PrioritySchema,
  state: v.picklist(['up', 'queued', 'planned']),
  /** What ends it: its time (never by itself without one), somebody who acknowledges it, or another thing to show. */
  ends: EndsBySchema,
  /** When its time is over, while that runs. */
  expires_at: v.nullable(InstantSchema),
  /** How long it has from when its time began or began again to run; null: its time is never over. */
  lasts_ms: v.nullable(v.number()),
  revert_mode: RevertModeSchema,
  revert_page_id: textOrNull,
  transition: v.nullable(TransitionSchema),
  when_busy: v.picklist(WHEN_BUSY),
  /** When it went up. */
  since: v.optional(InstantSchema),
  /** What it was written over; only where a change ends it. */
  over: v.optional(v.nullable(BeneathShape)),
  /** What is left of a message that is over: nobody waits for its end. */
  follows: v.optional(v.boolean()),
  /** For a planned one: when it begins, or the end of the silence. */
  at: v.optional(v.nullable(InstantSchema)),
  after_silence: v.optional(v.boolean()),
  /** It lies on the last rows of the page, which goes on above it. */
  rows: v.optional(v.literal('bottom')),
});
/** A message of a board: it is up, perhaps covered by a more urgent one, waits in the queue, or is planned. */
export type BoardMessage = v.InferOutput<typeof MessageShape>;

const EndingShape = v.object({ until: InstantSchema, minutes: v.optional(v.number()) });
/** When something ends by itself; with `minutes` it lasts so long, whatever is done to the clock (rules, M4). */
export type Ending = Readonly<v.InferOutput<typeof EndingShape>>;
const maybeEnding = v.optional(v.nullable(EndingShape));

const TurnShape = v.object({
  collection_id: v.string(),
  /** Milliseconds by which the rotation is ahead of the wall clock. */
  shift_ms: v.number(),
  /** Since when it stands still, and until when. */
  hold: v.nullable(v.object({ from: InstantSchema, ends: EndingShape })),
});
/** How far the rotation of a collection was turned by hand on one board, and the hold on one of its pages. */
export type Turn = Readonly<v.InferOutput<typeof TurnShape>>;

/** What runs on a board by hand. */
export const BoardProgrammeShape = v.object({
  /** Page or collection pinned by hand. */
  active_page_id: textOrNull,
  /** When the pin ends; absent or null for never. */
  pin_ends: maybeEnding,
  /** Page or collection that was chosen for a while; it goes before the pin. */
  passing: v.optional(v.nullable(v.object({ page_id: v.string(), ends: EndingShape }))),
  /** Until when the board is left alone. */
  quiet: maybeEnding,
  turn: v.optional(v.nullable(TurnShape)),
  /** What the closed board showed before a critical message, row by row; absent or null while none is up there. */
  covered: v.optional(v.nullable(CodeRowsSchema)),
  /** In the order in which they came. */
  messages: listOf(MessageShape),
});
/** What an owner decided for one board that is not configuration. */
export type BoardProgramme = v.InferOutput<typeof BoardProgrammeShape>;

const StoredSignInShape = v.object({
  /** Since when, until when the access token holds, and when it ends for good; null: unknown. */
  since: v.string(),
  access_until: textOrNull,
  until: textOrNull,
  /** Why the owner has to sign in again; null while it works. */
  refused: textOrNull,
  /**
   * `access`, `refresh`, the refresh token before it as `former`, and `bound`: the client and server they are for.
   * Absent in what a backup without secrets left.
   */
  secrets: v.optional(JsonObjectSchema),
});
/** The owner's sign-in with the service of a source. */
export type StoredSignIn = v.InferOutput<typeof StoredSignInShape>;

/** What an owner set for a plugin or an instance of one (`id` or `id:label`). */
export const StoredPluginShape = v.object({
  enabled: v.boolean(),
  config: JsonObjectSchema,
  /** Values of secret settings by name; written encrypted. */
  secrets: JsonObjectSchema,
  /** The file of a source that the owner brought. `local` is for versions before destinations were confirmed. */
  source: v.optional(v.object({ text: v.string(), local: v.boolean() })),
  /** The destinations that the owner confirmed for it; absent in what a version wrote that did not ask. */
  confirmed: v.optional(listOf(DestinationSchema)),
  /** The sign-in with its service; absent while nobody is signed in, and in what a backup without secrets left. */
  sign_in: v.fallback(v.optional(StoredSignInShape), undefined),
});
/** What an owner set for a plugin or an instance of one. */
export type StoredPlugin = v.InferOutput<typeof StoredPluginShape>;

const StoredUserShape = v.object({
  username: v.string(),
  password_hash: v.string(),
  created_at: v.string(),
  updated_at: v.string(),
  /** Grows with every change of name or password; sessions are bound to it. */
  sessions_valid_after_ms: v.number(),
});
/** The account. */
export type StoredUser = v.InferOutput<typeof StoredUserShape>;

/** A session that somebody has signed out of: `nonce` is the part of its token that no other has; it opens nothing. */
const RevokedSessionShape = v.object({ nonce: v.string(), expires_ms: v.number() });
/** A session that somebody has signed out of. */
export type RevokedSession = v.InferOutput<typeof RevokedSessionShape>;

/** The account, sessions and token. */
export const StoredAuthShape = v.object({
  /** The first-run choice; null is undecided. */
  preference: v.nullable(v.picklist(['enabled', 'disabled'])),
  user: v.nullable(StoredUserShape),
  /** Sessions that were ended before their time, the latest last. */
  revoked: listOf(RevokedSessionShape),
  /** SHA-256 of the stored bearer token, hex; null when there is none. */
  token_hash: textOrNull,
  /** Links under which anybody sees one board or page, the newest last. */
  shares: listOf(StoredShareLinkShape),
  /** Screens that were paired, each with the hash of its token; absent before there was one. */
  screens: v.optional(listOf(StoredScreenShape)),
  /** What opens one favourite each; absent before there was one. */
  favourite_tokens: v.optional(listOf(StoredFavouriteTokenShape)),
  /** The account was lost to a damaged file: nobody is let in until the owner, at the machine, removes it. */
  closed: v.boolean(),
  /** What happened to all that, oldest first; any event, as an older build reads what a newer one wrote. */
  audit: listOf(v.object({ ...unbounded(AuditEntrySchema.entries), event: v.string() as unknown as AnyEvent })),
});
type AnyEvent = typeof AuditEventSchema;
/** The account, sessions and token. */
export type StoredAuth = v.InferOutput<typeof StoredAuthShape>;

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
