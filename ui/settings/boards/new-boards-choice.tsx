import type { BoardInstance } from '../../../src/schema/boards/boards.ts';
import type { Collection } from '../../../src/schema/content/collections.ts';
import type { Page } from '../../../src/schema/content/pages.ts';
import { request } from '../../api.ts';
import { Options } from '../../kit/options.tsx';
import { useResource } from '../../kit/resource.ts';
import { Report, useWork } from '../../kit/work.tsx';
import { boards as texts } from '../../strings/settings/boards.ts';
import { boardOperations } from '../api.ts';

const NOTHING = 'page ';

type Named = Pick<Page, 'id' | 'name'>;

const readLibrary = async (): Promise<readonly Named[]> => {
  const [{ pages }, { collections }] = await Promise.all([
    request<{ pages: Page[] }>('GET', '/pages'),
    request<{ collections: Collection[] }>('GET', '/collections'),
  ]);
  return [...pages, ...collections];
};

/** What new boards begin with: nothing, what another board has, or a page or collection. */
export const NewBoardsChoice = ({ boards }: { boards: readonly BoardInstance[] }) => {
  const chosen = useResource('new boards', boardOperations.newBoards, ['settings']);
  const library = useResource('named library', readLibrary, ['pages', 'collections']).value;
  const { busy, result, act } = useWork();
  if (!chosen.value || !library) return null;
  const { board_id, page_id } = chosen.value;
  const isGone = ![...boards, ...library].some(({ id }) => id === (board_id ?? page_id));
  const value = board_id === null ? `page ${page_id ?? ''}` : `board ${board_id}`;
  const isNothing = value === NOTHING;
  const choose = act(async (next: string) => {
    const [kind, id] = [next.slice(0, next.indexOf(' ')), next.slice(next.indexOf(' ') + 1)];
    await boardOperations.setNewBoards(id === '' ? {} : kind === 'board' ? { board_id: id } : { page_id: id });
    chosen.reload();
  });
  return (
    <div class="card panel field">
      <label for="new-boards">{texts.newBoards}</label>
      <select
        id="new-boards"
        aria-describedby={isNothing ? undefined : 'new-boards-hint'}
        disabled={busy}
        value={value}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        <option value={NOTHING}>{texts.newBoardsNothing}</option>
        {isGone && !isNothing && <option value={value}>{texts.newBoardsGone}</option>}
        <Options of={boards.map(({ id, name }) => [`board ${id}`, texts.newBoardsLike(name)])} />
        <optgroup label={texts.newBoardsPages}>
          <Options of={library.map(({ id, name }) => [`page ${id}`, name])} />
        </optgroup>
      </select>
      {!isNothing && (
        <p id="new-boards-hint" class="field-note">
          {texts.newBoardsHint}
        </p>
      )}
      <Report result={result} />
    </div>
  );
};
