import { useState } from 'preact/hooks';
import { LONGEST_USERNAME } from '../../../src/schema/limits.ts';
import { Button } from '../../kit/button.tsx';
import { useDraft } from '../../kit/draft.ts';
import { Field } from '../../kit/field.tsx';
import { Report, useWork } from '../../kit/work.tsx';
import { system } from '../../strings/settings/system.ts';
import { accountOperations } from '../api.ts';
import { FormCard } from '../section.tsx';
import { withLoginRefusal } from './login-refusal.ts';
import { NewPassword } from './password-field.tsx';

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
