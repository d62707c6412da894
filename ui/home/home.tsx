import { useMemo } from 'preact/hooks';
import { chooseBoard } from '../../src/core/look/shown.ts';
import { Button } from '../kit/button.tsx';
import { useLater } from '../kit/later.ts';
import { PHONE, useMedia } from '../kit/media.ts';
import { useNarrowed } from '../kit/narrowed.tsx';
import { useTitle } from '../kit/title.ts';
import { loadServiceState, useService } from '../service-state.ts';
import { strings } from '../strings.ts';
import { home } from '../strings/home.ts';
import { BoardCard } from './board-card.tsx';
import { BoardSwitch } from './board-switch.tsx';
import { FirstSteps } from './first-steps.tsx';
import { DeferredAttention } from './attention/deferred-attention.tsx';
import { MainBoard } from './main-board.tsx';

const Waiting = () => {
  const problem = useService((state) => state.problem);
  if (!problem) return <div class="board board-black board-waiting" role="img" aria-label={strings.loading} />;
  return (
    <div class="empty" role="alert">
      <p>
        <strong>{strings.loadFailed}</strong> {problem}
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
      <DeferredAttention current={board.id} />
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
