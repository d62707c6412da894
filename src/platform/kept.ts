import type { Cancel, Clock } from './clock.ts';
import { collectGarbage } from './garbage.ts';

/**
 * A function that makes its value when it is called, and keeps it until nobody has called for `ms`: for what is large
 * and seldom asked for.
 */
export const createKept = <T>(clock: Pick<Clock, 'after'>, ms: number, make: () => T): (() => T) => {
  let kept: { readonly value: T } | null = null;
  let cancel: Cancel = () => undefined;
  return () => {
    cancel();
    cancel = clock.after(ms, () => {
      kept = null;
      collectGarbage();
    });
    return (kept ??= { value: make() }).value;
  };
};
