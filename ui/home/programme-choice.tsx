import { useState } from 'preact/hooks';
import { isWithoutFlaps } from '../../src/core/no-flaps.ts';
import type { BoardDetail } from '../../src/schema/board.ts';
import type { ActivePageAnswer } from '../../src/schema/message.ts';
import { request } from '../api.ts';
import { sentenceOf } from '../kit/work.tsx';
import { library } from '../library.ts';
import { useStore } from '../store.ts';
import { home } from '../strings/home.ts';
import { PageOptions } from './page-options.tsx';

/** Pins a page on a board, or gives it back to its schedule. */
export const ProgrammeChoice = ({ board }: { board: BoardDetail }) => {
  const [problem, setProblem] = useState<string | null>(null);
  const pinned = board.active_page_id;
  const pinnedName = useStore(library, (state) => (pinned ? (state.names[pinned] ?? home.unknownPage) : null));
  const pin = (page_id: string | null) =>
    request<ActivePageAnswer>('PUT', `/v1/boards/${encodeURIComponent(board.id)}/active-page`, { page_id }).then(
      ({ error }) => setProblem(error === null || isWithoutFlaps(error) ? null : `${home.pinFailed} ${error}`),
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
