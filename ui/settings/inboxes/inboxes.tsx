import { useState } from 'preact/hooks';
import { MOST_INBOXES } from '../../../src/schema/limits.ts';
import { Button } from '../../kit/button.tsx';
import { Copyable } from '../../kit/copy.tsx';
import { usePoll } from '../../kit/poll.ts';
import { useResource } from '../../kit/resource.ts';
import { inboxes as texts } from '../../strings/settings/inboxes.ts';
import { Loaded, Panel, Section } from '../section.tsx';
import { NEW_INBOX } from './inbox-draft.ts';
import { InboxForm } from './inbox-form.tsx';
import { InboxList } from './inbox-list.tsx';
import { inboxOperations } from './inbox-operations.ts';

const LOOK_MS = 5000;

/** What people have already, and what may write messages on boards: a list, and the form of a new one. */
export const Inboxes = () => {
  const all = useResource('inboxes', inboxOperations.list, ['settings']);
  const [adding, setAdding] = useState(false);
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
              <InboxList inboxes={inboxes} reload={all.reload} />
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
