import { useEffect, useState } from 'preact/hooks';
import type { ListedMessage } from '../../../src/schema/content/messages.ts';
import { request } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { MomentFields } from '../../kit/moment-fields.tsx';
import { usePoll } from '../../kit/poll.ts';
import { useResource } from '../../kit/resource.ts';
import { Report, useWork } from '../../kit/work.tsx';
import { inZone } from '../../kit/zone.ts';
import { conditionOf, useService } from '../../service-state.ts';
import { messages } from '../../strings/messages.ts';
import { onPosted, tellPosted } from './post-message.ts';
import { asTiles } from '../composition.ts';
import { momentOf } from '../../kit/language.ts';
import '../messages.css';

const LOOK_MS = 30_000;

const standOf = (message: ListedMessage): string => {
  const { state, at, after_silence } = message;
  const time = momentOf(at);
  if (state === 'planned' && time) return messages.plannedFor(time);
  if (state === 'planned' && after_silence) return messages.plannedAfterSilence;
  return state === 'queued' ? messages.waits : messages.up;
};

const shownText = (text: string): string =>
  asTiles(text)
    .split('\n')
    .map((row) => row.trim())
    .filter(Boolean)
    .join(' ') || messages.blank;

/** Asks for something; answers whether it was done. */
type Run = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => Promise<boolean>;

/** An instant as a field for dates and times has it, where the appliance is. */
const fieldTime = (instant: string): string =>
  new Date(instant).toLocaleString('sv', inZone()).slice(0, 16).replace(' ', 'T');

/** The day and the time of a planned message; it is moved when somebody has changed them and goes on. */
const Moving = ({
  message,
  at,
  onMove,
}: {
  message: ListedMessage;
  at: string;
  onMove: (at: string) => Promise<boolean>;
}) => {
  const known = fieldTime(at);
  const [value, setValue] = useState(known);
  // The week may show a move before this list knows of it: a further change is held against what was asked last.
  const [asked, setAsked] = useState(known);
  useEffect(() => {
    setAsked(known);
    setValue((typed) => (typed === asked ? known : typed));
  }, [known]);
  return (
    <div
      class="waiting-moment"
      role="group"
      aria-label={messages.moveOf(shownText(message.text))}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget as Node | null) || value === '' || value === asked) return;
        setAsked(value);
        // What was refused may be tried again as it is.
        void onMove(value).then((isMoved) => isMoved || setAsked(known));
      }}
    >
      <MomentFields dayLabel={messages.moveDay} timeLabel={messages.moveTime} value={value} onChange={setValue} />
    </div>
  );
};

const Item = ({ message, busy, run }: { message: ListedMessage; busy: boolean; run: Run }) => {
  const path = `/messages/${encodeURIComponent(message.id)}`;
  return (
    <li class="waiting-message" id={`message-${message.id}`}>
      <span class="waiting-text">
        {shownText(message.text)}
        <span class="meta">
          {standOf(message)}
          {message.priority === 'normal' ? '' : ` · ${messages.priorityNames[message.priority]}`}
        </span>
      </span>
      {message.at !== null && <Moving message={message} at={message.at} onMove={(at) => run('PATCH', path, { at })} />}
      {message.acknowledge && message.state === 'shown' && (
        <Button
          main
          small
          text={messages.confirm}
          disabled={busy}
          onClick={() => void run('POST', `${path}/acknowledge`)}
        />
      )}
      <Button
        small
        text={message.state === 'shown' ? messages.takeDown : messages.cancel}
        aria-label={messages.cancelOf(shownText(message.text))}
        disabled={busy}
        onClick={() => void run('DELETE', path)}
      />
    </li>
  );
};

/** What waits or is planned on a board, and what is to be acknowledged; nothing while there is nothing of it. */
export const MessageList = ({ boardId }: { boardId: string }) => {
  const { value, reload } = useResource(`messages ${boardId}`, () =>
    request<{ messages: ListedMessage[] }>('GET', `/boards/${encodeURIComponent(boardId)}/messages`),
  );
  const { busy, result, run: work } = useWork();
  const condition = useService((state) => conditionOf(state, boardId));
  useEffect(reload, [condition]);
  useEffect(() => onPosted(reload), [reload]);
  usePoll(reload, LOOK_MS);
  const run: Run = (method, path, body) =>
    work(async () => void (await request(method, path, body))).finally(tellPosted);
  const waiting = (value?.messages ?? []).filter(({ state, acknowledge }) => state !== 'shown' || acknowledge);
  if (waiting.length === 0 && result === null) return null;
  return (
    <section class="card form waiting" aria-labelledby="waiting-title">
      <h2 id="waiting-title">{messages.waitingTitle}</h2>
      <Report result={result} />
      <ul>
        {waiting.map((message) => (
          <Item key={message.id} message={message} busy={busy} run={run} />
        ))}
      </ul>
    </section>
  );
};
