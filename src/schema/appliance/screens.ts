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
  BOARD_COLORS,
  CODE62_GLYPHS,
} from '../common.ts';
import { LONGEST_PAIRING_CODE, MOST_BOARDS, PERCENT, SCREEN_MARGIN, SCREEN_SECONDS } from '../limits.ts';

const percent = () => integerBetween(...PERCENT);
const ClockTimeSchema = v.pipe(v.string(), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'expected HH:MM'));

/** When a screen is dimmed, in the local time of the appliance, and how bright it is then, in percent. */
const NightSchema = v.object({
  /** Begin, as `HH:MM` local time. */
  start: ClockTimeSchema,
  /** End, as `HH:MM` local time; excluded. */
  end: ClockTimeSchema,
  /** How bright it is then, in percent. */
  level: percent(),
});

const options = {
  /** How long each of several boards is shown. */
  every_seconds: integerBetween(...SCREEN_SECONDS),
  /** Whether flaps are heard. */
  sound: v.boolean(),
  /** How loud flaps are, in percent. */
  volume: percent(),
  /** Colour of the flaps; `board` for that of the board. */
  look: v.picklist(['board', 'black', 'white']),
  /** Margin on each side, in percent of the screen. */
  margin: integerBetween(...SCREEN_MARGIN),
  /** Turn of the picture clockwise, in degrees. */
  orientation: v.picklist([0, 90, 180, 270]),
  /** Whether the pointer stays while it rests. */
  cursor: v.boolean(),
  /** When the screen is dimmed; null for never. */
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
  /** Width of the screen in pixels; null when unknown. */
  width: v.optional(PixelsSchema, null),
  /** Height of the screen in pixels; null when unknown. */
  height: v.optional(PixelsSchema, null),
});
/** Body of `POST /screens/pairing`. */
export type PairingBegin = v.InferOutput<typeof PairingBeginSchema>;

/** Answer of `POST /screens/pairing`: the code to show, and the secret with which alone the token is collected. */
export const PairingSchema = v.object({
  /** The code that the screen shows. */
  code: v.string(),
  /** What only the waiting screen knows: with it the token is collected. */
  secret: v.string(),
  /** How long the code is valid. */
  expires_in_seconds: whole(),
  /** How long to wait before the token is asked for again. */
  poll_seconds: whole(),
});
/** Answer of `POST /screens/pairing`. */
export type Pairing = v.InferOutput<typeof PairingSchema>;

/** Body of `POST /screens/pairing/token`. */
export const CollectSchema = v.object({ secret: v.pipe(v.string(), v.maxLength(100)) });
/** Answer of `POST /screens/pairing/token`: the token, once; null while nobody has confirmed the code. */
export const CollectedSchema = v.object({
  /** Whether the code was confirmed. */
  status: v.picklist(['waiting', 'confirmed']),
  /** The token of the screen; null while the code waits. */
  token: v.nullable(v.string()),
});
/** Answer of `POST /screens/pairing/token`. */
export type Collected = v.InferOutput<typeof CollectedSchema>;

const device = {
  /** The device and its browser in a few words; empty when unknown. */
  user_agent: v.string(),
  width: v.nullable(whole()),
  height: v.nullable(whole()),
};

/** A screen that shows a code and waits. */
export const WaitingScreenSchema = v.object({
  /** The code that the screen shows. */
  code: v.string(),
  /** The address from which the screen asked. */
  address: v.string(),
  ...device,
  /** When the code ends. */
  expires_at: InstantSchema,
});
/** A screen that shows a code and waits. */
export type WaitingScreen = v.InferOutput<typeof WaitingScreenSchema>;
/** Answer of `GET /screens/pairing`, the latest first. */
export const WaitingListSchema = v.object({
  /** Screens that show a code. */
  waiting: v.array(WaitingScreenSchema),
  total: whole(),
});

