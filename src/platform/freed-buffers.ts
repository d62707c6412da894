import type { Clock } from './clock.ts';

/** What buffers may hold until they are looked through; V8 itself waits for 64 MiB more than it found the last time. */
const MOST_BYTES = 36 * 1024 * 1024;
/** How many times as long as a collection has taken nothing is collected. */
const REST = 20;

type Collect = () => void;

const loadCollect = (): Collect => {
  const { setFlagsFromString } = require('node:v8') as typeof import('node:v8');
  const { runInNewContext } = require('node:vm') as typeof import('node:vm');
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as Collect;
};

/**
 * Gives the memory of buffers that nobody needs any more back, when it is worth the time: call it after work on large
 * ones. It takes at most a twentieth of all time.
 */
export const createBufferCollector = (clock: Pick<Clock, 'monotonic'>, heldBytes = heldByBuffers): Collect => {
  let collect: Collect | null = null;
  let next = 0;
  return () => {
    const begun = clock.monotonic();
    if (begun < next || heldBytes() < MOST_BYTES) return;
    collect ??= loadCollect();
    collect();
    const ended = clock.monotonic();
    next = ended + REST * (ended - begun);
  };
};

const heldByBuffers = (): number => process.memoryUsage().external;
