/**
 * Resolves when it is the caller's turn: one caller in each turn of the event loop, so that whatever is small gets in
 * between.
 */
export type TickQueue = () => Promise<void>;

/** Nobody waits yet. */
export const createTickQueue = (): TickQueue => {
  let last: Promise<void> = Promise.resolve();
  return () => (last = last.then(() => new Promise<void>((resolve) => void setImmediate(resolve))));
};
