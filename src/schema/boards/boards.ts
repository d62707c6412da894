import * as v from 'valibot';
import { hostAtPort } from '../../core/pasted-address.ts';
import { PANEL_DRIVERS } from '../../../hw/registry.ts';
import {
  CodeRowsSchema,
  DeviceTypeSchema,
  GridColsSchema,
  GridRowsSchema,
  HostSchema,
  IdSchema,
  InstantSchema,
  NameSchema,
  SecretSchema,
  command,
  integerBetween,
  integerFrom,
  maybe,
  maybeEach,
  whole,
  portNumber,
  MomentSchema,
  BOARD_COLORS,
  CODE62_GLYPHS,
} from '../common.ts';
import { destinationsIn, mergeConnections, withoutBounds } from './connection-field.ts';
import { FollowSchema, FollowWriteSchema, StoredFollowShape } from './follow.ts';
import { LONGEST_LINE, MOST_BOARDS, MOST_GLYPHS, MOST_MODULES, NOTES } from '../limits.ts';
import { ModuleMapSchema } from './panel.ts';

const summary = {
  /** Id of the board. */
  id: v.string(),
  name: v.string(),
  device_type: DeviceTypeSchema,
  rows: whole(),
  cols: whole(),
  /** Whether it is the primary board: the first one, which operations mean when they name none. */
  is_primary: v.boolean(),
  paused: v.boolean(),
  /** Whether rules and default page of the board count. */
  schedule_enabled: v.boolean(),
};

/** An element of the board list. */
export const BoardSummarySchema = v.object(summary);
/** An element of the board list. */
export type BoardSummary = v.InferOutput<typeof BoardSummarySchema>;

/** Answer of `GET /v1/boards`. */
export const BoardListSchema = v.object({ boards: v.array(BoardSummarySchema), total: whole() });

/** Where `resolved_page_id` came from. */
export const SourceSchema = v.picklist(['manual', 'schedule', 'none']);
/** Where `resolved_page_id` came from. */
export type Source = v.InferOutput<typeof SourceSchema>;

/** Answer of `GET /v1/boards/{board}`: what is on it and why. */
export const BoardDetailSchema = v.object({
  ...summary,
  characters: v.nullable(CodeRowsSchema),
  text: v.nullable(v.string()),
  /** Rows of flap codes that were last asked for; null before anything was. */
  expected_characters: v.nullable(CodeRowsSchema),
  /** When the content was read or acknowledged; null when it is live or unknown. */
  read_at: v.nullable(InstantSchema),
  /** The pinned page or collection; null when none is pinned. */
  active_page_id: v.nullable(v.string()),
  scheduled_page_id: v.nullable(v.string()),
  /** The page that the board stands at now, or returns to after a message; null when there is none. */
  resolved_page_id: v.nullable(v.string()),
  /** Seconds until that can change; null when nothing is planned. */
  resolved_next_check_seconds: v.nullable(whole()),
  /** Where the resolved page comes from: a pin is `manual`, rules and default page are `schedule`. */
  source: SourceSchema,
  default_page_id: v.nullable(v.string()),
  /** When the timed message ends; null when none runs. */
  override_expires_at: v.nullable(InstantSchema),
});
/** Answer of `GET /v1/boards/{board}`. */
export type BoardDetail = v.InferOutput<typeof BoardDetailSchema>;

/** Body of `PATCH /v1/boards/{board}`: only sent fields apply; null clears `default_page_id` and leaves the others. */
export const BoardUpdateSchema = v.object({
  name: maybe(NameSchema),
  paused: maybe(v.boolean()),
  schedule_enabled: maybe(v.boolean()),
  default_page_id: maybe(IdSchema),
});
/** Body of `PATCH /v1/boards/{board}`. */
export type BoardUpdate = v.InferOutput<typeof BoardUpdateSchema>;

