import { useEffect, useState } from 'preact/hooks';
import type { BoardDetail } from '../../src/schema/boards/boards.ts';
import { api } from '../api.ts';
import { Zoom } from '../board-view/zoom.tsx';
import { BoardView } from '../board-view/board-view.tsx';
import { textOf } from '../board-view/spoken.ts';
import { Button, ButtonLink } from '../kit/button.tsx';
import { openDrafts } from '../kit/draft.ts';
import { useLater } from '../kit/drawing.ts';
import { useDeferred, usePiece } from '../shell/piece.ts';
import { PHONE, useMedia } from '../kit/media.ts';
import { keepBoard, shownOn, useService } from '../service-state.ts';
import { ShareButton } from '../share/share-button.tsx';
import { strings } from '../strings.ts';
import { home } from '../strings/home.ts';
import { Condition } from './condition.tsx';
import { DeferredMessages } from './messages/deferred-messages.tsx';
import { MessageForm } from './messages/message-form.tsx';
import { ProgrammeChoice } from './messages/programme-choice.tsx';
import { StatusLine } from './status-line.tsx';
import { TakeDown } from './messages/take-down.tsx';
import { Said, WorkButton } from '../kit/work.tsx';

/** A board is read aloud when it has been still for this long. */
const STILL_MS = 1500;

const Announcement = ({ board }: { board: BoardDetail }) => {
  const characters = useService((state) => shownOn(state, board.id));
  const text = strings.boardShows(board.name, textOf(characters));
  const [said, setSaid] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), STILL_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return <Said>{said}</Said>;
};

const PauseButton = ({ board }: { board: BoardDetail }) => (
  <WorkButton
    small
    text={board.paused ? home.resume : home.pause}
    work={async () => keepBoard(await api.updateBoard(board.id, { paused: !board.paused }))}
  />
);

const QuietButton = ({ board }: { board: BoardDetail }) => {
  const { View, open, close } = usePiece(() => import('./quiet-menu.tsx').then(({ QuietMenu }) => QuietMenu));
  return (
    <>
      <Button small text={home.quietMenu} aria-haspopup="dialog" onClick={open} />
      {View && <View board={board} onClose={close} />}
    </>
  );
};

/** Pixels of a saved picture: sharp on a screen of today, and small enough to send on. */
const SAVED_WIDTH = 1600;

/** One board large, with its state, and the form that writes on it. */
export const MainBoard = ({ board }: { board: BoardDetail }) => {
  const later = useLater(3);
  const narrow = useMedia(PHONE);
  const Strip = useDeferred(later > 2 ? 0 : null, () =>
    import('../favourites/strip.tsx').then(({ FavouriteStrip }) => FavouriteStrip),
  );
  const strip = Strip && <Strip key={board.id} board={board} />;
  // In a task of its own, before the form is drawn that keeps what is typed.
  useEffect(() => {
    if (later === 1) openDrafts();
  }, [later]);
  return (
    <div class="stage">
      <section class="stage-board" aria-labelledby="board-name">
        <div class="stage-head">
          <h1 id="board-name">{board.name}</h1>
          <span class="meta">
            {home.devices[board.device_type]} {home.size(board.rows, board.cols)}
          </span>
        </div>
        <Condition board={board} />
        <Zoom cols={board.cols} name={board.name}>
          <BoardView key={board.id} board={board} />
        </Zoom>
        <div class="stage-foot">
          <StatusLine board={board} />
          <TakeDown key={board.id} board={board} />
          <span class="board-actions">
            <ButtonLink
              small
              text={home.picture}
              href={`/api/boards/${encodeURIComponent(board.id)}/picture.png?width=${SAVED_WIDTH}`}
              download={`${board.name}.png`}
              aria-label={home.savePicture}
            />
            <ShareButton key={board.id} what={{ board_id: board.id }} name={board.name} small />
            <PauseButton key={board.id} board={board} />
            <QuietButton key={board.id} board={board} />
          </span>
        </div>
        {later > 2 && <DeferredMessages key={board.id} boardId={board.id} />}
        {later > 2 && <ProgrammeChoice key={board.id} board={board} />}
        {!narrow && strip}
        {later > 2 && <Announcement key={board.id} board={board} />}
      </section>
      {later > 1 && <MessageForm key={board.id} board={board} />}
      {narrow && strip}
    </div>
  );
};
