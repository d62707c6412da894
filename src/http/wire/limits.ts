/** How long a client may take, in milliseconds. */
export interface TimeLimits {
  /** Until the head of a request has come. */
  readonly headersMs: number;
  /** Until its body has come. */
  readonly requestMs: number;
  /** Between two requests. */
  readonly idleMs: number;
  /** Without taking anything of an answer that waits, or sending anything of a body that does not end. */
  readonly stallMs: number;
  /** How often heads and bodies are looked at. */
  readonly checkMs: number;
}

/** How long a client of the appliance may take. */
export const TIMES: TimeLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 30_000,
  stallMs: 10_000,
  checkMs: 5000,
};

/** Most connections, over all ports. */
export const MOST_CONNECTIONS = 512;
/**
 * Most connections that the system holds until they are accepted: a crowd's wait in line, and whoever comes after it
 * comes in with the crowd. Of one more the system hears nothing, and its client tries again a whole second later.
 */
export const MOST_WAITING_CONNECTIONS = 4096;
/** Most connections of one address: room for fifty listening pages behind one proxy. */
export const MOST_CONNECTIONS_OF_ONE = 128;
/** Most requests of one connection that wait behind the one that is answered. */
export const MOST_WAITING = 16;
/** Most headers of a request. */
export const MOST_HEADERS = 100;
/** Most bytes of all headers of a request, with its first line. */
export const LARGEST_HEAD_BYTES = 8 * 1024;

/**
 * Most bytes of all bodies together that are being received or worked on. In memory each is there twice for a while: in
 * the pieces in which it came, and whole.
 */
export const MOST_BODY_BYTES = 6 * 1024 * 1024;
/** Most bytes of all answers together that their clients have not taken yet. */
export const MOST_ANSWER_BYTES = 8 * 1024 * 1024;
/** What is no larger counts, but is never refused: the number of connections bounds it. */
export const SMALL_BYTES = 16 * 1024;

/** Most listeners of the event stream. */
export const MOST_LISTENERS = 128;
/** Most listeners of one address. */
export const MOST_LISTENERS_OF_ONE = 64;
