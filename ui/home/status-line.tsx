import { useEffect, useState } from 'preact/hooks';
import { MINUTE_MS } from '../../src/core/time/durations.ts';
import type { BoardDetail } from '../../src/schema/boards/boards.ts';
import { conditionOf, useService } from '../service-state.ts';
import { home } from '../strings/home.ts';
import { faultOf } from './attention/faults.ts';
import { statusText } from './status-text.ts';

/** The time, anew with every minute. */
const useMinute = (): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), MINUTE_MS - (Date.now() % MINUTE_MS));
    return () => clearTimeout(timer);
  }, [now]);
  return Math.max(now, Date.now());
};

/**
 * One line below a board: what it shows and why, and that something is wrong with it; `brief` leaves out the advice
 * that comes with having nothing to show.
 */
export const StatusLine = ({ board, brief = false }: { board: BoardDetail; brief?: boolean }) => {
  const now = useMinute();
  const condition = useService((state) => conditionOf(state, board.id));
  const names = useService((state) => state.names);
  const { kind, title, note } = statusText(board, { condition, now, nameOf: (id) => names[id] ?? null });
  const fault = faultOf(condition);
  return (
    <p class={`status status-${fault ? 'fault' : kind}`}>
      {fault && <span class="status-fault">{fault}</span>}
      <span class="status-title">{title}</span>
      {note && !(brief && kind !== 'page') && <span class="status-note">{note}</span>}
      {condition?.guessed && <span class="status-note">{home.guessed}</span>}
    </p>
  );
};