/** Body of `PATCH /boards/{board}` on the flat surface: a pause may have an end. */
export const FlatBoardUpdateSchema = command({ ...BoardUpdateSchema.entries, paused_until: maybe(MomentSchema) });
/** Body of `PATCH /boards/{board}` on the flat surface. */
export type FlatBoardUpdate = v.InferOutput<typeof FlatBoardUpdateSchema>;
/** Answer of `PATCH /boards/{board}` on the flat surface. */
export const FlatBoardDetailSchema = v.object({
  ...BoardDetailSchema.entries,
  /** When the pause ends by itself; null for never. */
  paused_until: v.nullable(InstantSchema),
  /** Until when the board is left alone; null when it is not. */
  quiet_until: v.nullable(InstantSchema),
});

/** One board in the status: the spec's members, and what an owner wants to know beside them. */
export const BoardRuntimeStatusSchema = v.object({
  /** Whether the board is switched on. */
  configured: v.boolean(),
  paused: v.boolean(),
  active_page_id: v.nullable(v.string()),
  /** What is wrong with the board at present; null when nothing is. */
  error: v.nullable(v.string()),
  /** Whether the board shows something else than it was asked to, for two readings in a row. */
  drifted: v.boolean(),
  /** Whether what the board shows is a guess, because its motors have no sensors. */
  guessed: v.boolean(),
  /** Characters of the last content that had no flap, each with what was shown in its place. */
  substitutions: v.record(v.string(), v.string()),
  /** When flaps were last moved; null before the first time. */
  last_sent_at: v.nullable(InstantSchema),
  quiet_until: v.nullable(InstantSchema),
});
/** One board in the status. */
export type BoardRuntimeStatus = v.InferOutput<typeof BoardRuntimeStatusSchema>;

const ENTRIES = mergeConnections(PANEL_DRIVERS.map(({ connection }) => connection));

/** Which fields of a connection say where it leads: a field that does so for one driver does so for all. */
export const CONNECTION_DESTINATIONS = new Map(PANEL_DRIVERS.flatMap(({ connection }) => destinationsIn(connection)));

/** The most rows and columns of a panel, by its driver, where the display has bounds. */
export const PANEL_BOUNDS = new Map(PANEL_DRIVERS.flatMap(({ kind, most }) => (most ? [[kind, most] as const] : [])));

/** The drivers whose display has light that can be set: they have the fields for it. */
export const LIT_DRIVERS: ReadonlySet<string> = new Set(
  PANEL_DRIVERS.filter(({ connection }) => 'on_in_silence' in connection).map(({ kind }) => kind),
);

/** How a panel's driver reaches its hardware: the fields of all drivers. */
export const ConnectionSchema = v.object(withoutBounds(ENTRIES));
/** How a panel's driver reaches its hardware. */
export type Connection = v.InferOutput<typeof ConnectionSchema>;

/** The `panel` member of a board of device type `panel`. */
export const PanelSchema = v.object({
  /** How the hardware of the panel speaks. */
  driver: v.picklist(PANEL_DRIVERS.map(({ kind }) => kind)),
  /** How the hardware is reached. */
  connection: v.optional(ConnectionSchema, {}),
  /** The glyphs of a reel in their order; null asks the hardware or takes the usual ones. */
  flaps: v.optional(v.nullable(v.union([v.string(), v.array(v.string())])), null),
  /** Which module shows which cell: a list, or a common wiring. */
  modules: v.optional(ModuleMapSchema, { layout: 'rows', first: 0 }),
  /** The most modules that turn at once; null sets no bound. */
  max_moving: v.optional(v.nullable(integerFrom(1)), null),
  /** Whether all modules start so that they arrive at the same moment. */
  land_together: v.optional(v.boolean(), false),
});
/** The `panel` member of a board. */
export type Panel = v.InferOutput<typeof PanelSchema>;

/** One Note of an array that is driven over the LAN, at tile row and column from 0. */
export const TileSchema = v.object({
  /** Row, from 0 at the top. */
  row: integerBetween(0, NOTES[1] - 1),
  /** Column, from 0 at the left. */
  col: integerBetween(0, NOTES[1] - 1),
  host: v.string(),
  /** Key of the Local API. Answers mask it as `***`, and `***` keeps it. */
  local_api_key: v.optional(v.string(), ''),
  enabled: v.optional(v.boolean(), true),
});
/** One Note of an array. */
export type Tile = v.InferOutput<typeof TileSchema>;

