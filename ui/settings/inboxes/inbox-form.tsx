import type { ComponentChildren } from 'preact';
import { hasMember, type InboxKind, type InboxMember } from '../../../src/core/inbox-kinds.ts';
import {
  INBOX_MESSAGES_PER_HOUR,
  LONGEST_ADDRESS,
  LONGEST_HOST,
  LONGEST_NAME,
  MESSAGE_MINUTES,
} from '../../../src/schema/limits.ts';
import type { InboxCreate } from '../../../src/schema/plugins/inboxes.ts';
import { Button } from '../../kit/button.tsx';
import { Choices, Toggles } from '../../kit/choice.tsx';
import { LongField, NumberField, SelectField, Switch, TextField, membersOf } from '../../kit/field.tsx';
import { useForm } from '../../kit/form.tsx';
import { SecretField } from '../../kit/secret-field.tsx';
import { Report } from '../../kit/work.tsx';
import { useService } from '../../service-state.ts';
import { kit } from '../../strings/kit.ts';
import { messages } from '../../strings/messages.ts';
import { inboxes as texts } from '../../strings/settings/inboxes.ts';
import { FormCard } from '../section.tsx';
import { bodyOf, withKind, type InboxDraft } from './inbox-draft.ts';

const entriesOf = <T extends string>(names: Readonly<Record<T, string>>) => Object.entries(names) as [T, string][];
const KINDS = entriesOf(texts.kinds).map(([value, name]) => ({
  value,
  name,
  note: value === 'webhook' ? `${texts.notes.webhook} ${texts.addressLater}` : texts.notes[value],
}));
const MATCHES = entriesOf(texts.subjectMatches);
/** Minutes that a form begins with. */
const USUAL_MINUTES = 30;

interface PartProps {
  readonly draft: InboxDraft;
  readonly onChange: (change: Partial<InboxDraft>) => void;
}

const hintFor = <T extends string>(hints: Readonly<Partial<Record<T, string>>>, kind: InboxKind): string | undefined =>
  (hints as Readonly<Partial<Record<InboxKind, string>>>)[kind] || undefined;

const SubjectField = ({ draft: { subject }, onChange }: PartProps) => (
  <div class="pair">
    <SelectField
      label={texts.subjectRule}
      value={subject?.match ?? 'any'}
      options={MATCHES}
      onChange={(match) => onChange({ subject: match === 'any' ? null : { match, text: subject?.text ?? '' } })}
    />
    {subject && (
      <TextField
        label={texts.subjectText}
        maxLength={LONGEST_NAME}
        required
        value={subject.text}
        onChange={(text) => onChange({ subject: { ...subject, text } })}
      />
    )}
  </div>
);

const SenderField = ({ draft, onChange }: PartProps) => (
  <LongField
    label={texts.senders}
    hint={
      draft.senders.trim() === ''
        ? `${texts.nobody} ${hintFor(texts.sendersHints, draft.kind) ?? ''}`
        : hintFor(texts.sendersHints, draft.kind)
    }
    value={draft.senders}
    onChange={(senders) => onChange({ senders })}
  />
);

/** What only some kinds have, in the order in which somebody fills it in. */
const Special = ({ draft, onChange }: PartProps) => {
  const { kind } = draft;
  const when = (member: InboxMember, field: ComponentChildren) => hasMember(kind, member) && field;
  const line = (member: 'topic' | 'room' | 'mailbox' | 'username', hint?: string) =>
    when(
      member,
      <TextField
        exact
        label={texts[member]}
        hint={hint}
        maxLength={member === 'mailbox' ? LONGEST_NAME : LONGEST_HOST}
        required={member !== 'username' || kind === 'mail'}
        value={draft[member]}
        onChange={(value) => onChange({ [member]: value })}
      />,
    );
  const field = membersOf(draft, onChange);
  return (
    <>
      {when(
        'server',
        <TextField
          exact
          label={texts.server}
          hint={hintFor(texts.serverHints, kind)}
          maxLength={LONGEST_ADDRESS}
          required
          {...field('server')}
        />,
      )}
      {line('topic', texts.topicHint)}
      {line('room', texts.roomHint)}
      {line('username', hintFor(texts.usernameHints, kind))}
      {when(
        'token',
        <SecretField
          label={texts.token}
          hint={hintFor(texts.tokenHints, kind)}
          removable={kind === 'ntfy'}
          {...field('token')}
        />,
      )}
      {when(
        'password',
        <SecretField label={texts.password} hint={texts.passwordHint} removable={false} {...field('password')} />,
      )}
      {line('mailbox')}
      {when('subject', <SubjectField draft={draft} onChange={onChange} />)}
      {when('senders', <SenderField draft={draft} onChange={onChange} />)}
    </>
  );
};

const Messages = ({ draft, onChange }: PartProps) => {
  const boards = useService((state) => state.boards) ?? [];
  const field = membersOf(draft, onChange);
  return (
    <>
      {boards.length > 1 && (
        <Toggles
          label={texts.boards}
          hint={texts.boardsHint}
          options={boards.map(({ id, name }) => ({ value: id, name }))}
          {...field('boards')}
        />
      )}
      <div class="pair">
        <SelectField label={texts.priority} options={messages.priorities} {...field('priority')} />
        <NumberField
          label={texts.perHour}
          range={INBOX_MESSAGES_PER_HOUR}
          {...field('most_per_hour')}
          empty={INBOX_MESSAGES_PER_HOUR[0]}
        />
      </div>
      <Switch
        label={texts.stays}
        value={draft.minutes !== null}
        onChange={(ends) => onChange({ minutes: ends ? USUAL_MINUTES : null })}
      />
      {draft.minutes !== null && (
        <NumberField label={texts.minutes} range={MESSAGE_MINUTES} {...field('minutes')} empty={MESSAGE_MINUTES[0]} />
      )}
    </>
  );
};

interface InboxFormProps {
  /** Where the browser keeps what is typed. */
  readonly name: string;
  readonly label: string;
  readonly first: InboxDraft;
  readonly isNew: boolean;
  readonly save: (body: InboxCreate) => Promise<void>;
  readonly onClose: () => void;
}

const withoutSecrets = ({ token: _token, password: _password, ...typed }: Partial<InboxDraft>) => typed;

/** The form of an inbox, a new one or one that is there; `save` stores what it sends. */
export const InboxForm = ({ name, label, first, isNew, save, onClose }: InboxFormProps) => {
  const { value: draft, change, field, busy, result, discard, save: store } = useForm(name, first, withoutSecrets);
  const close = () => {
    discard();
    onClose();
  };
  return (
    <FormCard onSubmit={() => void store((value) => save(bodyOf(value)))} label={label}>
      {isNew ? (
        <Choices
          label={texts.kind}
          value={draft.kind}
          options={KINDS}
          onChange={(kind) => change(withKind(draft, kind))}
        />
      ) : (
        <p class="meta">{texts.notes[draft.kind]}</p>
      )}
      <TextField label={texts.name} maxLength={LONGEST_NAME} required {...field('name')} />
      <Special draft={draft} onChange={change} />
      <Messages draft={draft} onChange={change} />
      <Switch label={texts.enabled} {...field('enabled')} />
      <div class="actions">
        <Button submit main text={isNew ? texts.add : kit.save} disabled={busy} />
        <Button text={kit.cancel} onClick={close} />
      </div>
      <Report result={result} />
    </FormCard>
  );
};
