import * as v from 'valibot';
import {
  CodeRowsSchema,
  DeviceTypeSchema,
  IdSchema,
  InstantSchema,
  NameSchema,
  integerBetween,
  maybe,
  whole,
} from './common.ts';
import { LONGEST_PAIRING_CODE, MOST_BOARDS, PERCENT, SCREEN_MARGIN, SCREEN_SECONDS } from './limits.ts';

const percent = () => integerBetween(...PERCENT);
const ClockTimeSchema = v.pipe(v.string(), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/));

/** When a screen is dimmed, in the local time of the appliance, and how bright it is then, in percent. */
const NightSchema = v.object({ start: ClockTimeSchema, end: ClockTimeSchema, level: percent() });

const options = {
  every_seconds: integerBetween(...SCREEN_SECONDS),
  sound: v.boolean(),
  volume: percent(),
  look: v.picklist(['board', 'black', 'white']),
  margin: integerBetween(...SCREEN_MARGIN),
  orientation: v.picklist([0, 90, 180, 270]),
  cursor: v.boolean(),
  night: v.nullable(NightSchema),
};

/** How a paired screen shows its boards. */
export const ScreenOptionsSchema = v.object(options);
/** How a paired screen shows its boards. */
export type ScreenOptions = v.InferOutput<typeof ScreenOptionsSchema>;

const sentOptions = v.partial(ScreenOptionsSchema);
const BoardIdsSchema = v.pipe(v.array(IdSchema), v.minLength(1), v.maxLength(MOST_BOARDS));
const PixelsSchema = v.nullable(integerBetween(1, 100_000));

/** Body of `POST /screens/pairing`: the size of the screen in pixels. */
export const PairingBeginSchema = v.object({
  width: v.optional(PixelsSchema, null),
  height: v.optional(PixelsSchema, null),
});
/** Body of `POST /screens/pairing`. */
export type PairingBegin = v.InferOutput<typeof PairingBeginSchema>;

/** Answer of `POST /screens/pairing`: the code to show, and the secret with which alone the token is collected. */
export const PairingSchema = v.object({
  code: v.string(),
  secret: v.string(),
  expires_in_seconds: whole(),
  poll_seconds: whole(),
});
/** Answer of `POST /screens/pairing`. */
export type Pairing = v.InferOutput<typeof PairingSchema>;

/** Body of `POST /screens/pairing/token`. */
export const CollectSchema = v.object({ secret: v.pipe(v.string(), v.maxLength(100)) });
/** Answer of `POST /screens/pairing/token`: the token, once; null while nobody has confirmed the code. */
export const CollectedSchema = v.object({
  status: v.picklist(['waiting', 'confirmed']),
  token: v.nullable(v.string()),
});
/** Answer of `POST /screens/pairing/token`. */
export type Collected = v.InferOutput<typeof CollectedSchema>;

const device = { user_agent: v.string(), width: v.nullable(whole()), height: v.nullable(whole()) };

/** A screen that shows a code and waits. */
export const WaitingScreenSchema = v.object({
  code: v.string(),
  address: v.string(),
  ...device,
  expires_at: InstantSchema,
});
/** A screen that shows a code and waits. */
export type WaitingScreen = v.InferOutput<typeof WaitingScreenSchema>;
/** Answer of `GET /screens/pairing`, the latest first. */
export const WaitingListSchema = v.object({ waiting: v.array(WaitingScreenSchema), total: whole() });

/** A paired screen. */
export const ScreenSchema = v.object({
  id: v.string(),
  name: v.string(),
  board_ids: v.array(v.string()),
  options: ScreenOptionsSchema,
  ...device,
  created_at: InstantSchema,
  last_seen_at: v.nullable(InstantSchema),
  connected: v.boolean(),
});
/** A paired screen. */
export type Screen = v.InferOutput<typeof ScreenSchema>;
/** Answer of `GET /screens`. */
export const ScreenListSchema = v.object({ screens: v.array(ScreenSchema), total: whole() });

/** Body of `POST /screens`: the code of a waiting screen; without one the answer has the token. */
export const ScreenConfirmSchema = v.object({
  code: maybe(v.pipe(v.string(), v.maxLength(LONGEST_PAIRING_CODE))),
  name: maybe(NameSchema),
  board_ids: BoardIdsSchema,
  options: maybe(sentOptions),
});
/** Body of `POST /screens`. */
export type ScreenConfirm = v.InferOutput<typeof ScreenConfirmSchema>;
/** Answer of `POST /screens`: the screen; its token only when there was no code. */
export const ConfirmedScreenSchema = v.object({ screen: ScreenSchema, token: v.nullable(v.string()) });

/** Body of `PATCH /screens/{id}`: only sent fields apply. */
export const ScreenUpdateSchema = v.object({
  name: maybe(NameSchema),
  board_ids: maybe(BoardIdsSchema),
  options: maybe(sentOptions),
});
/** Body of `PATCH /screens/{id}`. */
export type ScreenUpdate = v.InferOutput<typeof ScreenUpdateSchema>;

/** Answer of `DELETE /screens/{id}`. */
export const ScreenRemovedSchema = v.object({ id: v.string(), removed: v.literal(true) });

/** What a screen has to know of a board to draw it. */
export const ScreenBoardSchema = v.object({
  id: v.string(),
  name: v.string(),
  device_type: DeviceTypeSchema,
  rows: whole(),
  cols: whole(),
  board_color: v.picklist(['black', 'white']),
  code62_glyph: v.picklist(['degree', 'heart']),
  places: v.nullable(v.array(v.array(whole()))),
  characters: v.nullable(CodeRowsSchema),
  brightness: percent(),
  silent: v.boolean(),
  silence_changes_in_seconds: v.nullable(whole()),
});
/** What a screen has to know of a board to draw it. */
export type ScreenBoard = v.InferOutput<typeof ScreenBoardSchema>;

/** Answer of `GET /screens/view`: `options` are null for whoever is let in without being a screen. */
export const ScreenViewSchema = v.object({
  name: v.nullable(v.string()),
  options: v.nullable(ScreenOptionsSchema),
  boards: v.array(ScreenBoardSchema),
  now: InstantSchema,
  local_minute: whole(),
  reduced_motion: v.boolean(),
});
/** Answer of `GET /screens/view`. */
export type ScreenView = v.InferOutput<typeof ScreenViewSchema>;

/** A paired screen as it is stored. */
export interface StoredScreen {
  id: string;
  name: string;
  /** SHA-256 of its token, hex. */
  token_hash: string;
  board_ids: readonly string[];
  options: ScreenOptions;
  user_agent: string;
  width: number | null;
  height: number | null;
  created_at: string;
}
