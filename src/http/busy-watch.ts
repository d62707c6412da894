import type { Clock } from '../platform/clock.ts';

const REQUESTS = 1000;
const WITHIN_MS = 10_000;

/** Counts requests, and calls `onBusy` once when a thousand of them came within ten seconds. */
export const createBusyWatch = (clock: Clock, onBusy: () => void): (() => void) => {
  let count = 0;
  let since = clock.monotonic();
  let told = false;
  return () => {
    if (told || ++count < REQUESTS) return;
    const now = clock.monotonic();
    told = now - since <= WITHIN_MS;
    count = 0;
    since = now;
    if (told) onBusy();
  };
};
