import { ByteBudget } from '../../core/bounds/byte-budget.ts';

/** Bytes of all bodies together that plugins read at once, or were handed in a call that still runs. */
const MOST_BYTES = 12 * 1024 * 1024;
/** A call that has read no more than this is never refused. */
const SMALL_BYTES = 64 * 1024;

/** Memory for what plugins read, shared by all (rules, X8). */
export const createBodies = (): ByteBudget => new ByteBudget(MOST_BYTES, SMALL_BYTES);
