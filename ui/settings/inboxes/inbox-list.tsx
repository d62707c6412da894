import { useState } from 'preact/hooks';
import type { Inbox } from '../../../src/schema/plugins/inboxes.ts';
import { Button } from '../../kit/button.tsx';
import { ConfirmButton } from '../../kit/dialog.tsx';
import { formatMoment } from '../../kit/language.ts';
import { Report, useWork } from '../../kit/work.tsx';
import { inboxes as texts } from '../../strings/settings/inboxes.ts';
import { draftOf } from './inbox-draft.ts';
import { InboxForm } from './inbox-form.tsx';
import { inboxOperations } from './inbox-operations.ts';

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
export const InboxList = ({ inboxes, reload }: { inboxes: readonly Inbox[]; reload: () => void }) => {
  const [open, setOpen] = useState<string | null>(null);
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
