import { Field } from '../../kit/field.tsx';

interface Props {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly problem?: string | null;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** A new password, which a password manager may propose, instead of the present one. */
  readonly fresh?: boolean;
}

const SHORTEST = 8;

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
        minLength={fresh ? SHORTEST : 1}
        maxLength={1024}
        autocomplete={fresh ? 'new-password' : 'current-password'}
        aria-describedby={describedBy}
        aria-invalid={labelled.problem ? true : undefined}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    )}
  />
);

/** The name that belongs to the passwords of a form, for password managers only. */
export const AccountName = ({ name }: { name: string }) => (
  <input type="text" autocomplete="username" value={name} readOnly hidden />
);
