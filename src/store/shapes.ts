import * as v from 'valibot';
import { StoredBrightnessSchema } from '../schema/brightness.ts';
import { PanelSchema, TileSchema } from '../schema/boards.ts';
import { CodeRowsSchema, DeviceTypeSchema, InstantSchema, JsonObjectSchema, integerBetween } from '../schema/common.ts';
import { CollectionSchema, FlatCollectionSchema } from '../schema/collections.ts';
import { GpioPreferenceSchema } from '../schema/gpio.ts';
import { EndsBySchema, PrioritySchema, RevertModeSchema, TransitionSchema } from '../schema/messages.ts';
import { StoredInboxShape } from '../schema/inboxes.ts';
import { NOTES } from '../schema/limits.ts';
import { LineMetadataSchema } from '../schema/pages.ts';
import { DestinationSchema } from '../schema/plugins.ts';
import { ScreenOptionsSchema } from '../schema/screens.ts';
import {
  DisplaySettingsSchema,
  NewBoardsSchema,
  PollingSchema,
  TargetSchema,
  TransitionSettingsSchema,
} from '../schema/settings.ts';
import { LocationSchema } from '../schema/location.ts';
import { StoredSilenceSchema } from '../schema/silence.ts';

/** A collection as it is stored: what v1 does not have may be absent. */
export const StoredCollectionShape = v.object({
  ...CollectionSchema.entries,
  members: v.optional(FlatCollectionSchema.entries.members),
  rotation: v.optional(FlatCollectionSchema.entries.rotation),
  skip_empty: v.optional(v.boolean()),
  fallback_page_id: v.optional(v.nullable(v.string())),
});

const textOrNull = v.nullable(v.string());
const secret = v.optional(v.string());

/** A board as it is stored. */
export const StoredBoardShape = v.object({
  id: v.string(),
  name: v.string(),
  device_type: DeviceTypeSchema,
  board_color: v.picklist(['black', 'white']),
  code62_glyph: v.picklist(['degree', 'heart']),
  api_mode: v.picklist(['local', 'cloud']),
  host: v.string(),
  notes_wide: integerBetween(...NOTES),
  notes_tall: integerBetween(...NOTES),
  grid_rows: v.nullable(v.number()),
  grid_cols: v.nullable(v.number()),
  panel: v.nullable(PanelSchema),
  tiles: v.nullable(v.array(TileSchema)),
  local_api_port: v.nullable(v.number()),
  critical_passes: v.picklist(['none', 'silence', 'all']),
  follow: v.nullable(
    v.object({ topic: textOrNull, url: textOrNull, username: v.string(), ca_certificate: v.string() }),
  ),
  enabled: v.boolean(),
  schedule_enabled: v.boolean(),
  paused: v.boolean(),
  paused_until: v.optional(textOrNull),
  default_page_id: textOrNull,
  secrets: v.object({
    local_api_key: secret,
    cloud_key: secret,
    note_array_token: secret,
    panel_password: secret,
    panel_url: secret,
    follow_password: secret,
    served_local_api_key: secret,
    served_enablement_token: secret,
    tile_keys: v.optional(v.record(v.string(), v.string())),
  }),
});

/** An appliance's settings as they are stored. */
export const StoredSettingsShape = v.object({
  output_target: v.nullable(TargetSchema),
  location: LocationSchema,
  general: v.object({ instance_name: v.string(), timezone: textOrNull, contact: v.optional(v.string()) }),
  transitions: TransitionSettingsSchema,
  silence: StoredSilenceSchema,
  silence_by_board: v.record(v.string(), v.partial(StoredSilenceSchema)),
  brightness_by_board: v.record(v.string(), StoredBrightnessSchema),
  polling: PollingSchema,
  display: DisplaySettingsSchema,
  mqtt: v.object({
    enabled: v.boolean(),
    broker_host: v.string(),
    broker_port: v.number(),
    tls: v.boolean(),
    username: v.string(),
    base_topic: v.string(),
    discovery_prefix: v.string(),
    instance_id: v.string(),
    external_url: v.string(),
    ca_certificate: v.string(),
    pictures: v.boolean(),
    secrets: v.object({ password: secret }),
  }),
  gpio: v.object({
    button: GpioPreferenceSchema.entries.button,
    more_buttons: v.optional(GpioPreferenceSchema.entries.more_buttons),
    led: v.object({ enabled: v.boolean(), pin: v.number() }),
  }),
  beta: v.object({ transition_plugins: v.boolean() }),
  wizard: v.nullable(v.picklist(['completed', 'skipped'])),
  screen_offered: v.boolean(),
  follower_suffix: v.string(),
  new_boards: NewBoardsSchema,
  declined_walls: v.array(v.string()),
  inboxes: v.array(StoredInboxShape),
});

