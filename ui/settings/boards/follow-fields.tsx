import { useState } from 'preact/hooks';
import type { Follow, FollowDiscovery, FollowStatus } from '../../../src/schema/follow.ts';
import { Field, Switch, TextField } from '../../kit/field.tsx';
import { usePoll } from '../../kit/poll.ts';
import { useResource } from '../../kit/resource.ts';
import { SecretField } from '../../kit/secret-field.tsx';
import { Report, useWork } from '../../kit/work.tsx';
import { follow as texts } from '../../strings/settings-boards.ts';
import { boardOperations } from '../api.ts';
import type { BoardFieldsProps } from './board-form.ts';

const LOOK_MS = 2000;
const NOTHING: Follow = { topic: '', url: null, username: '', password: '', ca_certificate: '' };

interface Choice {
  readonly key: string;
  readonly title: string;
  readonly note: string;
  /** Absent: it cannot be chosen. */
  readonly change?: { readonly url: string | null; readonly topic?: string };
}

/** Who publishes frames wants a broker with an address; who follows, the topic of a hub or any broker. */
const choicesOf = (found: FollowDiscovery, publishes: boolean): Choice[] => {
  const hubs = publishes ? [] : found.hubs;
  const brokers = found.brokers.filter(({ url }) => !publishes || url !== null);
  const placeOf = (url: string | null) => url ?? texts.ownBroker;
  const withHubs = new Set(hubs.map(({ url }) => url));
  return [
    ...hubs.map(({ url, topic, rows, cols }) => ({
      key: `${url ?? ''} ${topic}`,
      title: topic,
      note: `${rows} × ${cols}, ${placeOf(url)}`,
      change: { url, topic },
    })),
    ...brokers
      .filter(({ url }) => !withHubs.has(url))
      .map(({ url, name, error }) => ({
        key: url ?? '',
        title: url === null ? texts.ownBroker : name,
        note: error ?? (publishes ? (url ?? '') : `${url ?? ''} ${texts.noHubs}`.trim()),
        change: { url },
      })),
  ];
};

/** Looks for brokers and hubs nearby; `onUse` gets where the chosen one is, and its topic when it has one. */
export const HubSearch = ({
  publishes = false,
  onUse,
}: {
  publishes?: boolean;
  onUse: (change: { readonly url: string | null; readonly topic?: string }) => void;
}) => {
  const { busy, result, run } = useWork();
  const [choices, setChoices] = useState<readonly Choice[]>([]);
  const find = () =>
    void run(async () => {
      const found = choicesOf(await boardOperations.findHubs(), publishes);
      setChoices(found);
      return found.length === 0 ? { tone: 'plain', text: texts.foundNone } : undefined;
    });
  return (
    <div class="discovery">
      <div class="row">
        <p class="meta">{texts.findNote}</p>
        <button type="button" class="button" disabled={busy} onClick={find}>
          {busy ? texts.finding : texts.find}
        </button>
      </div>
      {choices.length > 0 && (
        <ul class="found">
          {choices.map(({ key, title, note, change }) => (
            <li key={key} class="row">
              <span>
                <strong>{title}</strong> <span class="meta">{note}</span>
              </span>
              {change && (
                <button
                  type="button"
                  class="button button-small"
                  aria-label={`${texts.use} ${title}`}
                  onClick={() => onUse(change)}
                >
                  {texts.use}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Report result={result} />
    </div>
  );
};

const told = ({ connected, sequence, shows, reason, fit }: FollowStatus): string => {
  if (!connected) return texts.connecting;
  if (sequence === null) return texts.noFrame;
  if (shows) return fit === 'exact' ? texts.shows : texts.showsPart;
  return reason ?? texts.turning;
};

const Standing = ({ boardId }: { boardId: string }) => {
  const status = useResource(`follow ${boardId}`, () => boardOperations.following(boardId));
  usePoll(status.reload, LOOK_MS);
  const { value } = status;
  if (!value || value.topic === null) return null;
  return (
    <p class={value.error === null ? 'field-note' : 'field-note is-wrong'} aria-live="polite">
      {value.error ?? told(value)}
    </p>
  );
};

/** Lets a board show what another appliance sends to a topic. */
export const FollowFields = ({
  board,
  boardId,
  isStored,
  onChange,
}: BoardFieldsProps & { boardId: string; isStored: boolean }) => {
  const { follow } = board;
  const change = (next: Partial<Follow>) => onChange({ follow: { ...NOTHING, ...follow, ...next } });
  return (
    <>
      <Switch
        label={texts.on}
        hint={texts.note}
        checked={follow !== null}
        onChange={(on) => onChange({ follow: on ? NOTHING : null })}
      />
      {follow && (
        <>
          <HubSearch onUse={(found) => change(found)} />
          <TextField
            label={texts.topic}
            hint={texts.topicHint}
            required
            maxLength={100}
            value={follow.topic}
            onChange={(topic) => change({ topic })}
          />
          <TextField
            label={texts.url}
            hint={texts.urlHint}
            placeholder={texts.ownBroker}
            value={follow.url ?? ''}
            onChange={(url) => change({ url: url === '' ? null : url })}
          />
          {follow.url !== null && (
            <div class="pair">
              <TextField label={texts.username} value={follow.username} onChange={(username) => change({ username })} />
              <SecretField
                label={texts.password}
                value={follow.password}
                onChange={(password) => change({ password })}
              />
            </div>
          )}
          {follow.url?.startsWith('mqtts') && (
            <Field
              label={texts.certificate}
              hint={texts.certificateHint}
              control={({ id, describedBy }) => (
                <textarea
                  id={id}
                  rows={3}
                  spellcheck={false}
                  value={follow.ca_certificate}
                  aria-describedby={describedBy}
                  onInput={(event) => change({ ca_certificate: event.currentTarget.value })}
                />
              )}
            />
          )}
        </>
      )}
      {follow && isStored && <Standing boardId={boardId} />}
    </>
  );
};