/** A Note of an array as it is sent: its port may stand in its host, or beside it. */
const TileWriteSchema = v.pipe(
  v.object({
    ...TileSchema.entries,
    host: HostSchema,
    /** Port of the Local API, where `host` has none. */
    port: maybe(portNumber()),
    local_api_key: v.optional(SecretSchema, ''),
  }),
  v.transform(({ port, ...tile }) => ({ ...tile, host: hostAtPort(tile.host, port) })),
);

/** A secret that must stay as it is, in bodies; a secret that is set, in answers. */
export const MASK = '***';

// It stands in addresses and topics, and "*" means every board.
const BoardIdSchema = v.pipe(
  v.string(),
  v.regex(
    /^(?:[A-Za-z0-9][A-Za-z0-9_-]{0,63})?$/,
    'expected at most 64 letters, digits, _ and -, with a letter or digit first',
  ),
);

const instance = {
  /** Colour of the flaps. */
  board_color: v.picklist(BOARD_COLORS),
  /** What flap 62 shows: older Vestaboards have a degree sign, newer ones a heart. */
  code62_glyph: v.picklist(CODE62_GLYPHS),
  /** Whether a Vestaboard is reached in the home network or through the cloud. */
  api_mode: v.picklist(['local', 'cloud']),
  host: v.string(),
  local_api_key: v.string(),
  /** Read/Write key for the cloud. Answers mask it as `***`, and `***` keeps it. */
  cloud_key: v.string(),
  /** Cloud API token of a Note array. Answers mask it as `***`, and `***` keeps it. */
  note_array_token: v.string(),
  notes_wide: integerBetween(...NOTES),
  notes_tall: integerBetween(...NOTES),
  grid_rows: v.nullable(GridRowsSchema),
  grid_cols: v.nullable(GridColsSchema),
  /** How a panel is driven; null for other forms of display. */
  panel: v.nullable(PanelSchema),
  /** The Notes of an array that are reached one by one; null when they are not. */
  tiles: v.nullable(v.array(TileSchema)),
  /** Port at which the board is served to programs for Vestaboards; null serves it nowhere. */
  local_api_port: v.nullable(portNumber()),
  /** What a critical message goes through: `none`, the `silence`, or `all`: a pause and quiet too. */
  critical_passes: v.picklist(['none', 'silence', 'all']),
  /** The topic of another appliance that the board shows; null shows the board's own programme. */
  follow: v.nullable(FollowSchema),
  enabled: v.boolean(),
  schedule_enabled: v.boolean(),
  paused: v.boolean(),
};

/** A board as the flat settings surface answers it: secrets are `***` when set and empty when not. */
export const BoardInstanceSchema = v.object({
  /** Id of the board. */
  id: v.string(),
  name: NameSchema,
  device_type: DeviceTypeSchema,
  ...instance,
});
/** A board as the flat settings surface answers it. */
export type BoardInstance = v.InferOutput<typeof BoardInstanceSchema>;

const GlyphsSchema = v.union([
  v.pipe(v.string(), v.maxLength(LONGEST_LINE)),
  v.pipe(v.array(IdSchema), v.maxLength(MOST_GLYPHS)),
]);
const [ModuleListSchema, LayoutSchema] = ModuleMapSchema.options;
const PanelWriteSchema = v.object({
  ...PanelSchema.entries,
  connection: v.optional(v.object(ENTRIES), {}),
  flaps: v.optional(v.nullable(GlyphsSchema), null),
  modules: v.optional(v.union([v.pipe(ModuleListSchema, v.maxLength(MOST_MODULES)), LayoutSchema]), {
    layout: 'rows',
    first: 0,
  }),
});

/**
 * Body of `POST /settings/board/add`, and an element of `boards` in `PUT /settings/board`; only `device_type` is
 * required to add.
 */
