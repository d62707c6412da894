import { conditionOf, useService } from '../../service-state.ts';
import { useDeferred } from '../../shell/piece.ts';

/** A moment after the board has been drawn. */
const LATER_MS = 800;

/** The messages of a board that wait or are planned, loaded a moment after the board when there are any. */
export const DeferredMessages = ({ boardId }: { boardId: string }) => {
  const isWanted = useService((state) => (conditionOf(state, boardId)?.waiting ?? 0) > 0);
  const View = useDeferred(isWanted ? LATER_MS : null, () =>
    import('./message-list.tsx').then(({ MessageList }) => MessageList),
  );
  return View && <View boardId={boardId} />;
};
