import { useMemo } from 'preact/hooks';
import type { Area } from '../../../src/core/flaps/geometry.ts';
import type { BoardDetail } from '../../../src/schema/boards/boards.ts';
import type { Message } from '../../../src/schema/content/messages.ts';
import { api } from '../../api.ts';
import { useAfterDrawing } from '../../kit/drawing.ts';
import { Button, sending } from '../../kit/button.tsx';
import { keepDraft, useDraft } from '../../kit/draft.ts';
import { Report, useWork } from '../../kit/work.tsx';
import { loadPiece } from '../../shell/piece.ts';
import { flapsOf, lacksOn, lookOf, useService } from '../../service-state.ts';
import { home } from '../../strings/home.ts';
import { answerText } from '../outcome-text.ts';
import { Composer, type Written } from './composer.tsx';
import { compose, countFlaps, isCut } from '../composition.ts';
import { More } from '../more.tsx';
import { StayFields, type Stay } from './stay-fields.tsx';
import type { MessageOptions } from './post-message.ts';

const Count = ({ text, area }: { text: string; area: Area }) => {
  const cut = isCut(text, area);
  return (
    <span class={`count ${cut ? 'is-over' : ''}`} id="message-count">
      {home.count(countFlaps(text), area.places ? area.places.flat().length : area.rows * area.cols)}
      {cut && ` – ${home.tooLong}`}
    </span>
  );
};

const termOf = ({ minutes, after }: Stay): Partial<Message> => {
  if (minutes === null) return {};
  if (after === 'schedule' || after === 'blank') return { duration_minutes: minutes, revert_mode: after };
  return { duration_minutes: minutes, revert_mode: 'page', revert_page_id: after };
};

/** A message while it is written. */
interface Draft extends Written {
  readonly stay: Stay;
  readonly wishes: MessageOptions;
}

const EMPTY: Draft = { text: '', alignment: 'center', stay: { minutes: null, after: 'schedule' }, wishes: {} };

/** On a phone the form hides the board: whoever sends wants to see what becomes of it. */
const lookAtBoard = (): void => document.querySelector('.stage-board .board')?.scrollIntoView({ block: 'nearest' });

/** Writes on one board, shows beforehand what it will look like, and says honestly what became of it. */
export const MessageForm = ({ board }: { board: BoardDetail }) => {
  const draftName = `message.flaps.${board.id}`;
  const [kept, setKept, byNow] = useDraft<Partial<Draft>>(draftName);
  const draft = { ...EMPTY, ...kept };
  const { text, alignment, stay, wishes } = draft;
  const { busy, result, run, clear } = useWork();
  const flaps = useService((state) => flapsOf(state, board.id));
  const lacks = useService((state) => lacksOn(state, board.id));
  const places = useService((state) => lookOf(state, board.id).places);
  const area = { rows: board.rows, cols: board.cols, places };
  const composition = useMemo(() => {
    const missing = new Set(lacks.split(' '));
    return compose(text, alignment, area, (character) => missing.has(character));
  }, [text, alignment, board.rows, board.cols, places, lacks]);
  const afterDrawing = useAfterDrawing();

  const post = async () => {
    const characters = composition.characters.map((row) => [...row]);
    if (Object.keys(wishes).length === 0)
      return answerText(await api.send(board.id, { characters, ...termOf(stay) }), flaps);
    const { linesOf, postMessage } = await loadPiece(() => import('./post-message.ts'));
    const content = wishes.template || wishes.rows ? linesOf(text, alignment, wishes, board.rows) : { characters };
    return postMessage(board.id, { ...content, ...termOf(stay), ...wishes }, flaps);
  };
  const send = () => {
    if (busy || text === '') return;
    void run(async () => {
      const told = await post();
      // What is shown is no draft any more; it stays in the field for whoever wants to send it once more.
      if (told.tone === 'good' && byNow() === kept) keepDraft(draftName, null);
      return told;
    }).then(() => afterDrawing(lookAtBoard));
  };
  const write = (change: Partial<Draft>) => {
    if (result) clear();
    const next = { ...draft, ...change };
    setKept(JSON.stringify(next) === JSON.stringify(EMPTY) ? null : next);
  };

  return (
    <form class="card form" onSubmit={sending(send)} aria-labelledby="write-title">
      <div class="row">
        <h2 id="write-title">{home.writeTitle}</h2>
        <Count text={text} area={area} />
      </div>
      <Composer
        board={board}
        written={draft}
        composition={composition}
        live={wishes.template ?? false}
        onChange={write}
        onSend={send}
      />
      <StayFields board={board} stay={stay} onChange={(next) => write({ stay: next })} />
      <More boardId={board.id} text={text} wishes={wishes} onChange={(next) => write({ wishes: next })} />
      <div class={`send-bar rows-10 ${text === '' ? '' : 'is-ready'}`} data-bar>
        <Report result={result} />
        <div class="actions">
          <Button
            submit
            main
            text={busy ? home.sending : home.send}
            disabled={text === ''}
            aria-busy={busy}
            title={home.sendHint}
          />
        </div>
      </div>
    </form>
  );
};
