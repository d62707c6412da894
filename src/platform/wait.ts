import type { Clock } from './clock.ts';

/** Whether work ends, well or not, within `ms`; what takes longer goes on. Never rejects. */
export const endsWithin = (clock: Pick<Clock, 'after'>, ms: number, work: Promise<unknown>): Promise<boolean> =>
  new Promise((resolve) => {
    const cancel = clock.after(ms, () => resolve(false));
    const end = (): void => {
      cancel();
      resolve(true);
    };
    work.then(end, end);
  });
