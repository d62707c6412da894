// The bounds of the contract that the specification leaves open (rules, H1). Times and counts of connections
// are not part of it: they stand beside the listener (src/http/wire/limits.ts).

import { MOST_COLS, MOST_ROWS } from '../core/flaps/grid.ts';

/** Most boards. */
export const MOST_BOARDS = 512;
/** The least and the most of a number, both included. */
export type Range = readonly [least: number, most: number];

// How large a display may be is known to the core, which reads frames of others.
export { MOST_COLS, MOST_ROWS };
/** Rows of a wall that somebody built, and of its pages (rules, B2). */
export const WALL_ROWS: Range = [1, MOST_ROWS];
/** Columns of it. */
export const WALL_COLS: Range = [1, MOST_COLS];
/** Rows of a page whose size is given (rules, B2). */
export const PAGE_ROWS: Range = [3, MOST_ROWS];
/** Columns of a page whose size is given (rules, B2). */
export const PAGE_COLS: Range = [15, MOST_COLS];
/** Notes beside or above each other in an array. */
export const NOTES: Range = [1, 8];
/** Codes of flaps. */
export const FLAP_CODES: Range = [0, 71];
/** Most flaps of all boards together: 64 boards of the largest size, or more that are smaller. */
export const MOST_FLAPS = 64 * MOST_ROWS * MOST_COLS;
/** Most pages. */
export const MOST_PAGES = 2000;
/** Most time rules. */
export const MOST_SCHEDULES = 2000;
/** Most collections. */
export const MOST_COLLECTIONS = 500;
/** Most instances of plugins, all plugins together. */
export const MOST_PLUGIN_INSTANCES = 200;
/** Most share links. */
export const MOST_SHARE_LINKS = 100;
/** Most bytes of JSON that boards, pages, rules, collections and plugins take together. */
export const MOST_STORED_BYTES = 4 * 1024 * 1024;

/** Largest body. */
export const LARGEST_BODY_BYTES = 1024 * 1024;
/** Largest body of a route that asks for no credential. */
export const LARGEST_PUBLIC_BODY_BYTES = 8 * 1024;
/** Largest backup that can be restored. */
export const LARGEST_BACKUP_BYTES = 8 * 1024 * 1024;

/** What a JSON text may consist of. */
export interface JsonBounds {
  /** Objects and lists within each other. */
  readonly levels: number;
  /** Objects and lists. */
  readonly containers: number;
  /** Members of objects and elements of lists, all together. */
  readonly members: number;
}
/** Bounds of the JSON in a body. */
export const BODY_JSON: JsonBounds = { levels: 64, containers: 40_000, members: 200_000 };
/** Bounds of the JSON of a backup, which has the grids of messages. */
export const BACKUP_JSON: JsonBounds = { levels: 64, containers: 100_000, members: 1_000_000 };

/**
 * Most lines of a template, of the settings of lines, and of the rows of a composite page: the height of the largest
 * page.
 */
export const MOST_LINES = MOST_ROWS;
/** Longest line of a template. */
export const LONGEST_LINE = 4096;
/** Longest template, all lines together. */
export const LONGEST_TEMPLATE = 65_536;
/** Longest text of a message. */
export const LONGEST_TEXT = 65_536;
/** Longest id, or other word that names something. */
export const LONGEST_ID = 256;
/** Longest address of a host or service. */
export const LONGEST_ADDRESS = 2048;
/** Letters of an address with which a service sends the owner back: it carries a code. */
export const LONGEST_RETURN_ADDRESS = 8192;
/** Longest key or password. */
export const LONGEST_SECRET = 4096;
/** Most members of a collection. */
export const MOST_COLLECTION_PAGES = 500;
/** Most rules of a collection. */
export const MOST_COLLECTION_RULES = 100;
/** Longest expression of such a rule. */
export const LONGEST_EXPRESSION = 4096;
/** Most letters of the rules and conditions of one collection. */
export const MOST_COLLECTION_LETTERS = 65_536;
/** Most letters of the rules and conditions of all collections together. */
export const MOST_EXPRESSION_LETTERS = 262_144;
/** Most modules that are mapped to a board: one for each flap of the largest. */
export const MOST_MODULES = MOST_ROWS * MOST_COLS;
/** Most glyphs of a flap set. */
export const MOST_GLYPHS = 256;
/** Most pages or sources that one request may ask for together. */
export const MOST_IN_BATCH = 500;

