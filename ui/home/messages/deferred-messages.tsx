import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { conditionOf, useService } from '../../service-state.ts';

/** A moment after the board has been drawn. */
const LATER_MS = 800;

/** The messages of a board that wait or are planned, loaded a moment after the board when there are any. */
export const DeferredMessages = ({ boardId }: { boardId: string }) => {
  const [View, setView] = useState<ComponentType<{ boardId: string }> | null>(null);
  const isWanted = useService((state) => (conditionOf(state, boardId)?.waiting ?? 0) > 0);
  useEffect(() => {
    if (!isWanted) return undefined;
    const load = () =>
      import('./message-list.tsx').then(
        ({ MessageList }) => setView(() => MessageList),
        () => undefined,
      );
    const timer = setTimeout(() => void load(), LATER_MS);
    return () => clearTimeout(timer);
  }, [isWanted]);
  return View && <View boardId={boardId} />;
};
