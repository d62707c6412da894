import { LONGEST_NAME } from '../../../src/schema/limits.ts';
import { brokerAddress } from '../../../src/core/pasted-address.ts';
import type { Follow, FollowDiscovery, FollowStatus } from '../../../src/schema/boards/follow.ts';
import { LongField, Note, Switch, TextField, membersOf, textsOf } from '../../kit/field.tsx';
import { usePoll } from '../../kit/poll.ts';
import { useResource } from '../../kit/resource.ts';
import { SecretField } from '../../kit/secret-field.tsx';
import { follow as texts } from '../../strings/settings/boards.ts';
import { boardOperations } from '../api.ts';
import type { BoardFieldsProps } from './board-form.ts';
import { NearbyList, type Nearby } from './nearby-list.tsx';

const LOOK_MS = 2000;
const NOTHING: Follow = { topic: null, url: null, username: '', password: '', ca_certificate: '' };

/** Where a broker is, and the topic of a hub there; `url` null: the appliance's own broker. */
type HubPlace = Pick<Follow, 'url'> & { readonly topic?: string };

/** Who publishes frames wants a broker with an address; who follows, the topic of a hub or any broker. */
const choicesOf = (found: FollowDiscovery, publishes: boolean): Nearby<HubPlace>[] => {
  const hubs = publishes ? [] : found.hubs;
  const brokers = found.brokers.filter(({ url }) => !publishes || url !== null);
  const placeOf = (url: string | null) => url ?? texts.ownBroker;
  const withHubs = new Set(hubs.map(({ url }) => url));
  return [
    ...hubs.map(({ url, topic, rows, cols }) => ({
      key: `${url ?? ''} ${topic}`,
      title: topic,
      note: `${rows} × ${cols}, ${placeOf(url)}`,
      label: `${texts.use} ${topic}`,
      found: { url, topic },
    })),
    ...brokers
      .filter(({ url }) => !withHubs.has(url))
      .map(({ url, name, error }) => ({
        key: url ?? '',
        title: url === null ? texts.ownBroker : name,
        label: `${texts.use} ${url === null ? texts.ownBroker : name}`,
        note: error ?? (publishes ? (url ?? '') : `${url ?? ''} ${texts.noHubs}`.trim()),
        found: { url },
      })),
  ];
};

/** Looks for brokers and hubs nearby; `onUse` gets where the chosen one is, and its topic when it has one. */
export const HubSearch = ({ publishes = false, onUse }: { publishes?: boolean; onUse: (place: HubPlace) => void }) => (
  <NearbyList texts={texts} look={async () => choicesOf(await boardOperations.findHubs(), publishes)} onUse={onUse} />
);

const told = ({ asks, connected, sequence, shows, reason, fit }: FollowStatus): string => {
  if (!connected) return texts.connecting;
  if (asks) return texts.asks;
  if (sequence === null) return texts.noFrame;
  if (shows) return fit === 'exact' ? texts.shows : texts.showsPart;
  return reason ?? texts.turning;
};

const FollowState = ({ boardId }: { boardId: string }) => {
  const status = useResource(`follow ${boardId}`, () => boardOperations.following(boardId));
  usePoll(status.reload, LOOK_MS);
  const { value } = status;
  if (!value || (value.topic === null && !value.asks)) return null;
  return <Note live hint={told(value)} problem={value.error} />;
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
  const field = membersOf({ ...NOTHING, ...follow }, change);
  const text = textsOf<Follow>({ ...NOTHING, ...follow }, change);
  return (
    <>
      <Switch
        label={texts.on}
        hint={texts.note}
        value={follow !== null}
        onChange={(on) => onChange({ follow: on ? NOTHING : null })}
      />
      {follow && (
        <>
          <HubSearch onUse={change} />
          <TextField exact label={texts.topic} hint={texts.topicHint} maxLength={LONGEST_NAME} {...text('topic')} />
          <TextField
            exact
            label={texts.url}
            hint={texts.urlHint}
            placeholder={texts.ownBroker}
            {...text('url')}
            onDone={(url) => change({ url: brokerAddress(url) || null })}
          />
          {follow.url !== null && (
            <div class="pair">
              <TextField exact label={texts.username} {...field('username')} />
              <SecretField label={texts.password} {...field('password')} />
            </div>
          )}
          {follow.url?.startsWith('mqtts') && (
            <LongField label={texts.certificate} hint={texts.certificateHint} {...field('ca_certificate')} />
          )}
        </>
      )}
      {follow && isStored && <FollowState boardId={boardId} />}
    </>
  );
};
