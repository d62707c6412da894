/**
 * Work that many may ask for at once: one run at a time, and whoever asks while one is under way shares the next, which
 * begins after the asking and so knows what was true by then.
 */
export const shareRuns = <T>(run: () => Promise<T>): (() => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;
  return () => {
    if (next) return next;
    next = last.then(() => {
      next = null;
      return run();
    });
    last = next.catch(() => undefined);
    return next;
  };
};
