import { useEffect, useRef } from 'preact/hooks';
import type { BoardDetail } from '../../src/schema/boards/boards.ts';
import { conditionOf, useService } from '../service-state.ts';
import { home } from '../strings/home.ts';

const Choice = ({ board, current }: { board: BoardDetail; current: boolean }) => {
  const link = useRef<HTMLAnchorElement>(null);
  const faulty = useService((state) => (conditionOf(state, board.id)?.error ?? null) !== null);
  useEffect(() => {
    const strip = link.current?.parentElement;
    if (current && link.current && strip)
      strip.scrollLeft = link.current.offsetLeft - (strip.clientWidth - link.current.offsetWidth) / 2;
  }, [current, faulty]);
  return (
    <a
      ref={link}
      class={faulty ? 'is-faulty' : ''}
      href={`/?board=${encodeURIComponent(board.id)}`}
      aria-current={current ? 'true' : undefined}
      aria-label={faulty ? home.faultyName(board.name) : undefined}
    >
      <span>{board.name}</span>
    </a>
  );
};

/** On a phone, the way from one board to another above the one that is drawn large. */
export const BoardSwitch = ({ boards, current }: { boards: readonly BoardDetail[]; current: string }) => (
  <nav class="board-switch" aria-label={home.switchLabel}>
    {boards.map((board) => (
      <Choice key={board.id} board={board} current={board.id === current} />
    ))}
  </nav>
);
