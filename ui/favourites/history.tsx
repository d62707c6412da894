import { useState } from 'preact/hooks';
import type { BoardDetail } from '../../src/schema/boards/boards.ts';
import type { HistoryEntry } from '../../src/schema/content/history.ts';
import { BoardPicture } from '../board-view/board-picture.tsx';
import { chooseBoard } from '../../src/core/look/shown.ts';
import { tileOf } from '../home/composition.ts';
import { Back, Button } from '../kit/button.tsx';
import { keepDraft } from '../kit/draft.ts';
import { CLOCK, LANGUAGE } from '../kit/language.ts';
import { useResource } from '../kit/resource.ts';
import { useTitle } from '../shell/title.ts';
import { Loading, Report, useWork } from '../kit/work.tsx';
import { inZone } from '../kit/zone.ts';
import { navigate, type Place } from '../router.ts';
import { flapsOf, loadServiceState, useService } from '../service-state.ts';
import { strings } from '../strings.ts';
import { favourites as texts } from '../strings/favourites.ts';
import { linesOf, startPage } from './content.ts';
import { KeepDialog } from './keep-dialog.tsx';
import { favouriteOperations, toldSend } from './operations.ts';
import '../kit/views.css';
import './favourites.css';

const momentOf = (instant: string): string =>
  new Date(instant).toLocaleString(LANGUAGE, { day: 'numeric', month: 'short', ...CLOCK, ...inZone() });

/** Puts a frame into the field for messages, without the blanks around it. */
const edit = (boardId: string, characters: HistoryEntry['characters']): void => {
  const lines = linesOf(characters).map((line) => line.replace(/\{(\d+)\}/g, (_, code) => tileOf(Number(code))).trim());
  keepDraft(`message.flaps.${boardId}`, { text: lines.join('\n').trim(), alignment: 'center' });
  navigate(`/?board=${encodeURIComponent(boardId)}`);
};

const Entry = ({ board, entry, onSent }: { board: BoardDetail; entry: HistoryEntry; onSent: () => void }) => {
  const [keeping, setKeeping] = useState(false);
  const { busy, result, act } = useWork();
  const { characters, at, by, name, why, moved } = entry;
  // Boards of the browser alone have no flaps that could move: nothing is said of them.
  const hasFlaps = useService((state) => flapsOf(state, board.id) === 'moving');
  const who = name ?? (by === 'rule' ? '' : texts.by[by]);
  const again = act(async () => {
    const answer = await favouriteOperations.sendAgain(entry.id);
    onSent();
    return toldSend(answer);
  });
  const button = (label: string, work: () => void) => <Button small text={label} disabled={busy} onClick={work} />;
  const isSameSize = characters.length === board.rows && characters[0]?.length === board.cols;
  return (
    <li class="card">
      <BoardPicture
        form={{ ...board, rows: characters.length, cols: characters[0]?.length ?? 0 }}
        characters={characters}
      />
      <span class="meta">{texts.entry(momentOf(at), texts.why[why] ?? why, who, hasFlaps && !moved)}</span>
      {isSameSize && (
        <div class="favourite-buttons">
          {button(texts.again, again)}
          {button(texts.asPage, () => startPage(board, characters))}
          {button(texts.edit, () => edit(board.id, characters))}
          {button(texts.keep, () => setKeeping(true))}
        </div>
      )}
      <Report result={result} />
      {keeping && <KeepDialog board={board} characters={characters} onClose={() => setKeeping(false)} />}
    </li>
  );
};

const Entries = ({ board }: { board: BoardDetail }) => {
  const { value, problem, reload } = useResource(`history ${board.id}`, () => favouriteOperations.history(board.id));
  useTitle(texts.historyTitle(board.name));
  if (!value) return <Loading problem={problem} onRetry={reload} />;
  if (value.entries.length === 0) return <p>{texts.historyNone}</p>;
  return (
    <ul class="history-list rows-16">
      {value.entries.map((entry) => (
        <Entry key={entry.id} board={board} entry={entry} onSent={reload} />
      ))}
    </ul>
  );
};

/** What was on a board, the newest first, and what can be done with it. */
export const HistoryView = ({ place }: { place: Place }) => {
  const boards = useService((state) => state.boards);
  const board = chooseBoard(boards ?? [], place.query.get('board'));
  const problem = useService((state) => state.problem);
  if (!board) return <Loading problem={problem} onRetry={() => void loadServiceState()} />;
  return (
    <div class="form">
      <Back text={strings.parts.home} href={`/?board=${encodeURIComponent(board.id)}`} />
      <h1>{texts.historyTitle(board.name)}</h1>
      <Entries key={board.id} board={board} />
    </div>
  );
};