export const BoardInstanceWriteSchema = v.object(
  maybeEach({
    /** Id of the board; a new one is made unless given. */
    id: BoardIdSchema,
    name: NameSchema,
    device_type: DeviceTypeSchema,
    ...instance,
    host: HostSchema,
    local_api_key: SecretSchema,
    cloud_key: SecretSchema,
    note_array_token: SecretSchema,
    grid_rows: GridRowsSchema,
    grid_cols: GridColsSchema,
    panel: PanelWriteSchema,
    tiles: v.pipe(v.array(TileWriteSchema), v.maxLength(NOTES[1] * NOTES[1])),
    local_api_port: portNumber(),
    follow: FollowWriteSchema,
  }),
);
/** Body of `POST /settings/board/add`. */
export type BoardInstanceWrite = v.InferOutput<typeof BoardInstanceWriteSchema>;

/** Answer of `GET /settings/board`. */
export const BoardSettingsSchema = v.object({
  /** Colour of the flaps of all boards. */
  board_type: v.picklist(BOARD_COLORS),
  boards: v.array(BoardInstanceSchema),
  /** Forms of display that the boards have. */
  devices: v.array(v.string()),
});
/** Answer of `GET /settings/board`. */
export type BoardSettings = v.InferOutput<typeof BoardSettingsSchema>;

/** Body of `PUT /settings/board`: acts on exactly one of its members. */
export const BoardSettingsWriteSchema = v.object({
  boards: maybe(v.array(BoardInstanceWriteSchema)),
  /** Forms of display of which there shall be at least one board each. */
  devices: maybe(v.pipe(v.array(v.picklist(DeviceTypeSchema.options)), v.maxLength(MOST_BOARDS))),
  board_type: maybe(v.picklist(BOARD_COLORS)),
});
/** Body of `PUT /settings/board`. */
export type BoardSettingsWrite = v.InferOutput<typeof BoardSettingsWriteSchema>;

const secret = v.optional(v.string());
const StoredSecretsShape = v.object({
  local_api_key: secret,
  cloud_key: secret,
  note_array_token: secret,
  panel_password: secret,
  /** The password at the broker that the board follows. */
  follow_password: secret,
  /** The address of the panel's broker, where a part of it is secret; `panel.connection.url` has it masked. */
  panel_url: secret,
  tile_keys: v.optional(v.record(v.string(), v.string())),
  /** The key that flapbox's own Local API gave out for this board. */
  served_local_api_key: secret,
  /** What a program hands in to get that key. */
  served_enablement_token: secret,
});
/** The secrets of a board; absent means not set. Keys of tiles are by `row,col`. */
export type BoardSecrets = v.InferOutput<typeof StoredSecretsShape>;

const { local_api_key: _local, cloud_key: _cloud, note_array_token: _token, ...plain } = instance;
/** A board as it is stored: what was written under other bounds stays readable. */
export const StoredBoardShape = v.object({
  id: v.string(),
  name: v.string(),
  device_type: DeviceTypeSchema,
  ...plain,
  grid_rows: v.nullable(v.number()),
  grid_cols: v.nullable(v.number()),
  tiles: v.nullable(v.array(v.omit(TileSchema, ['local_api_key']))),
  local_api_port: v.nullable(v.number()),
  follow: v.nullable(StoredFollowShape),
  /** When the pause ends by itself; null for never. */
  paused_until: v.optional(v.nullable(v.string())),
  default_page_id: v.nullable(v.string()),
  secrets: StoredSecretsShape,
});
/** A board as it is stored; the store writes every member named `secrets` encrypted. */
export type StoredBoard = v.InferOutput<typeof StoredBoardShape>;

/** What a board is unless somebody says otherwise; every one has an id, a name and a type of its own. */
export const PLAIN_BOARD: Omit<StoredBoard, 'id' | 'name' | 'device_type'> = {
  board_color: 'black',
  code62_glyph: 'degree',
  api_mode: 'local',
  host: '',
  notes_wide: 1,
  notes_tall: 1,
  grid_rows: null,
  grid_cols: null,
  panel: null,
  tiles: null,
  local_api_port: null,
  critical_passes: 'silence',
  follow: null,
  enabled: true,
  schedule_enabled: true,
  paused: false,
  default_page_id: null,
  secrets: {},
};
