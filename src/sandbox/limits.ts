import type { Limits } from './protocol.ts';

/** Pages of 64 KiB that the memory of one interpreter may grow to: 24 MiB. */
export const MOST_PAGES = 384;
/** Bytes of stack of one interpreter. */
export const STACK_BYTES = 512 * 1024;
/** Ms of processor that one job may use. */
export const PROCESSOR_MS = 2000;
/** Ms that one job may take, counted from its begin. */
export const TIME_MS = 15_000;
/** Bytes of JSON that a plugin may answer with, and that a document may come to. */
export const RESULT_BYTES = 256 * 1024;
/** Lines of log of one call that are written; further ones are dropped. */
export const MOST_LOG_LINES = 20;
/** Calls of `log` in one call of a plugin, after which it is ended. */
export const LOG_FLOOD = 1000;
/** Characters of one line of log, and of one message of an error. */
export const LONGEST_MESSAGE = 500;
/** Requests to the network in one call of a plugin. */
export const MOST_FETCHES = 20;
/** Bytes of a body that a plugin may send. */
export const MOST_SENT_BYTES = 256 * 1024;
/**
 * Bytes of JSON up to which it is read where it is asked for: the worst of that size takes a few ms at its first
 * reading.
 */
export const INLINE_BYTES = 16 * 1024;
/** What the reading of one document may use. Its steps are counted besides; this is for what the steps do not cover. */
export const DOCUMENT_LIMITS: Limits = { processorMs: 10_000, timeMs: TIME_MS };
/** Bytes of all documents that wait for the worker. */
export const MOST_WAITING_BYTES = 32 * 1024 * 1024;
/** Jobs of one room that may run or wait at once. */
export const MOST_JOBS = 16;
