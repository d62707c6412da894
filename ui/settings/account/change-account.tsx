import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { LONGEST_USERNAME } from '../../../src/schema/limits.ts';
import { TextField, Field } from '../../kit/field.tsx';
import { Report, useWork, type Work } from '../../kit/work.tsx';
import { useDraft } from '../../kit/draft.ts';
import { askStatus } from '../../login/session.ts';
import { system } from '../../strings/settings/system.ts';
import { Button } from '../../kit/button.tsx';
import { accountOperations } from '../api.ts';
import { FormCard } from '../section.tsx';
import { AccountName, PasswordField, useNewPassword } from './password-field.tsx';

const texts = system.account;

interface AccountFormProps {
  readonly title: string;
  /** What its button says. */
  readonly action: string;
  readonly danger?: boolean;
  readonly work: Work;
  readonly children: ComponentChildren;
}

const AccountForm = ({ title, action, danger = false, work, children }: AccountFormProps) => {
  const { busy, result, run } = useWork();
  return (
    <FormCard onSubmit={() => void run(work)} title={title}>
      {children}
      <Report result={result} />
      <p>
        <Button submit main={!danger} danger={danger} text={action} disabled={busy} />
      </p>
    </FormCard>
  );
};

/** Turns the login on with a first account, and logs in with it. */
export const CreateAccount = ({ onDone }: { onDone: () => void }) => {
  const [username, setUsername] = useDraft<string>('settings.account.first-name');
  const { password, isRepeated, fields } = useNewPassword(texts.password, texts.repeatNew);
  const create: Work = async () => {
    if (!isRepeated) return undefined;
    await accountOperations.setUp((username ?? '').trim(), password);
    setUsername(null);
    const { enabled } = await askStatus();
    onDone();
    return enabled ? undefined : { tone: 'plain', text: texts.pinned };
  };
  return (
    <AccountForm title={texts.createTitle} action={texts.create} work={create}>
      <Field
        label={texts.username}
        control={({ id }) => (
          <input
            id={id}
            type="text"
            value={username ?? ''}
            required
            maxLength={LONGEST_USERNAME}
            autocomplete="username"
            autocapitalize="none"
            spellcheck={false}
            onInput={(event) => setUsername(event.currentTarget.value || null)}
          />
        )}
      />
      {fields}
    </AccountForm>
  );
};

interface ChangeProps {
  readonly username: string;
  readonly onDone: () => void;
}

/** Another password; everybody else has to log in again. */
export const ChangePassword = ({ username, onDone }: ChangeProps) => {
  const [current, setCurrent] = useState('');
  const { password, isRepeated, forget, fields } = useNewPassword(texts.newPassword, texts.repeat);
  const change: Work = async () => {
    if (!isRepeated) return undefined;
    await accountOperations.setPassword(current, password);
    setCurrent('');
    forget();
    onDone();
    return texts.passwordDone;
  };
  return (
    <AccountForm title={texts.passwordTitle} action={texts.passwordTitle} work={change}>
      <AccountName name={username} />
      <PasswordField label={texts.current} value={current} onChange={setCurrent} />
      {fields}
    </AccountForm>
  );
};

/** Another name of the account. */
export const ChangeName = ({ username, onDone }: ChangeProps) => {
  const [typed, setTyped] = useDraft<string>('settings.account.name');
  const [current, setCurrent] = useState('');
  const rename = async () => {
    await accountOperations.rename(current, (typed ?? '').trim());
    setCurrent('');
    setTyped(null);
    onDone();
    return texts.renameDone;
  };
  return (
    <AccountForm title={texts.renameTitle} action={texts.renameTitle} work={rename}>
      <AccountName name={username} />
      <div class="pair">
        <TextField
          exact
          label={texts.newUsername}
          required
          maxLength={LONGEST_USERNAME}
          value={typed ?? ''}
          onChange={(name) => setTyped(name || null)}
        />
        <PasswordField label={texts.current} value={current} onChange={setCurrent} />
      </div>
    </AccountForm>
  );
};

/** The end of the account: everybody may use flapbox again. */
export const TurnLoginOff = ({ username, onDone }: ChangeProps) => {
  const [current, setCurrent] = useState('');
  const disable = () => accountOperations.disable(current).then(onDone);
  return (
    <AccountForm title={texts.disableTitle} action={texts.disable} danger work={disable}>
      <p class="meta">{texts.disableNote}</p>
      <AccountName name={username} />
      <PasswordField label={texts.current} value={current} onChange={setCurrent} />
    </AccountForm>
  );
};
