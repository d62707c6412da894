// The bounds of the contract that the specification leaves open (rules, H1). Times and counts of connections
// are not part of it: they stand beside the listener (src/http/limits.ts).

/** Most boards. */
export const MOST_BOARDS = 64;
/** Most flaps of all boards together: as many boards as there may be, each of the largest size. */
export const MOST_FLAPS = MOST_BOARDS * 96 * 128;
/** Most pages. */
export const MOST_PAGES = 2000;
/** Most time rules. */
export const MOST_SCHEDULES = 2000;
/** Most collections. */
export const MOST_COLLECTIONS = 500;
/** Most instances of plugins, all plugins together. */
export const MOST_PLUGIN_INSTANCES = 200;
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
export const MOST_LINES = 96;
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
/** Longest key or password. */
export const LONGEST_SECRET = 4096;
/** Most members of a collection. */
export const MOST_COLLECTION_PAGES = 500;
/** Most rules of a collection. */
export const MOST_COLLECTION_RULES = 100;
/** Longest expression of such a rule. */
export const LONGEST_EXPRESSION = 4096;
/** Most modules that are mapped to a board: one for each flap of the largest. */
export const MOST_MODULES = 96 * 128;
/** Most glyphs of a flap set. */
export const MOST_GLYPHS = 256;
/** Most pages or sources that one request may ask for together. */
export const MOST_IN_BATCH = 500;
