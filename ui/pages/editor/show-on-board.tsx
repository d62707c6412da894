import { fits } from '../../../src/core/flaps/geometry.ts';
import type { BoardDetail } from '../../../src/schema/boards/boards.ts';
import { Report, useWork } from '../../kit/work.tsx';
import { faultOf } from '../../home/attention/faults.ts';
import { pinPage } from '../../pin-page.ts';
import { conditionOf, useService } from '../../service-state.ts';
import { pages } from '../../strings/pages.ts';
import { ShowFor } from '../show-for.tsx';
import { describeSize } from '../size.ts';
import { sizeOf, type PageDraft } from './page-draft.ts';

const Fault = ({ boardId }: { boardId: string }) => {
  const fault = useService((state) => faultOf(conditionOf(state, boardId)));
  return fault ? <span class="field-note is-wrong">{fault}</span> : null;
};

interface ShowOnBoardProps {
  readonly draft: PageDraft;
  readonly id: string;
  readonly onSave: () => Promise<boolean>;
}

/** Pins the page on a board of its size. `onSave` stores it first, and tells whether that was done. */
export const ShowOnBoard = ({ draft, id, onSave }: ShowOnBoardProps) => {
  const boards = useService((state) => state.boards) ?? [];
  const { busy, result, act } = useWork();
  const size = sizeOf(draft);
  const fitting = boards.filter((board) => fits(size, board));
  const show = act(async (board: BoardDetail) => {
    if (await onSave()) return pinPage(board, id);
  });
  return (
    <section class="card panel form" aria-labelledby="show-title">
      <h2 id="show-title">{pages.showTitle}</h2>
      {fitting.length === 0 && <p class="meta">{pages.noBoard(describeSize(size))}</p>}
      {fitting.map((board) => (
        <div key={board.id} class="field">
          <button type="button" class="button" disabled={busy} onClick={() => show(board)}>
            <span class="short-name">{pages.showOn(board.name)}</span>
          </button>
          <Fault boardId={board.id} />
        </div>
      ))}
      {fitting.length > 0 && <ShowFor what={{ id, name: draft.name, sizes: [size] }} />}
      <Report result={result} />
    </section>
  );
};
