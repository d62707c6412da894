import { useMemo, useRef, useState } from 'preact/hooks';
import type { TargetedEvent, TargetedKeyboardEvent } from 'preact';
import { gridToRows } from '../../src/core/grid.ts';
import { layoutText } from '../../src/core/message.ts';
import type { BoardDetail } from '../../src/schema/board.ts';
import type { Message } from '../../src/schema/message.ts';
import { api } from '../api.ts';
import { BoardPicture } from '../board-view/board-picture.tsx';
import { textOf } from '../board-view/reel.ts';
import { useAfterDrawing } from '../kit/after-drawing.ts';
import { useDraft } from '../kit/draft.ts';
import { keepMessage, library, lookOf, shownOn } from '../library.ts';
import type { CodeRows } from '../library.ts';
import { useStore } from '../store.ts';
import { home } from '../strings/home.ts';
import { tellAnswer, tellFailure } from './answer.ts';
import type { Outcome } from './answer.ts';
import { ColourKeys } from './colour-keys.tsx';
import { countFlaps, isCut } from './count-flaps.ts';
import { PageOptions } from './page-options.tsx';

const Report = ({ outcome }: { outcome: Outcome | null }) => (
  <div class="report" role="status">
    {outcome && (
      <p class={`notice notice-${outcome.tone}`}>
        <strong>{outcome.title}</strong> {outcome.detail}
      </p>
    )}
  </div>
);

const Count = ({ used, room, cut }: { used: number; room: number; cut: boolean }) => (
  <span class={`count ${cut ? 'is-over' : ''}`} id="message-count">
    {home.count(used, room)}
    {cut && ` – ${home.tooLong}`}
  </span>
);

const Preview = ({ board, text }: { board: BoardDetail; text: string }) => {
  const look = useStore(library, (state) => lookOf(state, board.id));
  const { rows, cols } = board;
  const characters = useMemo(() => gridToRows(layoutText(text, { rows, cols })), [text, rows, cols]);
  return <BoardPicture form={board} characters={characters} look={look} label={home.previewLabel(textOf(characters))} />;
};

/** How long a message stays and what follows it; `after` is `schedule`, `blank` or the id of a page. */
interface Stay {
  readonly minutes: number | null;
  readonly after: string;
}

const StayFields = ({ board, stay: { minutes, after }, onChange }: { board: BoardDetail; stay: Stay; onChange: (stay: Stay) => void }) => (
  <div class="stay">
    <label class="field">
      <span>{home.durationLabel}</span>
      <select value={minutes ?? ''} onChange={(event) => onChange({ minutes: Number(event.currentTarget.value) || null, after })}>
        {home.durations.map(([value, name]) => (
          <option key={value} value={value ?? ''}>
            {name}
          </option>
        ))}
      </select>
    </label>
    {minutes !== null && (
      <label class="field">
        <span>{home.afterLabel}</span>
        <select value={after} onChange={(event) => onChange({ minutes, after: event.currentTarget.value })}>
          <option value="schedule">{home.after.schedule}</option>
          <option value="blank">{home.after.blank}</option>
          <PageOptions board={board} />
        </select>
      </label>
    )}
  </div>
);

const messageOf = (text: string, { minutes, after }: Stay): Partial<Message> => {
  if (minutes === null) return { text };
  if (after === 'schedule' || after === 'blank') return { text, duration_minutes: minutes, revert_mode: after };
  return { text, duration_minutes: minutes, revert_mode: 'page', revert_page_id: after };
};

const showsAlready = (boardId: string, wanted: CodeRows): boolean => JSON.stringify(shownOn(library.get(), boardId)) === JSON.stringify(wanted);

/** Writes on one board, shows beforehand what it will look like, and says honestly what became of it. */
export const MessageForm = ({ board }: { board: BoardDetail }) => {
  const field = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useDraft<string>(`message.${board.id}`);
  const text = draft ?? '';
  const [stay, setStay] = useState<Stay>({ minutes: null, after: 'schedule' });
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const afterDrawing = useAfterDrawing();

  const run = async (work: () => Promise<Outcome>) => {
    setBusy(true);
    setOutcome(await work().catch(tellFailure));
    setBusy(false);
  };
  const send = (event: TargetedEvent) => {
    event.preventDefault();
    if (busy || text === '') return;
    void run(async () => {
      const answer = await api.send(board.id, messageOf(text, stay));
      if (stay.minutes === null) keepMessage(board.id, answer.characters);
      return tellAnswer(answer, showsAlready(board.id, answer.characters));
    });
  };
  const end = () =>
    void run(async () => {
      const answer = await api.endMessage(board.id);
      return { tone: answer.sent ? 'good' : 'plain', title: home.ended, detail: null };
    });
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event);
  };
  const insert = (marker: string) => {
    const { selectionStart, selectionEnd } = field.current ?? { selectionStart: text.length, selectionEnd: text.length };
    setDraft(text.slice(0, selectionStart) + marker + text.slice(selectionEnd));
    afterDrawing(() => {
      field.current?.focus();
      field.current?.setSelectionRange(selectionStart + marker.length, selectionStart + marker.length);
    });
  };

  return (
    <form class="card form" onSubmit={send} aria-labelledby="write-title">
      <div class="row">
        <h2 id="write-title">{home.writeTitle}</h2>
        <Count used={countFlaps(text)} room={board.rows * board.cols} cut={isCut(text, board)} />
      </div>
      <label class="field">
        <span class="visually-hidden">{home.messageLabel}</span>
        <textarea
          ref={field}
          rows={3}
          value={text}
          placeholder={home.messagePlaceholder}
          aria-describedby="message-count"
          autoCapitalize="characters"
          onInput={(event) => setDraft(event.currentTarget.value || null)}
          onKeyDown={onKeyDown}
        />
      </label>
      <ColourKeys onPick={insert} />
      {text !== '' && <Preview board={board} text={text} />}
      <StayFields board={board} stay={stay} onChange={setStay} />
      <div class="actions">
        <button type="submit" class="button button-main" disabled={busy || text === ''} title={home.sendHint}>
          {busy ? home.sending : home.send}
        </button>
        <button type="button" class="button" disabled={busy} onClick={end}>
          {home.endMessage}
        </button>
      </div>
      <Report outcome={outcome} />
    </form>
  );
};
