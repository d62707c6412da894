import { useState } from 'preact/hooks';
import { MOST_INBOXES } from '../../../src/schema/limits.ts';
import type { Inbox } from '../../../src/schema/plugins/inboxes.ts';
import { Button } from '../../kit/button.tsx';
import { Copyable } from '../../kit/copy.tsx';
import { hasDraft } from '../../kit/draft.ts';
import { usePoll } from '../../kit/poll.ts';
import { useResource } from '../../kit/resource.ts';
import { inboxes as texts } from '../../strings/settings/inboxes.ts';
import { formatMoment } from '../../kit/language.ts';
import { inboxOperations } from '../api.ts';
import { EntryList } from '../entry-list.tsx';
import { Loaded, Panel, Section } from '../section.tsx';
import { NEW_INBOX, draftOf } from './inbox-draft.ts';
import { InboxForm } from './inbox-form.tsx';

const LOOK_MS = 5000;

const draftName = (id: string): string => `settings.inbox.${id}`;

const stateText = ({ enabled, kind, state }: Inbox): string => {
  if (!enabled) return texts.off;
  if (!state.connected) return texts.connecting;
  return kind === 'webhook' ? texts.ready : texts.connected;
};

const aboutOf = (inbox: Inbox): string => {
  const { last_message_at } = inbox.state;
  const last = last_message_at === null ? texts.noMessage : texts.lastMessage(formatMoment(last_message_at));
  return [texts.shortKinds[inbox.kind], stateText(inbox), last].join(' · ');
};

/** What people have already, and what may write messages on boards: a list, and the form of a new one. */
export const Inboxes = () => {
  const all = useResource('inboxes', inboxOperations.list, ['settings']);
  const [adding, setAdding] = useState(() => hasDraft(draftName('new')));
  const [address, setAddress] = useState<string | null>(null);
  usePoll(all.reload, LOOK_MS);
  return (
    <Section name="inboxes">
      {address !== null && (
        <Panel title={texts.madeTitle}>
          <p>{texts.madeNote}</p>
          <Copyable text={address} label={texts.address} />
          <p>
            <Button text={texts.done} onClick={() => setAddress(null)} />
          </p>
        </Panel>
      )}
      <Panel title={texts.title}>
        <Loaded from={all}>
          {({ inboxes }) => (
            <>
              <EntryList
                entries={inboxes}
                texts={texts}
                aboutOf={aboutOf}
                problemOf={({ state: { problem } }) => problem && texts.gone(problem)}
                findOpen={() => inboxes.find(({ id }) => hasDraft(draftName(id)))}
                onRemove={({ id }) => inboxOperations.remove(id).then(all.reload)}
                formOf={(inbox, close) => (
                  <InboxForm
                    key={inbox.id}
                    name={draftName(inbox.id)}
                    label={texts.changeOf(inbox.name)}
                    first={draftOf(inbox)}
                    isNew={false}
                    save={({ kind: _kind, ...body }) => inboxOperations.update(inbox.id, body).then(all.reload)}
                    onClose={close}
                  />
                )}
              />
              {!adding && inboxes.length < MOST_INBOXES && (
                <p>
                  <Button main text={texts.add} onClick={() => setAdding(true)} />
                </p>
              )}
            </>
          )}
        </Loaded>
      </Panel>
      {adding && (
        <InboxForm
          name={draftName('new')}
          label={texts.add}
          first={NEW_INBOX}
          isNew
          save={async (body) => {
            const { receive } = await inboxOperations.add(body);
            setAddress(receive === null ? null : `${location.origin}${receive.path}`);
            setAdding(false);
            all.reload();
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </Section>
  );
};
