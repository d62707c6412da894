import { useState } from 'preact/hooks';
import type { BoardDetail } from '../../../src/schema/boards/boards.ts';
import { api } from '../../api.ts';
import { conditionOf, useService } from '../../service-state.ts';
import { home } from '../../strings/home.ts';
import { isMessage } from '../status-text.ts';
import { endText, failureText, type Outcome } from '../outcome-text.ts';
import { Button } from '../../kit/button.tsx';

/** Takes down the message that is up, where the board says that there is one. */
export const TakeDown = ({ board }: { board: BoardDetail }) => {
  const because = useService((state) => conditionOf(state, board.id)?.because);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const end = async () => {
    setBusy(true);
    setOutcome(await api.endMessage(board.id).then(endText, failureText));
    setBusy(false);
  };
  return (
    <>
      {isMessage(because) && <Button small text={home.endMessage} disabled={busy} onClick={() => void end()} />}
      <span class="status-note" role="status">
        {outcome && `${outcome.title} ${outcome.detail ?? ''}`.trim()}
      </span>
    </>
  );
};
