import { useEffect, useState } from 'preact/hooks';
import { useService } from './service-state.ts';
import { strings } from './strings.ts';

/** A page that was just opened, or a service that was just restarted, is given this long before anything is said. */
const PATIENCE_MS = 1500;

/** Whether changes arrive (`live`), do not yet (`waiting`), or have not for a while (`lost`). */
export const useConnection = (): 'live' | 'waiting' | 'lost' => {
  const live = useService((state) => state.live);
  const [lost, setLost] = useState(false);
  useEffect(() => {
    if (live) return setLost(false);
    const timer = setTimeout(() => setLost(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [live]);
  return live ? 'live' : lost ? 'lost' : 'waiting';
};

/** Whether a problem is that flapbox cannot be reached, which stands above every view by then or in a moment. */
export const useToldAbove = (problem: string | null): boolean => {
  const isOff = useService(({ live, locked }) => !live && !locked);
  return isOff && problem === strings.unreachable;
};
