import { useState } from 'preact/hooks';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../../../src/schema/limits.ts';
import { Field, type Labelled } from '../../kit/field.tsx';
import { system } from '../../strings/settings/system.ts';

const texts = system.account;

interface Props extends Labelled {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** A new password, which a password manager may propose, instead of the present one. */
  readonly fresh?: boolean;
}

/** A password as it is typed; the browser may fill it in, and it is kept nowhere. */
export const PasswordField = ({ value, onChange, fresh = false, ...labelled }: Props) => (
  <Field
    {...labelled}
    control={(tied) => (
      <input
        type="password"
        value={value}
        required
        minLength={fresh ? SHORTEST_PASSWORD : 1}
        maxLength={LONGEST_PASSWORD}
        autocomplete={fresh ? 'new-password' : 'current-password'}
        {...tied}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    )}
  />
);

/** A new password, typed twice; what differs is told at the second one. */
export const useNewPassword = (label: string, again: string) => {
  const [password, setPassword] = useState('');
  const [repeat, setRepeat] = useState('');
  const isRepeated = password === repeat;
  const fields = (
    <div class="pair">
      <PasswordField label={label} hint={texts.passwordHint} fresh value={password} onChange={setPassword} />
      <PasswordField
        label={again}
        problem={repeat !== '' && !isRepeated ? texts.differ : null}
        fresh
        value={repeat}
        onChange={setRepeat}
      />
    </div>
  );
  const forget = () => {
    setPassword('');
    setRepeat('');
  };
  return { password, isRepeated, forget, fields };
};

/** The name that belongs to the passwords of a form, for password managers only. */
export const AccountName = ({ name }: { name: string }) => (
  <input type="text" autocomplete="username" value={name} readOnly hidden />
);
