import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../../../src/schema/limits.ts';
import { Field } from '../../kit/field.tsx';
import { system } from '../../strings/settings/system.ts';

const texts = system.account;

interface Props {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly problem?: string | null;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** A new password, which a password manager may propose, instead of the present one. */
  readonly fresh?: boolean;
}

/** A password as it is typed; the browser may fill it in, and it is kept nowhere. */
export const PasswordField = ({ value, onChange, fresh = false, ...labelled }: Props) => (
  <Field
    {...labelled}
    control={({ id, describedBy }) => (
      <input
        id={id}
        type="password"
        value={value}
        required
        minLength={fresh ? SHORTEST_PASSWORD : 1}
        maxLength={LONGEST_PASSWORD}
        autocomplete={fresh ? 'new-password' : 'current-password'}
        aria-describedby={describedBy}
        aria-invalid={labelled.problem ? true : undefined}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    )}
  />
);

interface NewPasswordProps {
  readonly labels: readonly [first: string, second: string];
  readonly value: string;
  readonly repeat: string;
  readonly onChange: (value: string) => void;
  readonly onRepeat: (value: string) => void;
}

/** A new password, typed twice; what differs is told at the second one. */
export const NewPassword = ({ labels: [label, again], value, repeat, onChange, onRepeat }: NewPasswordProps) => (
  <div class="pair">
    <PasswordField label={label} hint={texts.passwordHint} fresh value={value} onChange={onChange} />
    <PasswordField
      label={again}
      problem={repeat !== '' && value !== repeat ? texts.differ : null}
      fresh
      value={repeat}
      onChange={onRepeat}
    />
  </div>
);

/** The name that belongs to the passwords of a form, for password managers only. */
export const AccountName = ({ name }: { name: string }) => (
  <input type="text" autocomplete="username" value={name} readOnly hidden />
);
