import { useState } from 'preact/hooks';
import type { BoardDetail } from '../../src/schema/boards.ts';
import { api } from '../api.ts';
import { sentenceOf } from '../kit/work.tsx';
import { serviceState } from '../service-state.ts';
import { useStore } from '../store.ts';
import { home } from '../strings/home.ts';
import { PageOptions } from './page-options.tsx';

/** Pins a page on a board, or gives it back to its schedule. */
export const ProgrammeChoice = ({ board }: { board: BoardDetail }) => {
  const [problem, setProblem] = useState<string | null>(null);
  const pinned = board.active_page_id;
  const pinnedName = useStore(serviceState, (state) => (pinned ? (state.names[pinned] ?? home.unknownPage) : null));
  const pin = (page_id: string | null) =>
    api.pin(board.id, page_id).then(
      ({ error, code }) => setProblem(error === null || code === 'browser_only' ? null : `${home.pinFailed} ${error}`),
      (error: unknown) => setProblem(sentenceOf(error)),
    );
  return (
    <div class="programme">
      <label class="programme-choice">
        <span>{home.showLabel}</span>
        <select value={pinned ?? ''} onChange={(event) => void pin(event.currentTarget.value || null)}>
          <option value="">{board.schedule_enabled ? home.bySchedule : home.byNothing}</option>
          {pinned && <option value={pinned}>{pinnedName}</option>}
          <PageOptions board={board} except={pinned} />
        </select>
      </label>
      {problem && (
        <p class="notice notice-plain" role="status">
          {problem}
        </p>
      )}
    </div>
  );
};
