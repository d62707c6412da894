import { useEffect } from 'preact/hooks';
import type { Result, useWork } from './work.tsx';

const untold = new Map<string, Result>();

/** Leaves what became of something to the view that comes next, which is known by `place`. */
export const leaveUntold = (place: string, result: Result): void => void untold.set(place, result);

/** What another view left to be told at `place`, once; null when there is nothing. */
export const takeUntold = (place: string): Result | null => {
  const result = untold.get(place) ?? null;
  untold.delete(place);
  return result;
};

/** Tells what another view left to be told at `place`. */
export const useUntold = (place: string, run: ReturnType<typeof useWork>['run']): void =>
  useEffect(() => {
    const result = takeUntold(place);
    if (result) void run(async () => result);
  }, []);
