import { useRef, useState } from 'preact/hooks';
import type { TargetedEvent, TargetedKeyboardEvent } from 'preact';
import type { BoardDetail } from '../../src/schema/board.ts';
import { api } from '../api.ts';
import { keepMessage, library, shownOn } from '../library.ts';
import type { CodeRows } from '../library.ts';
import { strings } from '../strings.ts';
import { tellAnswer, tellFailure } from './answer.ts';
import type { Outcome } from './answer.ts';
import { ColourKeys } from './colour-keys.tsx';
import { countFlaps } from './count-flaps.ts';

const Report = ({ outcome }: { outcome: Outcome | null }) => (
  <div class="report" role="status">
    {outcome && (
      <p class={`notice notice-${outcome.tone}`}>
        <strong>{outcome.title}</strong> {outcome.detail}
      </p>
    )}
  </div>
);

const Count = ({ used, room }: { used: number; room: number }) => (
  <span class={`count ${used > room ? 'is-over' : ''}`} id="message-count">
    {strings.count(used, room)}
    {used > room && ` – ${strings.tooLong}`}
  </span>
);

const Duration = ({ minutes, onChange }: { minutes: number | null; onChange: (minutes: number | null) => void }) => (
  <label class="field">
    <span>{strings.durationLabel}</span>
    <select value={minutes ?? ''} onChange={(event) => onChange(Number(event.currentTarget.value) || null)}>
      {strings.durations.map(([value, name]) => (
        <option key={value} value={value ?? ''}>
          {name}
        </option>
      ))}
    </select>
  </label>
);

const showsAlready = (boardId: string, wanted: CodeRows): boolean => JSON.stringify(shownOn(library.get(), boardId)) === JSON.stringify(wanted);

/** Writes on one board, and says honestly what became of it. */
export const MessageForm = ({ board }: { board: BoardDetail }) => {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [minutes, setMinutes] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  const run = async (work: () => Promise<Outcome>) => {
    setBusy(true);
    setOutcome(await work().catch(tellFailure));
    setBusy(false);
  };
  const send = (event: TargetedEvent) => {
    event.preventDefault();
    if (busy || text === '') return;
    void run(async () => {
      const answer = await api.send(board.id, minutes ? { text, duration_minutes: minutes } : { text });
      if (!minutes) keepMessage(board.id, answer.characters);
      return tellAnswer(answer, showsAlready(board.id, answer.characters));
    });
  };
  const end = () =>
    void run(async () => {
      const answer = await api.endMessage(board.id);
      return { tone: answer.sent ? 'good' : 'plain', title: strings.ended, detail: null };
    });
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event);
  };
  const insert = (marker: string) => {
    const { selectionStart, selectionEnd } = field.current ?? { selectionStart: text.length, selectionEnd: text.length };
    setText(text.slice(0, selectionStart) + marker + text.slice(selectionEnd));
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(selectionStart + marker.length, selectionStart + marker.length);
    });
  };

  return (
    <form class="card form" onSubmit={send} aria-labelledby="write-title">
      <div class="row">
        <h2 id="write-title">{strings.writeTitle}</h2>
        <Count used={countFlaps(text)} room={board.rows * board.cols} />
      </div>
      <label class="field">
        <span class="visually-hidden">{strings.messageLabel}</span>
        <textarea
          ref={field}
          rows={4}
          value={text}
          placeholder={strings.messagePlaceholder}
          aria-describedby="message-count"
          autoCapitalize="characters"
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </label>
      <ColourKeys onPick={insert} />
      <Duration minutes={minutes} onChange={setMinutes} />
      <div class="actions">
        <button type="submit" class="button button-main" disabled={busy || text === ''} title={strings.sendHint}>
          {busy ? strings.sending : strings.send}
        </button>
        <button type="button" class="button" disabled={busy} onClick={end}>
          {strings.endMessage}
        </button>
      </div>
      <Report outcome={outcome} />
    </form>
  );
};
