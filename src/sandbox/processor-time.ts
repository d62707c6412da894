import { readFileSync, readlinkSync } from 'node:fs';

const NANOSECONDS_PER_MS = 1e6;

/** The system's number of the thread that asks; 0 where it does not tell. */
export const ownThread = (): number => {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return 0;
  }
};

/**
 * Ms of processor that a thread of this process has used; null where the system does not tell. On a busy machine much
 * less
 * passes of these than of the time on the wall, and nobody is to be blamed for the difference.
 */
export const processorTime = (thread: number): number | null => {
  try {
    return Number.parseInt(readFileSync(`/proc/self/task/${thread}/schedstat`, 'latin1'), 10) / NANOSECONDS_PER_MS;
  } catch {
    return null;
  }
};
