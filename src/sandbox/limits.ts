import { MOST_COLS, MOST_ROWS, type JsonBounds } from '../schema/limits.ts';
import type { Limits } from './protocol.ts';

/** Pages of 64 KiB that the memory of one interpreter may grow to: 24 MiB. */
export const MOST_PAGES = 384;
/** Bytes that all interpreters may keep together, from one call to the next. */
export const MOST_BYTES_OF_ALL = 40 * 1024 * 1024;
/** Bytes that an interpreter may have taken to be kept when its only call has failed. */
export const MOST_KEPT_AFTER_FAILURE = 6 * 1024 * 1024;
/** Bytes of stack of one interpreter. */
export const STACK_BYTES = 512 * 1024;
/** Ms of processor that one job may use. */
export const PROCESSOR_MS = 2000;
/** Ms that one job may take, counted from its begin. */
export const TIME_MS = 15_000;
/** Bytes of JSON that a plugin may answer with, and that a document may come to. */
export const RESULT_BYTES = 256 * 1024;
/** Codes of one frame of the largest board. */
export const LARGEST_FRAME = MOST_ROWS * MOST_COLS;
/** Bytes of heap that it may cost where it is read: eight times its text, which data of use do not come near. */
export const RESULT_COST = 8 * RESULT_BYTES;
/** Lines of log of one call that are written; further ones are dropped. */
export const MOST_LOG_LINES = 20;
/** Calls of `log` in one call of a plugin, after which it is ended. */
export const LOG_FLOOD = 1000;
/** Characters of one line of log, and of one message of an error. */
export const LONGEST_MESSAGE = 500;
/** Requests to the network in one call of a plugin. */
export const MOST_FETCHES = 20;
/** Characters of address and headers of one request. */
export const LONGEST_ASK = 64 * 1024;
/** Headers of one request. */
export const MOST_HEADERS = 100;
/** Bytes of a body that a plugin may send. */
export const MOST_SENT_BYTES = 256 * 1024;
/**
 * Bytes of JSON up to which it is read where it is asked for: the worst of that size takes a few ms at its first
 * reading.
 */
export const INLINE_BYTES = 16 * 1024;
/** What the reading of one document may use. Its steps are counted besides; this is for what the steps do not cover. */
export const DOCUMENT_LIMITS: Limits = { processorMs: 10_000, timeMs: TIME_MS };
/** Long answers that are read through a sieve at once, each in about 1 MiB of the worker's heap; others wait. */
export const MOST_SIFTED = 4;
/** Bytes of all documents that wait for the worker. */
export const MOST_WAITING_BYTES = 32 * 1024 * 1024;
/** Jobs of one room that may run or wait at once. */
export const MOST_JOBS = 16;
/** Bytes of a manifest. */
export const LARGEST_MANIFEST = 256 * 1024;
/** What a manifest may consist of: several times what any plugin needs. */
export const MANIFEST_JSON: JsonBounds = { levels: 20, containers: 2000, members: 5000 };
/** Patterns of settings in one manifest. */
export const MOST_PATTERNS = 50;
/** What the reading of one manifest may use. */
export const MANIFEST_LIMITS: Limits = { processorMs: 1000, timeMs: 5000 };
