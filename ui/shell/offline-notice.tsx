import { useEffect, useState } from 'preact/hooks';
import { serviceState } from '../service-state.ts';
import { useStore } from '../store.ts';
import { strings } from '../strings.ts';

/** A page that was just opened, or a service that was just restarted, is given this long before anything is said. */
const PATIENCE_MS = 1500;

/** Says, wherever one is, that the connection is lost; it goes when changes arrive again. */
export const OfflineNotice = () => {
  const live = useStore(serviceState, (state) => state.live);
  const [lost, setLost] = useState(false);
  useEffect(() => {
    if (live) return setLost(false);
    const timer = setTimeout(() => setLost(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [live]);
  if (!lost) return null;
  return (
    <p class="notice notice-bad" role="alert">
      {strings.lostNotice}
    </p>
  );
};
