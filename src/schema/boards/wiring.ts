import * as v from 'valibot';
import { BoardInstanceWriteSchema, PanelSchema } from './boards.ts';
import { HostSchema, IdSchema, SecretSchema, maybe, whole } from '../common.ts';
import { ConnectionFieldSchema } from './connection-field.ts';

const SerialPortSchema = v.object({
  /** Path of the serial port. */
  path: v.string(),
  /** Maker of the USB adapter; null when it does not say. */
  manufacturer: v.nullable(v.string()),
  /** USB id of the maker; null when there is none. */
  vendor_id: v.nullable(v.string()),
  /** USB id of the product; null when there is none. */
  product_id: v.nullable(v.string()),
  /** Serial number of the USB adapter; null when there is none. */
  serial_number: v.nullable(v.string()),
  /** The driver that probably fits; null when that cannot be told. */
  driver: v.nullable(v.string()),
});
/** A serial port of the machine, with a guess of what hangs there. */
export type SerialPort = v.InferOutput<typeof SerialPortSchema>;

const ScreenSchema = v.object({
  /** Path of the frame buffer. */
  path: v.string(),
  /** What the kernel calls it. */
  name: v.string(),
  /** Visible pixels of a line. */
  width: v.nullable(whole()),
  /** Visible lines. */
  height: v.nullable(whole()),
  /** Why it cannot be drawn on; null where it can. */
  problem: v.nullable(v.string()),
});
/** A screen of the machine, and why it cannot be drawn on. */
export type ScreenPort = v.InferOutput<typeof ScreenSchema>;

/**
 * Answer of `GET /settings/board/discover`: machines nearby that accept connections where Vestaboards do, and the
 * serial ports of this one.
 */
export const DiscoveredBoardsSchema = v.object({
  /** Machines that accept connections where Vestaboards do. */
  boards: v.array(
    v.object({
      /** IP address of the machine. */
      host: v.string(),
      /** Port. */
      port: v.number(),
      /** Name under which the machine is known in the network; null when it has none. */
      name: v.nullable(v.string()),
    }),
  ),
  total: v.number(),
  /** Serial ports of the machine. */
  serial_ports: v.array(SerialPortSchema),
});

const PanelDriverSchema = v.object({
  /** The word for it in `panel.driver`. */
  kind: PanelSchema.entries.driver,
  /** Its name for people. */
  label: v.string(),
  /** What it drives, in a few words. */
  summary: v.string(),
  /** The fields of its `connection`, as a form draws them. */
  fields: v.array(ConnectionFieldSchema),
  /** Several ways to reach the hardware; empty where all fields belong together. */
  ways: v.array(
    v.object({
      /** The way, for people. */
      label: v.string(),
      /** Names of its fields. The way whose first field has a value is taken. */
      fields: v.array(v.string()),
    }),
  ),
  /** The reel when neither the owner nor the hardware names one; null without reels. */
  flaps: v.nullable(v.string()),
  /** The one size of its display; null where the owner says how large it is. */
  grid: v.nullable(
    v.object({
      /** Rows of the display. */
      rows: whole(),
      /** Columns of the display. */
      cols: whole(),
    }),
  ),
  /** The largest size for which the display has room; null without a bound of its own. */
  most: v.nullable(
    v.object({
      /** The most rows. */
      rows: whole(),
      /** The most columns. */
      cols: whole(),
    }),
  ),
  /** Whether its cells are modules with addresses, which can be mapped. */
  modules: v.boolean(),
  /** What the hardware can say of itself. */
  tells: v.object({
    /** Whether it can be read what is shown. */
    read_back: v.picklist(['yes', 'no', 'depends']),
    /** Whether it is noticed that a device started anew. */
    restart: v.boolean(),
    /** Whether modules that fail are named. */
    health: v.boolean(),
    /** Whether it takes commands for the modules themselves. */
    actions: v.boolean(),
  }),
  /** How the machine finds what it could be connected to. */
  found: v.picklist(['serial', 'i2c', 'mdns', 'screen', 'none']),
  /** Name of the emulator that stands in for the hardware; null without one. */
  emulator: v.nullable(v.string()),
});
/** A driver for panels, as a form offers it. */
export type PanelDriver = v.InferOutput<typeof PanelDriverSchema>;

