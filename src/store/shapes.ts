import * as v from 'valibot';
import { PanelSchema, TileSchema } from '../schema/boards.ts';
import { CodeRowsSchema, DeviceTypeSchema, InstantSchema, JsonObjectSchema, integerBetween } from '../schema/common.ts';
import { RevertModeSchema, TransitionSchema } from '../schema/messages.ts';
import { LineMetadataSchema } from '../schema/pages.ts';
import { ScreenOptionsSchema } from '../schema/screens.ts';
import { DisplaySettingsSchema, PollingSchema, TargetSchema, TransitionSettingsSchema } from '../schema/settings.ts';
import { LocationSchema } from '../schema/location.ts';
import { SilenceSchema } from '../schema/silence.ts';

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
  notes_wide: integerBetween(1, 8),
  notes_tall: integerBetween(1, 8),
  grid_rows: v.nullable(v.number()),
  grid_cols: v.nullable(v.number()),
  panel: v.nullable(PanelSchema),
  tiles: v.nullable(v.array(TileSchema)),
  local_api_port: v.nullable(v.number()),
  follow: v.nullable(
    v.object({ topic: v.string(), url: textOrNull, username: v.string(), ca_certificate: v.string() }),
  ),
  enabled: v.boolean(),
  schedule_enabled: v.boolean(),
  paused: v.boolean(),
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
  general: v.object({ instance_name: v.string(), timezone: textOrNull }),
  transitions: TransitionSettingsSchema,
  silence: SilenceSchema,
  silence_by_board: v.record(v.string(), v.partial(SilenceSchema)),
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
    button: v.object({
      enabled: v.boolean(),
      pin: v.number(),
      press: v.picklist(['pause', 'none']),
      long_press: v.picklist(['wifi_setup', 'none']),
    }),
    led: v.object({ enabled: v.boolean(), pin: v.number() }),
  }),
  beta: v.object({ transition_plugins: v.boolean() }),
  wizard: v.nullable(v.picklist(['completed', 'skipped'])),
  screen_offered: v.boolean(),
  follower_suffix: v.string(),
});

/** What an owner set for a plugin. */
export const StoredPluginShape = v.object({
  enabled: v.boolean(),
  config: JsonObjectSchema,
  secrets: JsonObjectSchema,
  source: v.optional(v.object({ text: v.string(), local: v.boolean() })),
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

/** What runs on a board by hand. */
export const BoardProgrammeShape = v.object({
  active_page_id: textOrNull,
  timed: v.nullable(
    v.object({
      content: ContentShape,
      expires_at: v.nullable(InstantSchema),
      duration_minutes: v.optional(v.number()),
      revert_mode: RevertModeSchema,
      revert_page_id: textOrNull,
      transition: v.nullable(TransitionSchema),
    }),
  ),
  untimed: v.nullable(v.object({ content: ContentShape, over_page_id: textOrNull, over_page_updated_at: textOrNull })),
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
  closed: v.boolean(),
  // Any event: an older build reads what a newer one wrote.
  audit: v.array(
    v.object({ at: v.string(), event: v.string(), username: textOrNull, client: textOrNull, count: v.number() }),
  ),
});
