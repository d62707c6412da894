import { readFileSync, readlinkSync } from 'node:fs';

const NANOSECONDS_PER_MS = 1e6;

/** The system's id of the calling thread; 0 where the system has none. */
export const ownThread = (): number => {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return 0;
  }
};

/**
 * Processor time (ms) that a thread of this process has used; null where the system does not report it. On a busy
 * machine it is much less than the elapsed time.
 */
export const processorTime = (thread: number): number | null => {
  try {
    return Number.parseInt(readFileSync(`/proc/self/task/${thread}/schedstat`, 'latin1'), 10) / NANOSECONDS_PER_MS;
  } catch {
    return null;
  }
};
