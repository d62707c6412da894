import * as v from 'valibot';
import { BoardInstanceWriteSchema, PanelSchema } from './boards.ts';
import { HostSchema, IdSchema, SecretSchema, maybe, whole } from './common.ts';
import { ConnectionFieldSchema } from './connection-field.ts';

const SerialPortSchema = v.object({
  path: v.string(),
  manufacturer: v.nullable(v.string()),
  vendor_id: v.nullable(v.string()),
  product_id: v.nullable(v.string()),
  serial_number: v.nullable(v.string()),
  driver: v.nullable(v.string()),
});
/** A serial port of the machine, with a guess of what hangs there. */
export type SerialPort = v.InferOutput<typeof SerialPortSchema>;

const ScreenSchema = v.object({
  path: v.string(),
  name: v.string(),
  width: v.nullable(whole()),
  height: v.nullable(whole()),
  problem: v.nullable(v.string()),
});
/** A screen of the machine, and why it cannot be drawn on. */
export type ScreenPort = v.InferOutput<typeof ScreenSchema>;

/**
 * Answer of `GET /settings/board/discover`: machines nearby that accept connections where Vestaboards do, and the
 * serial ports of this one.
 */
export const DiscoveredBoardsSchema = v.object({
  boards: v.array(v.object({ host: v.string(), port: v.number(), name: v.nullable(v.string()) })),
  total: v.number(),
  serial_ports: v.array(SerialPortSchema),
});

const PanelDriverSchema = v.object({
  kind: PanelSchema.entries.driver,
  label: v.string(),
  summary: v.string(),
  fields: v.array(ConnectionFieldSchema),
  ways: v.array(v.object({ label: v.string(), fields: v.array(v.string()) })),
  flaps: v.nullable(v.string()),
  grid: v.nullable(v.object({ rows: whole(), cols: whole() })),
  most: v.nullable(v.object({ rows: whole(), cols: whole() })),
  modules: v.boolean(),
  tells: v.object({
    read_back: v.picklist(['yes', 'no', 'depends']),
    restart: v.boolean(),
    health: v.boolean(),
    actions: v.boolean(),
  }),
  found: v.picklist(['serial', 'i2c', 'mdns', 'screen', 'none']),
  emulator: v.nullable(v.string()),
});
/** A driver for panels, as a form offers it. */
export type PanelDriver = v.InferOutput<typeof PanelDriverSchema>;

/** Answer of `GET /settings/board/drivers`: the drivers for panels, and the ports of this machine to choose from. */
export const PanelDriversSchema = v.object({
  drivers: v.array(PanelDriverSchema),
  serial_ports: v.array(SerialPortSchema),
  i2c_buses: v.array(whole()),
  screens: v.array(ScreenSchema),
  no_screen: v.nullable(v.string()),
});
/** The drivers for panels, and the ports of this machine. */
export type PanelDrivers = v.InferOutput<typeof PanelDriversSchema>;

/** What was found nearby. */
export type DiscoveredBoards = v.InferOutput<typeof DiscoveredBoardsSchema>;

/** Body of `POST /config/board/test`: settings to try; with `board_id` what is not sent is that board's. */
export const BoardTestSchema = v.object({ ...BoardInstanceWriteSchema.entries, board_id: maybe(IdSchema) });
/** Body of `POST /config/board/test`. */
export type BoardTest = v.InferOutput<typeof BoardTestSchema>;

const verdict = { success: v.boolean(), message: v.string(), error: v.nullable(v.string()) };

/** Why a board can fail its test. `no_answer`: it says nothing, or nothing that is known. */
export const TestFailureSchema = v.picklist([
  'incomplete',
  'key_missing',
  'key_refused',
  'login_refused',
  'quiet_hours',
  'too_often',
  'name_unknown',
  'connection_refused',
  'other_device',
  'wrong_clock',
  'port_missing',
  'port_busy',
  'no_access',
  'not_a_port',
  'bus_missing',
  'screen',
  'certificate_unknown',
  'broker',
  'module_map',
  'panel_silent',
  'modules_silent',
  'no_answer',
]);
/** Why a board failed its test. */
export type TestFailure = v.InferOutput<typeof TestFailureSchema>;

/** Answer of `POST /config/board/test`: the verdict, the code of its cause and what to look at when it is bad. */
export const BoardTestAnswerSchema = v.object({
  ...verdict,
  code: v.nullable(TestFailureSchema),
  troubleshooting: v.array(v.string()),
});
/** Answer of `POST /config/board/test`. */
export type BoardTestAnswer = v.InferOutput<typeof BoardTestAnswerSchema>;

/** Answer of `GET /settings/board/{id}/local-api`: how other programs write on the board as if it were a Vestaboard. */
export const ServedLocalApiSchema = v.object({
  board_id: v.string(),
  /** Null: it is switched off. */
  port: v.nullable(v.number()),
  listening: v.boolean(),
  /** Why nothing listens although a port is set. */
  error: v.nullable(v.string()),
  /** Whether a program has a key. */
  key_set: v.boolean(),
  enablement_token: v.nullable(v.string()),
});
/** How other programs write on a board. */
export type ServedLocalApi = v.InferOutput<typeof ServedLocalApiSchema>;

/**
 * Body of `POST /config/board/enable-local-api`: the token that the maker e-mails, for a stored board or for an
 * address.
 */
export const EnableLocalApiSchema = v.object({
  board_id: maybe(IdSchema),
  host: maybe(HostSchema),
  enablement_token: v.pipe(SecretSchema, v.minLength(1)),
});
/** Body of `POST /config/board/enable-local-api`. */
export type EnableLocalApi = v.InferOutput<typeof EnableLocalApiSchema>;

/**
 * Answer of `POST /config/board/enable-local-api`: the new key, shown this once, or `***` when it was stored with the
 * board.
 */
export const EnableLocalApiAnswerSchema = v.object({ ...verdict, local_api_key: v.nullable(v.string()) });
/** Answer of `POST /config/board/enable-local-api`. */
export type EnableLocalApiAnswer = v.InferOutput<typeof EnableLocalApiAnswerSchema>;
