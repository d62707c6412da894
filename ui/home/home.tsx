import { useMemo, useEffect, useRef } from 'preact/hooks';
import { chooseBoard } from '../../src/core/look/shown.ts';
import type { BoardDetail } from '../../src/schema/boards/boards.ts';
import { Button } from '../kit/button.tsx';
import { useLater } from '../kit/drawing.ts';
import { PHONE, useMedia } from '../kit/media.ts';
import { useNarrowed } from '../kit/narrowed.tsx';
import { useToldAbove } from '../connection.ts';
import { useDeferred } from '../shell/piece.ts';
import { useTitle } from '../shell/title.ts';
import { loadServiceState, useService, conditionOf } from '../service-state.ts';
import { strings } from '../strings.ts';
import { home } from '../strings/home.ts';
import { BoardView } from '../board-view/board-view.tsx';
import { FirstSteps } from './first-steps.tsx';
import { MainBoard } from './main-board.tsx';
import { StatusLine } from './status-line.tsx';

/** A board among others: a link that shows it large. */
const BoardCard = ({ id, current }: { id: string; current: boolean }) => {
  const board = useService((state) => state.boards?.find((one) => one.id === id) ?? null);
  if (!board) return null;
  return (
    <li>
      <a
        class="card board-card rows-14"
        href={`/?board=${encodeURIComponent(id)}`}
        aria-current={current ? 'true' : undefined}
      >
        <div class="board-card-view">
          <BoardView board={board} />
        </div>
        <div class="board-card-foot rows-2">
          <strong>{board.name}</strong>
          <StatusLine board={board} brief />
        </div>
      </a>
    </li>
  );
};

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
const BoardSwitch = ({ boards, current }: { boards: readonly BoardDetail[]; current: string }) => (
  <nav class="board-switch" aria-label={home.switchLabel}>
    {boards.map((board) => (
      <Choice key={board.id} board={board} current={board.id === current} />
    ))}
  </nav>
);

/** The boards come first: what else is to be told is loaded when they have been drawn. */
const LATER_MS = 1000;

const Attention = ({ current }: { current: string }) => {
  const View = useDeferred(LATER_MS, () =>
    import('./attention/attention-list.tsx').then(({ AttentionList }) => AttentionList),
  );
  return View && <View current={current} />;
};

const Waiting = () => {
  const problem = useService((state) => state.problem);
  const isTold = useToldAbove(problem);
  if (!problem) return <div class="board board-black board-waiting" role="img" aria-label={strings.loading} />;
  return (
    <div class="empty rows-16" role="alert">
      <p>
        <strong>{strings.loadFailed}</strong> {!isTold && problem}
      </p>
      <Button main text={strings.tryAgain} onClick={() => void loadServiceState()} />
    </div>
  );
};

/**
 * The first view: one board large, ready to be written on, and all others below. `selected`: its id, or null for the
 * primary.
 */
export const Home = ({ selected }: { selected: string | null }) => {
  const boards = useService((state) => state.boards);
  const narrow = useMedia(PHONE);
  const later = useLater(3);
  const board = chooseBoard(boards ?? [], selected);
  const { shown, field } = useNarrowed(boards ?? []);
  // Each card follows its board by itself.
  const cards = useMemo(
    () => shown.map(({ id }) => <BoardCard key={id} id={id} current={id === board?.id} />),
    [shown.map(({ id }) => id).join(), board?.id],
  );
  useTitle(board?.name ?? null);
  if (!boards || !board) return <Waiting />;
  return (
    <>
      <FirstSteps />
      <Attention current={board.id} />
      {narrow && boards.length > 1 && (
        <BoardSwitch boards={shown.includes(board) ? shown : [board, ...shown]} current={board.id} />
      )}
      <MainBoard board={board} />
      {later > 2 && boards.length > 1 && (
        <section aria-labelledby="boards-title">
          <h2 id="boards-title" class="section-title">
            {home.otherBoards}
          </h2>
          {field}
          <ul class="boards">{cards}</ul>
        </section>
      )}
    </>
  );
};
