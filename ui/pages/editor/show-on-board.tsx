import { fits } from '../../../src/core/geometry.ts';
import { api } from '../../api.ts';
import { Report, useWork } from '../../kit/work.tsx';
import { faultOf } from '../../home/faults.ts';
import { conditionOf, serviceState } from '../../service-state.ts';
import { useStore } from '../../store.ts';
import { pages } from '../../strings/pages.ts';
import { describeSize } from '../size.ts';
import { sizeOf } from './page-draft.ts';
import type { PageDraft } from './page-draft.ts';

const Fault = ({ boardId }: { boardId: string }) => {
  const fault = useStore(serviceState, (state) => faultOf(conditionOf(state, boardId)));
  return fault ? <span class="field-note is-wrong">{fault}</span> : null;
};

/** Pins the page on a board of its size. `onSave` stores it first and gives its id; null when that failed. */
export const ShowOnBoard = ({ draft, onSave }: { draft: PageDraft; onSave: () => Promise<string | null> }) => {
  const boards = useStore(serviceState, (state) => state.boards) ?? [];
  const { busy, result, run } = useWork();
  const size = sizeOf(draft);
  const fitting = boards.filter((board) => fits(size, board));
  const show = (board: { id: string; name: string }) =>
    void run(async () => {
      const id = await onSave();
      if (id === null) return undefined;
      const { error, code } = await api.pin(board.id, id);
      return error === null || code === 'browser_only'
        ? pages.shownOn(board.name)
        : { tone: 'plain', text: pages.showFails(board.name, error) };
    });
  return (
    <section class="card panel form" aria-labelledby="show-title">
      <h2 id="show-title">{pages.showTitle}</h2>
      {fitting.length === 0 && <p class="meta">{pages.noBoard(describeSize(size))}</p>}
      {fitting.map((board) => (
        <div key={board.id} class="field">
          <button type="button" class="button" disabled={busy} onClick={() => show(board)}>
            {pages.showOn(board.name)}
          </button>
          <Fault boardId={board.id} />
        </div>
      ))}
      <Report result={result} />
    </section>
  );
};
