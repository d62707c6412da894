import { BoardView } from '../board-view/board-view.tsx';
import { useService } from '../service-state.ts';
import { StatusLine } from './status-line.tsx';

/** A board among others: a link that shows it large. */
export const BoardCard = ({ id, current }: { id: string; current: boolean }) => {
  const board = useService((state) => state.boards?.find((one) => one.id === id) ?? null);
  if (!board) return null;
  return (
    <li>
      <a class="card board-card" href={`/?board=${encodeURIComponent(id)}`} aria-current={current ? 'true' : undefined}>
        <div class="board-card-view">
          <BoardView board={board} />
        </div>
        <div class="board-card-foot">
          <strong>{board.name}</strong>
          <StatusLine board={board} brief />
        </div>
      </a>
    </li>
  );
};