/** Answer of `GET /settings/board/drivers`: the drivers for panels, and the ports of this machine to choose from. */
export const PanelDriversSchema = v.object({
  /** The drivers for panels, in the order in which they are offered. */
  drivers: v.array(PanelDriverSchema),
  serial_ports: v.array(SerialPortSchema),
  /** Numbers of the I2C buses of the machine. */
  i2c_buses: v.array(whole()),
  /** The screens. */
  screens: v.array(ScreenSchema),
  /** Why there is no screen; null where there is one. */
  no_screen: v.nullable(v.string()),
});
/** The drivers for panels, and the ports of this machine. */
export type PanelDrivers = v.InferOutput<typeof PanelDriversSchema>;

/** What was found nearby. */
export type DiscoveredBoards = v.InferOutput<typeof DiscoveredBoardsSchema>;

/** Body of `POST /config/board/test`: settings to try; with `board_id` what is not sent is that board's. */
export const BoardTestSchema = v.object({
  ...BoardInstanceWriteSchema.entries,
  /** A stored board whose settings count where none are sent. */
  board_id: maybe(IdSchema),
});
/** Body of `POST /config/board/test`. */
export type BoardTest = v.InferOutput<typeof BoardTestSchema>;

const verdict = {
  /** Whether it worked. */
  success: v.boolean(),
  message: v.string(),
  error: v.nullable(v.string()),
};

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
  /** Why it did not work; null when it did. */
  code: v.nullable(TestFailureSchema),
  /** What to look at when it did not work. */
  troubleshooting: v.array(v.string()),
});
/** Answer of `POST /config/board/test`. */
export type BoardTestAnswer = v.InferOutput<typeof BoardTestAnswerSchema>;

/** Answer of `GET /settings/board/{id}/local-api`: how other programs write on the board as if it were a Vestaboard. */
export const ServedLocalApiSchema = v.object({
  board_id: v.string(),
  /** Port at which the board is served; null when it is not. */
  port: v.nullable(v.number()),
  /** Whether the port accepts connections. */
  listening: v.boolean(),
  /** Why nothing listens although a port is set; null when all is well. */
  error: v.nullable(v.string()),
  /** Whether a key was given out. */
  key_set: v.boolean(),
  /** Token that a program trades for a key; null while the board is not served. */
  enablement_token: v.nullable(v.string()),
});
/** How other programs write on a board. */
export type ServedLocalApi = v.InferOutput<typeof ServedLocalApiSchema>;

/**
 * Body of `POST /config/board/enable-local-api`: the token that the maker e-mails, for a stored board or for an
 * address.
 */
export const EnableLocalApiSchema = v.object({
  /** The board that the key is stored with; null stores it nowhere. */
  board_id: maybe(IdSchema),
  host: maybe(HostSchema),
  /** Token that is traded for a key. */
  enablement_token: v.pipe(SecretSchema, v.minLength(1)),
});
/** Body of `POST /config/board/enable-local-api`. */
export type EnableLocalApi = v.InferOutput<typeof EnableLocalApiSchema>;

/**
 * Answer of `POST /config/board/enable-local-api`: the new key, shown this once, or `***` when it was stored with the
 * board.
 */
export const EnableLocalApiAnswerSchema = v.object({
  ...verdict,
  /** The new key; null when none was given. */
  local_api_key: v.nullable(v.string()),
});
/** Answer of `POST /config/board/enable-local-api`. */
export type EnableLocalApiAnswer = v.InferOutput<typeof EnableLocalApiAnswerSchema>;
