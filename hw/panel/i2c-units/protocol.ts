/** The highest address that a 7-bit bus has. */
export const HIGHEST_ADDRESS = 0x7e;

/** Turns a minute; the unit's own for its first homing. */
export const SPEED_RPM = 10;

/** Commands of units that know more than flaps; all lie above every flap. */
const OP = {
  version: 0x81,
  offset: 0x82,
  status: 0x83,
  flap: 0x84,
  home: 0x90,
  jog: 0x91,
  restart: 0x92,
  setOffset: 0x93,
  blink: 0x96,
} as const;

/** Bytes of a unit's answer to a question. */
export interface Question<TAnswer> {
  readonly op: number;
  readonly length: number;
  /** Null when the bytes are no answer to it: the unit's firmware does not know the question. */
  decode(bytes: Uint8Array): TAnswer | null;
}

/** What a unit tells of its health. */
export interface UnitHealth {
  readonly moving: boolean;
  readonly home_failed: boolean;
  readonly sensor_silent: boolean;
  readonly brown_outs: number;
  readonly watchdog_resets: number;
  readonly uptime_seconds: number;
  readonly bad_commands: number;
  readonly last_homing_steps: number;
}

/**
 * Shows a flap. Always two bytes: the first firmware reads more into memory that is not its own, and less into what
 * comes by chance.
 */
export const encodeShow = (flap: number, rpm = SPEED_RPM): Uint8Array => Uint8Array.of(flap, rpm);

/** Commands without an answer. */
export const encodeHome = (): Uint8Array => Uint8Array.of(OP.home);
/** Turns by steps, -127 to 127, without regard to flaps. */
export const encodeJog = (steps: number): Uint8Array => Uint8Array.of(OP.jog, steps & 0xff);
/** Starts the unit anew. */
export const encodeRestart = (): Uint8Array => Uint8Array.of(OP.restart);
/**
 * Stores how many steps lie between the magnet and the first flap. Newer firmware wants the complement after the
 * number, older passes over it.
 */
export const encodeOffset = (steps: number): Uint8Array =>
  Uint8Array.of(OP.setOffset, ...[steps, ~steps].flatMap((number) => [number & 0xff, (number >> 8) & 0xff]));
/** Lets the unit's own LED blink for some seconds. */
export const encodeBlink = (): Uint8Array => Uint8Array.of(OP.blink);

/** One byte, without a question: 1 while the unit turns. */
export const isTurning = (bytes: Uint8Array): boolean => bytes[0] === 1;

const TEXT = /^[\x21-\x7e]{2,8}$/;

/** The version of a unit's firmware. */
export const VERSION: Question<string> = {
  op: OP.version,
  length: 8,
  decode: (bytes) => {
    const text = Buffer.from(bytes).toString('latin1').replace(/\0+$/, '');
    return bytes.length === 8 && TEXT.test(text) ? text : null;
  },
};

/** Steps between the magnet and the first flap. */
export const OFFSET: Question<number> = {
  op: OP.offset,
  length: 2,
  decode: (bytes) => (bytes.length === 2 ? new DataView(bytes.buffer, bytes.byteOffset).getInt16(0, true) : null),
};

/** The flap that a unit shows; it comes with its complement, so that noise is not taken for an answer. */
export const FLAP: Question<number> = {
  op: OP.flap,
  length: 2,
  decode: ([flap, complement]) =>
    flap !== undefined && complement !== undefined && (flap ^ complement) === 0xff && flap < 0x80 ? flap : null,
};

/** A unit's health. */
export const HEALTH: Question<UnitHealth> = {
  op: OP.status,
  length: 8,
  decode: (bytes) => {
    const [flags = 0, , brown_outs = 0, watchdog_resets = 0, high = 0, low = 0, bad_commands = 0, homing = 0] = bytes;
    if (bytes.length !== 8) return null;
    const flag = (bit: number) => (flags & (1 << bit)) !== 0;
    return {
      moving: flag(0),
      home_failed: flag(1),
      sensor_silent: flag(2),
      brown_outs,
      watchdog_resets,
      uptime_seconds: high * 256 + low,
      bad_commands,
      last_homing_steps: homing * 16,
    };
  },
};
