import { chooseBoard } from '../../src/core/look/shown.ts';
import type { BoardDetail } from '../../src/schema/boards/boards.ts';
import { labelOf } from '../home/attention/faults.ts';
import { Empty } from '../kit/button.tsx';
import { useResource } from '../kit/resource.ts';
import { loadServiceState, useService } from '../service-state.ts';
import type { Place } from '../router.ts';
import { schedule } from '../strings/schedule.ts';
import { addressOf, show } from './address.ts';
import { scheduleOperations } from './api.ts';
import { CollectionEditor } from './collections/collection-editor.tsx';
import { CollectionList } from './collections/collection-list.tsx';
import { Loading } from '../kit/work.tsx';
import { Options } from '../kit/options.tsx';
import { useTitle } from '../shell/title.ts';
import { WeekView } from './week-view.tsx';
import { DeferredMessages } from '../home/messages/deferred-messages.tsx';
import '../kit/views.css';
import './schedule.css';

const Tabs = ({ place, part }: { place: Place; part: string }) => (
  <nav class="schedule-tabs" aria-label={schedule.parts}>
    <a href={addressOf(place, '/schedule')} aria-current={part === 'collections' ? undefined : 'page'}>
      {schedule.tabs.week}
    </a>
    <a href={addressOf(place, '/schedule/collections')} aria-current={part === 'collections' ? 'page' : undefined}>
      {schedule.tabs.collections}
    </a>
  </nav>
);

interface BoardProps {
  readonly place: Place;
  readonly boards: readonly BoardDetail[];
  readonly board: BoardDetail;
}

const BoardChoice = ({ place, boards, board }: BoardProps) => {
  const conditions = useService((state) => state.conditions);
  return (
    <div class="board-choice">
      <label for="board-choice">{schedule.board}</label>
      <select
        id="board-choice"
        value={board.id}
        onChange={(event) => show(place, { board: event.currentTarget.value })}
      >
        <Options of={boards.map(({ id, name }) => [id, labelOf(conditions[id] ?? null, name)])} />
      </select>
    </div>
  );
};

const NO_RULE = Promise.resolve(null);

/** The week of the board that is chosen, or of the one that the rule in the address belongs to. */
const Week = ({ place, boards, board, open }: BoardProps & { open: string | null }) => {
  const wanted = open === 'new' || place.query.has('board') ? null : open;
  const { value, problem } = useResource(`board of ${wanted ?? ''}`, () =>
    wanted === null ? NO_RULE : scheduleOperations.rule(wanted),
  );
  const owner = boards.find(({ id }) => id === value?.board_id);
  const named =
    owner && owner.id !== board.id
      ? { ...place, query: new URLSearchParams([...place.query, ['board', owner.id]]) }
      : place;
  return (
    <WeekView place={named} board={owner ?? board} open={open} searching={wanted !== null && !value && !problem} />
  );
};

const Part = ({ part, id, ...props }: BoardProps & { part: string; id: string }) => {
  const { place, board } = props;
  if (part === 'collections')
    return id === '' ? (
      <CollectionList place={place} board={board} />
    ) : (
      <CollectionEditor key={id} id={id} place={place} board={board} />
    );
  if (part === '' || (part === 'rules' && id !== '')) return <Week {...props} open={part === 'rules' ? id : null} />;
  return <Empty says={schedule.unknown} text={schedule.backToWeek} href="/schedule" />;
};

/** The schedule: the week of a board with its rules, and the collections that can be scheduled. */
export const Schedule = ({ place }: { place: Place }) => {
  const boards = useService((state) => state.boards);
  const problem = useService((state) => state.problem);
  const [, , part = '', id = ''] = place.path.split('/').map(decodeURIComponent);
  useTitle(part === 'collections' ? schedule.collections.title : schedule.title);
  if (!boards) return <Loading problem={problem} onRetry={() => void loadServiceState()} />;
  const board = chooseBoard(boards, place.query.get('board'));
  if (!board) return <Empty main says={schedule.noBoards} text={schedule.addBoard} href="/settings/boards/new" />;
  return (
    <div class="schedule rows-20">
      <div class="schedule-head">
        <h1>{schedule.title}</h1>
        <Tabs place={place} part={part} />
        {boards.length > 1 && part !== 'collections' && <BoardChoice place={place} boards={boards} board={board} />}
      </div>
      <Part place={place} boards={boards} board={board} part={part} id={id} />
      {part === '' && <DeferredMessages key={board.id} boardId={board.id} />}
    </div>
  );
};
