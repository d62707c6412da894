import { useState } from 'preact/hooks';
import { MOST_INBOXES } from '../../../src/schema/limits.ts';
import type { Inbox } from '../../../src/schema/plugins/inboxes.ts';
import { Button } from '../../kit/button.tsx';
import { Copyable } from '../../kit/copy.tsx';
import { hasDraft } from '../../kit/draft.ts';
import { usePoll } from '../../kit/poll.ts';
import { useResource } from '../../kit/resource.ts';
import { inboxes as texts } from '../../strings/settings/inboxes.ts';
import { ConfirmButton } from '../../kit/dialog.tsx';
import { formatMoment } from '../../kit/language.ts';
import { Report, useWork } from '../../kit/work.tsx';
import { Loaded, Panel, Section } from '../section.tsx';
import { NEW_INBOX, draftOf } from './inbox-draft.ts';
import { InboxForm } from './inbox-form.tsx';
import { inboxOperations } from './inbox-operations.ts';

const LOOK_MS = 5000;

const draftName = (id: string): string => `settings.inbox.${id}`;

const stateText = ({ enabled, kind, state }: Inbox): string => {
  if (!enabled) return texts.off;
  if (!state.connected) return texts.connecting;
  return kind === 'webhook' ? texts.ready : texts.connected;
};

const Entry = ({ inbox, onChange, onRemove }: { inbox: Inbox; onChange: () => void; onRemove: () => void }) => {
  const { name, kind, state } = inbox;
  const last =
    state.last_message_at === null ? texts.noMessage : texts.lastMessage(formatMoment(state.last_message_at));
  return (
    <li class="row">
      <span>
        <strong>{name}</strong>
        <br />
        <span class="meta">{[texts.shortKinds[kind], stateText(inbox), last].join(' · ')}</span>
        {state.problem !== null && (
          <>
            <br />
            <span class="field-note is-wrong">{texts.gone(state.problem)}</span>
          </>
        )}
      </span>
      <span class="row row-start">
        <Button small text={texts.change} aria-label={texts.changeOf(name)} onClick={onChange} />
        <ConfirmButton
          small
          text={texts.remove}
          aria-label={texts.removeOf(name)}
          question={{ title: texts.removeTitle(name), text: texts.removeText, action: texts.remove }}
          onConfirm={onRemove}
        />
      </span>
    </li>
  );
};

/** The inboxes, each with its state, its form and a way to remove it. */
const InboxList = ({ inboxes, reload }: { inboxes: readonly Inbox[]; reload: () => void }) => {
  const [open, setOpen] = useState(() => inboxes.find(({ id }) => hasDraft(draftName(id)))?.id ?? null);
  const { result, run } = useWork();
  const opened = inboxes.find(({ id }) => id === open);
  const remove = ({ id }: Inbox) =>
    void run(async () => {
      await inboxOperations.remove(id);
      reload();
      return texts.removed;
    });
  return (
    <>
      {inboxes.length === 0 && <p class="meta">{texts.none}</p>}
      <ul class="found">
        {inboxes.map((inbox) => (
          <Entry
            key={inbox.id}
            inbox={inbox}
            onChange={() => setOpen(open === inbox.id ? null : inbox.id)}
            onRemove={() => remove(inbox)}
          />
        ))}
      </ul>
      {opened && (
        <InboxForm
          key={opened.id}
          name={draftName(opened.id)}
          label={texts.changeOf(opened.name)}
          first={draftOf(opened)}
          isNew={false}
          save={async ({ kind: _kind, ...body }) => {
            await inboxOperations.update(opened.id, body);
            reload();
            return texts.saved;
          }}
          onClose={() => setOpen(null)}
        />
      )}
      <Report result={result} />
    </>
  );
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
