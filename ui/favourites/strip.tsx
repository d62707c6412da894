import type { BoardDetail } from '../../src/schema/boards/boards.ts';
import type { FavouriteList, FavouriteSendAnswer } from '../../src/schema/content/favourites.ts';
import { request } from '../api.ts';
import { Button, ButtonLink } from '../kit/button.tsx';
import { useResource } from '../kit/resource.ts';
import { loadPiece, usePiece } from '../shell/piece.ts';
import { Report, useWork } from '../kit/work.tsx';
import { shownOn, useService } from '../service-state.ts';
import { strip as texts } from '../strings/favourite-strip.ts';

const load = () => request<FavouriteList>('GET', '/favourites');

/**
 * Below a board: a button for each favourite that it may show, and the ways on from what it shows now. It uses what the
 * first view has anyway; the rest is loaded with a press.
 */
export const FavouriteStrip = ({ board }: { board: BoardDetail }) => {
  const { value } = useResource('favourites', load, ['favourites', 'boards']);
  const own = (value?.favourites ?? []).filter(({ boards }) => boards === 'all' || boards.includes(board.id));
  const characters = useService((state) => shownOn(state, board.id));
  const { View, open, close } = usePiece(() => import('./keep-dialog.tsx').then(({ KeepDialog }) => KeepDialog));
  const { busy, result, act } = useWork(board.id);
  const send = act(async (id: string) => {
    const path = `/favourites/${encodeURIComponent(id)}/send`;
    const { sent, reason } = await request<FavouriteSendAnswer>('POST', path);
    return { tone: sent ? 'good' : 'plain', text: sent ? texts.sent : (reason ?? '') };
  });
  const start = () =>
    void loadPiece(() => import('./content.ts')).then(({ startPage }) => startPage(board, characters));
  return (
    <div class="favourite-strip rows-10">
      {own.length > 0 && (
        <div class="favourite-buttons" role="group" aria-label={texts.title}>
          {own.map(({ id, name }) => (
            <button key={id} type="button" class="button" disabled={busy} onClick={() => send(id)}>
              <span class="short-name">{name}</span>
            </button>
          ))}
        </div>
      )}
      <Report result={result} />
      <div class="favourite-buttons">
        <ButtonLink small text={texts.history} href={`/history?board=${encodeURIComponent(board.id)}`} />
        <ButtonLink small text={texts.title} href="/favourites" />
        <Button small text={texts.keep} onClick={open} />
        <Button small text={texts.startPage} onClick={start} />
      </div>
      {View && <View board={board} characters={characters} onClose={close} />}
    </div>
  );
};