/** A sign-in with a service; what a backup without secrets left of it is none. */
const StoredSignInShape = v.object({
  since: v.string(),
  access_until: v.nullable(v.string()),
  until: v.nullable(v.string()),
  refused: v.nullable(v.string()),
  secrets: v.optional(JsonObjectSchema),
});

/** What an owner set for a plugin. */
export const StoredPluginShape = v.object({
  enabled: v.boolean(),
  config: JsonObjectSchema,
  secrets: JsonObjectSchema,
  source: v.optional(v.object({ text: v.string(), local: v.boolean() })),
  confirmed: v.optional(v.array(DestinationSchema)),
  sign_in: v.fallback(v.optional(StoredSignInShape), undefined),
});

const ContentShape = v.variant('kind', [
  v.object({ kind: v.literal('grid'), rows: v.number(), cols: v.number(), characters: CodeRowsSchema }),
  v.object({ kind: v.literal('page'), page_id: v.string() }),
  v.object({
    kind: v.literal('template'),
    template: v.array(v.string()),
    line_metadata: v.nullable(v.array(LineMetadataSchema)),
  }),
]);

const MessageShape = v.object({
  id: v.string(),
  content: ContentShape,
  priority: PrioritySchema,
  state: v.picklist(['up', 'queued', 'planned']),
  ends: EndsBySchema,
  expires_at: v.nullable(InstantSchema),
  lasts_ms: v.nullable(v.number()),
  revert_mode: RevertModeSchema,
  revert_page_id: textOrNull,
  transition: v.nullable(TransitionSchema),
  when_busy: v.picklist(['replace', 'queue', 'drop']),
  since: v.optional(InstantSchema),
  over: v.optional(v.nullable(v.object({ page_id: textOrNull, page_updated_at: textOrNull }))),
  follows: v.optional(v.boolean()),
  at: v.optional(v.nullable(InstantSchema)),
  after_silence: v.optional(v.boolean()),
  rows: v.optional(v.literal('bottom')),
});

const EndingShape = v.object({ until: InstantSchema, minutes: v.optional(v.number()) });
const maybeEnding = v.optional(v.nullable(EndingShape));

/** What runs on a board by hand. */
export const BoardProgrammeShape = v.object({
  active_page_id: textOrNull,
  pin_ends: maybeEnding,
  passing: v.optional(v.nullable(v.object({ page_id: v.string(), ends: EndingShape }))),
  quiet: maybeEnding,
  turn: v.optional(
    v.nullable(
      v.object({
        collection_id: v.string(),
        shift_ms: v.number(),
        hold: v.nullable(v.object({ from: InstantSchema, ends: EndingShape })),
      }),
    ),
  ),
  covered: v.optional(v.nullable(v.array(v.array(v.number())))),
  messages: v.array(MessageShape),
});

/** The account. */
export const StoredAuthShape = v.object({
  preference: v.nullable(v.picklist(['enabled', 'disabled'])),
  user: v.nullable(
    v.object({
      username: v.string(),
      password_hash: v.string(),
      created_at: v.string(),
      updated_at: v.string(),
      sessions_valid_after_ms: v.number(),
    }),
  ),
  revoked: v.array(v.object({ nonce: v.string(), expires_ms: v.number() })),
  token_hash: textOrNull,
  shares: v.array(
    v.object({
      id: v.string(),
      name: textOrNull,
      board_id: textOrNull,
      page_id: textOrNull,
      created_at: v.string(),
      expires_at: textOrNull,
      token_hash: v.string(),
    }),
  ),
  screens: v.optional(
    v.array(
      v.object({
        id: v.string(),
        name: v.string(),
        token_hash: v.string(),
        board_ids: v.array(v.string()),
        options: ScreenOptionsSchema,
        user_agent: v.string(),
        width: v.nullable(v.number()),
        height: v.nullable(v.number()),
        created_at: v.string(),
      }),
    ),
  ),
  favourite_tokens: v.optional(
    v.array(v.object({ favourite_id: v.string(), token_hash: v.string(), created_at: v.string() })),
  ),
  closed: v.boolean(),
  // Any event: an older build reads what a newer one wrote.
  audit: v.array(
    v.object({ at: v.string(), event: v.string(), username: textOrNull, client: textOrNull, count: v.number() }),
  ),
});
