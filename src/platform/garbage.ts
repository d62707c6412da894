import { MINUTE_MS } from '../core/time/durations.ts';
import type { Clock } from './clock.ts';
import { collectWithCode } from './engine-flags.ts';

type Collect = (options?: { readonly type: 'minor' }) => void;

let collect: Collect | null = null;

const collector = (): Collect => {
  if (!collect) {
    const { setFlagsFromString } = require('node:v8') as typeof import('node:v8');
    const { runInNewContext } = require('node:vm') as typeof import('node:vm');
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
  }
  return collect;
};

let isDue = false;

/** Collects at once what `collectGarbage` was called for and has not come to its turn yet. */
export const collectDue = (): void => {
  if (isDue) collector()();
  isDue = false;
};

/**
 * Releases in the next turn what is needed no more and is large, as the memory of interpreters that have ended. The
 * engine sees a few small objects there and would leave their 24 MiB lying until there is need, which there never is.
 */
export const collectGarbage = (): void => {
  isDue = true;
  setImmediate(collectDue);
};

/** Bytes of JSON before which the heap is collected. */
const LARGE_BYTES = 2 * 1024 * 1024;

/**
 * To be called before JSON of so many bytes is read, which makes several times as much of a large one: what lies in the
 * heap and is needed no more goes first, as the engine lets it grow to twice what is alive.
 */
export const makeRoom = (bytes: number): void => {
  if (bytes > LARGE_BYTES) collector()();
};

/** Bytes of pieces after which the young are collected, and how many times that until all of the heap is. */
const PIECES_BYTES = 4 * 1024 * 1024;
const YOUNG_TIMES = 6;

let passed = 0;
let times = 0;

/**
 * To be called for each piece that a client sends, or a broker for nothing. The engine sees a small object for each of
 * 64 KiB, and would leave tens of MiB of them lying that nobody needs any more.
 */
export const notePiece = (bytes: number): void => {
  passed += bytes;
  if (passed < PIECES_BYTES) return;
  passed = 0;
  times = (times + 1) % YOUNG_TIMES;
  // Engines from 12 on take a given `undefined` for no wish to collect.
  setImmediate(() => (times === 0 ? collector()() : collector()({ type: 'minor' })));
};

/**
 * Collects all that is needed no more, and with it the code of functions: at rest few of them are called again. The
 * first round frees what lies between that which the second moves together.
 */
export const collectAtRest = (): void =>
  collectWithCode(() => {
    collector()();
    collector()();
  });

/** Bytes by which the heap has to have grown: its young part alone takes up to 2 MiB. */
const GROWTH_BYTES = 4 * 1024 * 1024;
const SOONEST_MS = 10_000;
/** More requests than this until the middle of a minute would wait for a collection. */
const MOST_BESIDE = 600;
/** More requests than this are no rest. */
const MOST_AT_REST = 60;

/** Ms until the middle of a minute, when no frames are due. */
const untilMidMinute = (now: number): number => {
  const ms = 1.5 * MINUTE_MS - (now % MINUTE_MS);
  return ms - MINUTE_MS >= SOONEST_MS ? ms - MINUTE_MS : ms;
};

/**
 * Answers what is to be called for each request: in the middle of a minute what requests have left in the heap is
 * collected, where it is much and they were few; after a busy minute once that is over. The engine collects when it
 * needs room, which at rest is never. With `onRest` this is done by it when nearly nobody asks for anything.
 */
export const createRestCollector = (clock: Pick<Clock, 'after' | 'now'>, onRest?: () => void): (() => void) => {
  let requests = 0;
  let isDue = false;
  let before = process.memoryUsage().heapUsed;
  const wait = (): void => {
    isDue = true;
    clock.after(untilMidMinute(clock.now()), run);
  };
  const run = (): void => {
    const came = requests;
    requests = 0;
    isDue = false;
    if (came > MOST_BESIDE) return wait();
    if (process.memoryUsage().heapUsed < before + GROWTH_BYTES) return;
    const collect = onRest && came <= MOST_AT_REST ? onRest : collector();
    collect();
    before = process.memoryUsage().heapUsed;
  };
  return () => {
    requests++;
    if (!isDue) wait();
  };
};
