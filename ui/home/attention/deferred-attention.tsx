import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** The boards come first: what else is to be told is loaded when they have been drawn. */
const LATER_MS = 1000;

type Notes = ComponentType<{ current: string }>;

/**
 * The list of what needs attention, loaded a moment after the boards. `current`: the id of the board that is drawn
 * large.
 */
export const DeferredAttention = ({ current }: { current: string }) => {
  const [View, setView] = useState<Notes | null>(null);
  useEffect(() => {
    const timer = setTimeout(
      () =>
        void import('./attention-list.tsx')
          .then(({ AttentionList }) => setView(() => AttentionList))
          .catch(() => undefined),
      LATER_MS,
    );
    return () => clearTimeout(timer);
  }, []);
  return View && <View current={current} />;
};
