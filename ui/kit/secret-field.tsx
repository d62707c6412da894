import { useEffect, useRef } from 'preact/hooks';
import { kit } from '../strings/kit.ts';
import { Field, type Labelled } from './field.tsx';
import './controls.css';
import { Button } from './button.tsx';

/** What stands for a secret that is stored and stays as it is. */
export const MASK = '***';

interface Props extends Labelled {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Whether a stored secret can be taken away without another one in its place. */
  readonly removable?: boolean;
}

/** A secret: one that is stored is never shown; it stays unless another one is typed or it is removed. */
export const SecretField = ({ label, hint, problem, value, onChange, removable = true }: Props) => {
  const stored = value === MASK;
  const had = useRef(stored);
  useEffect(() => {
    if (stored) had.current = true;
  }, [stored]);
  const remove = () => {
    had.current = false;
    onChange('');
  };
  return (
    <Field
      label={label}
      hint={stored ? kit.secretStored : hint}
      problem={problem}
      control={(tied) => (
        <div class="secret">
          <input
            type="password"
            value={stored ? '' : value}
            placeholder={stored ? '••••••••' : ''}
            autocomplete="new-password"
            {...tied}
            onInput={({ currentTarget }) =>
              onChange(currentTarget.value === '' && had.current ? MASK : currentTarget.value)
            }
          />
          {stored && removable && <Button text={kit.clear} aria-label={kit.removeSecret(label)} onClick={remove} />}
        </div>
      )}
    />
  );
};
