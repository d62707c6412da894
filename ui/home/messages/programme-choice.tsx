import type { BoardDetail } from '../../../src/schema/boards/boards.ts';
import { api } from '../../api.ts';
import { useUntold } from '../../kit/untold.ts';
import { loadPiece } from '../../shell/piece.ts';
import { Report, useWanted } from '../../kit/work.tsx';
import { conditionOf, useService } from '../../service-state.ts';
import { home } from '../../strings/home.ts';
import { PageOptions } from './page-options.tsx';
import { isCovered } from '../status-text.ts';

/** Pins a page on a board, or gives it back to its schedule. */
export const ProgrammeChoice = ({ board }: { board: BoardDetail }) => {
  const pinned = board.active_page_id;
  const { value, choose, result, run } = useWanted(pinned, async (page_id) => {
    if (page_id === null) return void (await api.pin(board.id, null));
    const { pinPage } = await loadPiece(() => import('../../pin-page.ts'));
    const done = await pinPage(board, page_id);
    // The choice itself is the way back, and the board is in sight.
    return done.tone === 'good' ? undefined : done;
  });
  const pinnedName = useService((state) => (pinned ? (state.names[pinned] ?? home.unknownPage) : null));
  const covered = useService((state) => isCovered(board, conditionOf(state, board.id)));
  useUntold(board.id, run);
  return (
    <div class="programme">
      <label class="programme-choice">
        <span>{covered ? home.showAfterLabel : home.showLabel}</span>
        <select value={value ?? ''} onChange={(event) => choose(event.currentTarget.value || null)}>
          <option value="">{board.schedule_enabled ? home.bySchedule : home.byNothing}</option>
          {pinned && <option value={pinned}>{pinnedName}</option>}
          <PageOptions board={board} except={pinned} />
        </select>
      </label>
      <Report result={result} />
    </div>
  );
};
