import { useState } from 'preact/hooks';
import { LONGEST_USERNAME } from '../../../src/schema/limits.ts';
import { TextField, Field } from '../../kit/field.tsx';
import { Report, useWork } from '../../kit/work.tsx';
import { useDraft } from '../../kit/draft.ts';
import { system } from '../../strings/settings/system.ts';
import { Button } from '../../kit/button.tsx';
import { accountOperations } from '../api.ts';
import { FormCard } from '../section.tsx';
import { withLoginRefusal } from './login-refusal.ts';
import { AccountName, NewPassword, PasswordField } from './password-field.tsx';

const texts = system.account;

/** Turns the login on with a first account, and logs in with it. */
export const CreateAccount = ({ onDone }: { onDone: () => void }) => {
  const [username, setUsername] = useDraft<string>('settings.account.first-name');
  const [password, setPassword] = useState('');
  const [repeat, setRepeat] = useState('');
  const { busy, result, run } = useWork();
  const submit = () => {
    if (password !== repeat) return;
    void run(async () => {
      await withLoginRefusal(accountOperations.setUp((username ?? '').trim(), password));
      setUsername(null);
      const { enabled } = await accountOperations.status();
      onDone();
      return enabled ? undefined : { tone: 'plain', text: texts.pinned };
    });
  };
  return (
    <FormCard onSubmit={submit} title={texts.createTitle}>
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
      <NewPassword
        labels={[texts.password, texts.repeatNew]}
        value={password}
        repeat={repeat}
        onChange={setPassword}
        onRepeat={setRepeat}
      />
      <Report result={result} />
      <p>
        <Button submit main text={texts.create} disabled={busy} />
      </p>
    </FormCard>
  );
};

interface ChangeProps {
  readonly username: string;
  readonly onDone: () => void;
}

const Submit = ({ label, busy, danger }: { label: string; busy: boolean; danger?: boolean }) => (
  <p>
    <button type="submit" class={`button ${danger ? 'button-danger' : 'button-main'}`} disabled={busy}>
      {label}
    </button>
  </p>
);

/** Another password; everybody else has to log in again. */
export const ChangePassword = ({ username, onDone }: ChangeProps) => {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [repeat, setRepeat] = useState('');
  const { busy, result, run } = useWork();
  const submit = () => {
    if (next !== repeat) return;
    void run(async () => {
      await withLoginRefusal(accountOperations.setPassword(current, next));
      for (const clear of [setCurrent, setNext, setRepeat]) clear('');
      onDone();
      return texts.passwordDone;
    });
  };
  return (
    <FormCard onSubmit={submit} title={texts.passwordTitle}>
      <AccountName name={username} />
      <PasswordField label={texts.current} value={current} onChange={setCurrent} />
      <NewPassword
        labels={[texts.newPassword, texts.repeat]}
        value={next}
        repeat={repeat}
        onChange={setNext}
        onRepeat={setRepeat}
      />
      <Report result={result} />
      <Submit label={texts.passwordTitle} busy={busy} />
    </FormCard>
  );
};

/** Another name of the account. */
export const ChangeName = ({ username, onDone }: ChangeProps) => {
  const [typed, setTyped] = useDraft<string>('settings.account.name');
  const [current, setCurrent] = useState('');
  const { busy, result, run } = useWork();
  const submit = () =>
    void run(async () => {
      await withLoginRefusal(accountOperations.rename(current, (typed ?? '').trim()));
      setCurrent('');
      setTyped(null);
      onDone();
      return texts.renameDone;
    });
  return (
    <FormCard onSubmit={submit} title={texts.renameTitle}>
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
      <Report result={result} />
      <Submit label={texts.renameTitle} busy={busy} />
    </FormCard>
  );
};

/** The end of the account: everybody may use flapbox again. */
export const TurnLoginOff = ({ username, onDone }: ChangeProps) => {
  const [current, setCurrent] = useState('');
  const { busy, result, run } = useWork();
  const submit = () =>
    void run(async () => {
      await withLoginRefusal(accountOperations.disable(current));
      onDone();
    });
  return (
    <FormCard onSubmit={submit} title={texts.disableTitle}>
      <p class="meta">{texts.disableNote}</p>
      <AccountName name={username} />
      <PasswordField label={texts.current} value={current} onChange={setCurrent} />
      <Report result={result} />
      <Submit label={texts.disable} busy={busy} danger />
    </FormCard>
  );
};
