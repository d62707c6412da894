import { Mutex } from './mutex.ts';

/**
 * Work that many may ask for at once: one run at a time, and whoever asks while one is under way shares the next, which
 * begins after the asking and so knows what was true by then.
 */
export const shareRuns = <T>(run: () => Promise<T>): (() => Promise<T>) => {
  const turns = new Mutex();
  let next: Promise<T> | null = null;
  return () =>
    (next ??= turns.run(() => {
      next = null;
      return run();
    }));
};
