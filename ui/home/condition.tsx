import type { BoardDetail } from '../../src/schema/board.ts';
import type { Status } from '../../src/schema/status.ts';
import { request } from '../api.ts';
import { useResource } from '../kit/resource.ts';
import { Report, useWork } from '../kit/work.tsx';
import { library } from '../library.ts';
import { useStore } from '../store.ts';
import { home } from '../strings/home.ts';

/** What is wrong with a board, in words, with what to do about it; nothing when all is well. */
export const Condition = ({ board }: { board: BoardDetail }) => {
  const { value } = useResource(`status ${board.id} ${JSON.stringify(board)}`, () => request<Status>('GET', '/v1/status'), ['settings', 'boards']);
  const idle = useStore(library, (state) => state.target === 'ui' && state.wired[board.id] === true);
  const { busy, result, run } = useWork();
  const state = value?.boards[board.id];
  const restore = () => void run(() => request('POST', '/force-refresh').then(() => home.restored));
  if (!state) return null;
  const substitutions = Object.entries(state.substitutions);
  return (
    <>
      {state.error && (
        <p class="notice notice-bad" role="alert">
          <strong>{home.error}</strong> {state.error} {home.errorNote}
        </p>
      )}
      {idle && (
        <p class="notice">
          {home.uiOnly} <a href="/settings/boards">{home.uiOnlyChange}</a>
        </p>
      )}
      {state.drifted && (
        <div class="notice row">
          <strong>{home.drifted}</strong>
          <button type="button" class="button button-small" disabled={busy} onClick={restore}>
            {home.restore}
          </button>
        </div>
      )}
      {substitutions.length > 0 && (
        <p class="notice">
          {home.substituted} {substitutions.map(([asked, shown]) => home.substitution(asked, shown)).join(', ')}.
        </p>
      )}
      <Report result={result} />
    </>
  );
};
