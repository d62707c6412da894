import { getOrInsert } from '../core/memo.ts';
import type { Cancel } from './clock.ts';

/** The callbacks that wait for a signal, and the one listener that the signal has for all of them. */
interface Waiting {
  readonly runs: Set<() => void>;
  readonly listener: () => void;
}

const waiting = new WeakMap<AbortSignal, Waiting>();

const waitOn = (signal: AbortSignal): Waiting => {
  const runs = new Set<() => void>();
  const listener = (): void => {
    waiting.delete(signal);
    for (const run of runs) run();
  };
  signal.addEventListener('abort', listener, { once: true });
  return { runs, listener };
};

/**
 * Calls `run` when the signal aborts, or at once when it has, until that is cancelled. A signal has one listener for
 * all callbacks, and none when no callback waits.
 */
export const onAbort = (signal: AbortSignal, run: () => void): Cancel => {
  if (signal.aborted) {
    run();
    return () => undefined;
  }
  const { runs, listener } = getOrInsert(waiting, signal, waitOn);
  const own = (): void => run();
  runs.add(own);
  return () => {
    runs.delete(own);
    if (runs.size > 0 || waiting.get(signal)?.runs !== runs) return;
    waiting.delete(signal);
    signal.removeEventListener('abort', listener);
  };
};

/**
 * Does work under a signal that aborts as soon as one of these does; nothing is left on them when the work has ended.
 */
export const underAny = async <TResult>(
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<TResult>,
): Promise<TResult> => {
  const either = new AbortController();
  const cancels = signals.map((signal) => onAbort(signal, () => either.abort()));
  try {
    return await work(either.signal);
  } finally {
    for (const cancel of cancels) cancel();
  }
};
