import { onAbort } from '../../src/platform/abort.ts';
import type { Clock } from '../../src/platform/clock.ts';

/** The reason of a request that its caller ended. */
export const CALLED_OFF = 'The request to the panel was cancelled.';

/**
 * What work brings, or a rejection, with `CALLED_OFF` unless given, when the signal aborts first; the work itself goes
 * on.
 */
export const unlessAborted = <TValue>(
  work: Promise<TValue>,
  signal: AbortSignal,
  problem = () => new Error(CALLED_OFF),
): Promise<TValue> =>
  new Promise((resolve, reject) => {
    const cancel = onAbort(signal, () => reject(problem()));
    work.then(resolve, reject).finally(cancel);
  });

/** What work brings, or a rejection with `problem` when it takes longer than `ms`; the work itself goes on. */
export const within = <TValue>(
  clock: Clock,
  ms: number,
  work: Promise<TValue>,
  problem: () => Error,
): Promise<TValue> =>
  new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => reject(problem()));
    work.then(resolve, reject).finally(cancel);
  });

/** Whether work ends well. */
export const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/**
 * The first of: what `arm` is told, null after `ms`, null when the signal aborts. `arm` gets the function to tell it
 * and answers how to stop listening.
 */
export const firstOf = <TValue>(
  clock: Clock,
  ms: number,
  signal: AbortSignal,
  arm: (tell: (value: TValue) => void) => () => void,
): Promise<TValue | null> =>
  new Promise((resolve) => {
    let unhear = (): void => undefined;
    const finish = (value: TValue | null): void => {
      cancel();
      disarm();
      unhear();
      resolve(value);
    };
    const giveUp = (): void => finish(null);
    const disarm = arm(finish);
    const cancel = clock.after(ms, giveUp);
    unhear = onAbort(signal, giveUp);
  });

/** Resolves after `ms`, or at once when the signal aborts. */
export const pause = async (clock: Clock, ms: number, signal: AbortSignal): Promise<void> =>
  void (await firstOf(clock, ms, signal, () => () => undefined));

/** Those who wait for what a device says. */
export class Listeners<TValue> {
  readonly #all = new Set<(value: TValue) => void>();

  /** Tells a value to all of them. */
  tell(value: TValue): void {
    for (const listener of this.#all) listener(value);
  }

  /** Listens until that is ended. */
  add(listener: (value: TValue) => unknown): () => void {
    const own = (value: TValue): unknown => listener(value);
    this.#all.add(own);
    return () => this.#all.delete(own);
  }

  /** The first value that is accepted, any unless said; null after `ms`, and when the signal aborts. */
  first(
    clock: Clock,
    ms: number,
    signal: AbortSignal,
    accepts: (value: TValue) => boolean = () => true,
  ): Promise<TValue | null> {
    return firstOf(clock, ms, signal, (tell) => this.add((value) => accepts(value) && tell(value)));
  }
}

/** Runs a job for every item, so many of them at a time. */
export const eachOf = async <TItem>(
  items: readonly TItem[],
  atOnce: number,
  run: (item: TItem) => Promise<void>,
): Promise<void> => {
  const waiting = [...items];
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await run(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
};