/** Minutes of a timed message (rules, M3). */
export const MESSAGE_MINUTES: Range = [1, 480];
/** Most messages of a board that wait for their turn (rules, M13). */
export const MOST_QUEUED = 20;
/** Most messages of a board that are planned for later. */
export const MOST_PLANNED = 50;
/** Most messages of a board: those that wait and are planned, and some that are up. */
export const MOST_MESSAGES = MOST_QUEUED + MOST_PLANNED + 10;
/** How far ahead a message may be planned. */
export const FARTHEST_PLAN_DAYS = 366;
/** Most components of a VBML document. */
export const MOST_VBML_COMPONENTS = 100;
/** Minutes for which a board is left alone, a page is shown or held (rules, P7, P8). */
export const STAY_MINUTES: Range = [1, 1440];
/** How long that lasts when whoever asks for it does not say. */
export const USUAL_STAY_MINUTES = 60;
/** Most days for which something is decided by hand with an end. */
export const MOST_STAY_DAYS = 366;
/** Most windows of a silence. */
export const MOST_SILENCE_WINDOWS = 10;
/** Most windows in which a display has another brightness. */
export const MOST_BRIGHTNESS_WINDOWS = 10;
/** Most buttons at pins. */
export const MOST_BUTTONS = 4;
/** Most inboxes (rules, I1). */
export const MOST_INBOXES = 20;
/** Most people that may write to an inbox. */
export const MOST_SENDERS = 50;
/** How many messages an inbox may take in an hour. */
export const INBOX_MESSAGES_PER_HOUR: Range = [1, 1000];
/** Largest body that a webhook may post: what the largest programs send is about a quarter. */
export const LARGEST_WEBHOOK_BYTES = 128 * 1024;
/** Longest message that comes in; the rest is left out. */
export const LONGEST_INBOX_TEXT = 1000;
/** Milliseconds between two steps of a transition. */
export const STEP_MS: Range = [0, 5000];
/** Seconds for which a page is shown in a rotation. */
export const PAGE_SECONDS: Range = [10, 3600];
/** Seconds between two pages of a rotating collection. */
export const ROTATION_SECONDS: Range = [5, 86_400];
/** Seconds between two looks at the rules of a collection. */
export const RULE_SECONDS: Range = [2, 600];
/** Minutes between the sun and a rule (rules, S3). */
export const SUN_OFFSET_MINUTES: Range = [-720, 720];
/** Least seconds between two looks at the pages. */
export const LEAST_REFRESH_SECONDS = 10;
/** The same as Home Assistant sets it. */
export const MQTT_REFRESH_SECONDS: Range = [LEAST_REFRESH_SECONDS, 3600];
/** Least seconds between two readings of a board. */
export const LEAST_READ_SECONDS = 20;
/** Per cent of the picture that a screen leaves free at each edge. */
export const SCREEN_MARGIN: Range = [0, 10];
/** A share of the whole: brightness, volume. */
export const PERCENT: Range = [0, 100];
/** Most paired screens. */
export const MOST_SCREENS = 64;
/** Seconds for which a screen shows one of its boards. */
export const SCREEN_SECONDS: Range = [5, 86_400];
/** Milliseconds of one flap as the web UI draws it. */
export const FLAP_MS: Range = [8, 2000];

/** Ports of TCP that can be named. */
export const PORTS: Range = [1, 65_535];
/** GPIO numbers of a Raspberry Pi. */
export const PINS: Range = [0, 53];
/** Characters of the address at which who runs the appliance can be reached. */
export const LONGEST_CONTACT = 120;
/** Longest name of a board, page, collection or appliance, or text of a few words. */
export const LONGEST_NAME = 100;
/** Longest name of a user at the appliance. */
export const LONGEST_USERNAME = 64;
/** Most bytes of the name of a Wi-Fi network. */
export const LONGEST_SSID = 32;
/** Longest password of a Wi-Fi network. */
export const LONGEST_WIFI_PASSWORD = 64;
/** Longest code of a screen that is paired, with what people type between its letters. */
export const LONGEST_PAIRING_CODE = 40;
/** Longest label of an instance of a plugin. */
export const LONGEST_INSTANCE_LABEL = 40;
/** Longest name of the appliance among the topics of a broker. */
export const LONGEST_MQTT_INSTANCE = 64;
/** Lines of the log in one answer. */
export const LOG_LINES: Range = [1, 500];
/** Shortest new password of the account. */
export const SHORTEST_PASSWORD = 8;
/** Longest password or passphrase. */
export const LONGEST_PASSWORD = 1024;
/** Longest name of a host, or of a user at the broker. */
export const LONGEST_HOST = 255;
/** Longest certificates in PEM. */
export const LONGEST_CERTIFICATE = 65_536;
/** Degrees north. */
export const LATITUDE: Range = [-90, 90];
/** Degrees east. */
export const LONGITUDE: Range = [-180, 180];

/** Greatest age that can be asked of values, in seconds: a year. */
export const LONGEST_AGE_S = 366 * 86_400;
/** Most frames of a board that are remembered. */
export const MOST_HISTORY = 200;
/** Most frames of all boards together that are remembered: with many boards there are fewer of each. */
export const MOST_HISTORY_TOGETHER = 64 * MOST_HISTORY;
/** Most favourites. */
export const MOST_FAVOURITES = 100;
/** Most tokens of one favourite. */
export const MOST_FAVOURITE_TOKENS = 20;

/** Characters of the name of a source. */
export const LONGEST_SOURCE_NAME = 50;
/** Names of sources, requests, lists and values in files. */
export const SOURCE_NAME = /^[a-z][a-z0-9_]{0,39}$/;
