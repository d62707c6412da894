import { useEffect, useState } from 'preact/hooks';
import type { BoardDetail } from '../../../src/schema/boards/boards.ts';
import { api } from '../../api.ts';
import { conditionOf, useService } from '../../service-state.ts';
import { home } from '../../strings/home.ts';
import { isMessage } from '../status-text.ts';
import { endText, failureText, type Outcome } from '../outcome-text.ts';
import { Button } from '../../kit/button.tsx';

/** Takes down the message that is up, where the board says that there is one. */
export const TakeDown = ({ board }: { board: BoardDetail }) => {
  const isUp = isMessage(useService((state) => conditionOf(state, board.id)?.because));
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  // What became of the last message says nothing of the next.
  useEffect(() => setOutcome((last) => (isUp ? null : last)), [isUp]);
  const told = outcome?.tone === 'bad' || !isUp ? outcome : null;
  const end = async () => {
    setBusy(true);
    setOutcome(await api.endMessage(board.id).then(endText, failureText));
    setBusy(false);
  };
  return (
    <>
      {isUp && <Button small text={home.endMessage} disabled={busy} onClick={() => void end()} />}
      <span class="status-note" role="status">
        {told && `${told.title} ${told.detail ?? ''}`.trim()}
      </span>
    </>
  );
};
