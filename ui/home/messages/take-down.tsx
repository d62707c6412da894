import { useEffect } from 'preact/hooks';
import type { BoardDetail } from '../../../src/schema/boards/boards.ts';
import { api } from '../../api.ts';
import { conditionOf, useService } from '../../service-state.ts';
import { home } from '../../strings/home.ts';
import { isMessage } from '../status-text.ts';
import { endText } from '../outcome-text.ts';
import { Button } from '../../kit/button.tsx';
import { useWork } from '../../kit/work.tsx';

/** Takes down the message that is up, where the board says that there is one. */
export const TakeDown = ({ board }: { board: BoardDetail }) => {
  const isUp = isMessage(useService((state) => conditionOf(state, board.id)?.because));
  const { busy, result, act, clear } = useWork();
  // What became of the last message says nothing of the next.
  useEffect(() => {
    if (isUp) clear();
  }, [isUp]);
  const end = act(() => api.endMessage(board.id).then(endText));
  return (
    <>
      {isUp && <Button small text={home.endMessage} disabled={busy} onClick={end} />}
      <span class="status-note" role="status">
        {(result?.tone === 'bad' || !isUp) && result?.text}
      </span>
    </>
  );
};