/** A paired screen. */
export const ScreenSchema = v.object({
  id: v.string(),
  name: v.string(),
  /** The boards that the screen shows and may read. */
  board_ids: v.array(v.string()),
  /** How the screen shows its boards; null for whoever is no screen. */
  options: ScreenOptionsSchema,
  ...device,
  created_at: InstantSchema,
  /** When the screen last asked for its boards; null for not since the start. */
  last_seen_at: v.nullable(InstantSchema),
  /** Whether the screen listens now. */
  connected: v.boolean(),
});
/** A paired screen. */
export type Screen = v.InferOutput<typeof ScreenSchema>;
/** Answer of `GET /screens`. */
export const ScreenListSchema = v.object({
  /** The screens. */
  screens: v.array(ScreenSchema),
  total: whole(),
});

/** Body of `POST /screens`: the code of a waiting screen; without one the answer has the token. */
export const ScreenConfirmSchema = v.object({
  /** The code that the screen shows; without one the answer has the token. */
  code: maybe(v.pipe(v.string(), v.maxLength(LONGEST_PAIRING_CODE))),
  name: maybe(NameSchema),
  board_ids: BoardIdsSchema,
  options: maybe(sentOptions),
});
/** Body of `POST /screens`. */
export type ScreenConfirm = v.InferOutput<typeof ScreenConfirmSchema>;
/** Answer of `POST /screens`: the screen; its token only when there was no code. */
export const ConfirmedScreenSchema = v.object({
  /** The screen. */
  screen: ScreenSchema,
  /** The token, when there was no code; it cannot be read again. */
  token: v.nullable(v.string()),
});

/** Body of `PATCH /screens/{id}`: only sent fields apply. */
export const ScreenUpdateSchema = v.object({
  name: maybe(NameSchema),
  board_ids: maybe(BoardIdsSchema),
  options: maybe(sentOptions),
});
/** Body of `PATCH /screens/{id}`. */
export type ScreenUpdate = v.InferOutput<typeof ScreenUpdateSchema>;

/** Answer of `DELETE /screens/{id}`. */
export const ScreenRemovedSchema = v.object({
  id: v.string(),
  /** Always true. */
  removed: v.literal(true),
});

/** What a screen has to know of a board to draw it. */
export const ScreenBoardSchema = v.object({
  id: v.string(),
  name: v.string(),
  device_type: DeviceTypeSchema,
  rows: whole(),
  cols: whole(),
  /** Colour of the flaps. */
  board_color: v.picklist(BOARD_COLORS),
  /** What flap 62 shows: older Vestaboards have a degree sign, newer ones a heart. */
  code62_glyph: v.picklist(CODE62_GLYPHS),
  /** The columns that have a flap, row by row; null where every cell has one. */
  places: v.nullable(v.array(v.array(whole()))),
  characters: v.nullable(CodeRowsSchema),
  /** Brightness of the board in percent; 0 is a dark screen. */
  brightness: percent(),
  /** Whether the board is in its quiet hours. */
  silent: v.boolean(),
  /** Seconds until its quiet hours begin or end; null when nothing is planned. */
  silence_changes_in_seconds: v.nullable(whole()),
});
/** What a screen has to know of a board to draw it. */
export type ScreenBoard = v.InferOutput<typeof ScreenBoardSchema>;

/** Answer of `GET /screens/view`: `options` are null for whoever is let in without being a screen. */
export const ScreenViewSchema = v.object({
  name: v.nullable(v.string()),
  options: v.nullable(ScreenOptionsSchema),
  boards: v.array(ScreenBoardSchema),
  /** The clock of the appliance. */
  now: InstantSchema,
  /** Minute of the day in the time zone of the appliance. */
  local_minute: whole(),
  /** Whether the owner wants boards drawn without turning flaps. */
  reduced_motion: v.boolean(),
});
/** Answer of `GET /screens/view`. */
export type ScreenView = v.InferOutput<typeof ScreenViewSchema>;

/** A paired screen as it is stored. */
export const StoredScreenShape = v.object({
  id: v.string(),
  name: v.string(),
  /** SHA-256 of its token, hex. */
  token_hash: v.string(),
  board_ids: v.pipe(v.array(v.string()), v.readonly()),
  options: ScreenOptionsSchema,
  user_agent: v.string(),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  created_at: v.string(),
});
/** A paired screen as it is stored. */
export type StoredScreen = v.InferOutput<typeof StoredScreenShape>;
