import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { Range } from '../../src/schema/limits.ts';
import { TimeInput } from './time-input.tsx';

interface Labelled {
  readonly label: string;
  /** A sentence below the field. */
  readonly hint?: string | undefined;
  /** What is wrong with the value. */
  readonly problem?: string | null | undefined;
}

/**
 * A label, its control, a hint and what is wrong, tied together for those who do not see them. `control` gets the ids
 * to use.
 */
export const Field = ({
  label,
  hint,
  problem,
  control,
}: Labelled & { control: (ids: { id: string; describedBy: string | undefined }) => ComponentChildren }) => {
  const id = useId();
  const note = problem ?? hint;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {control({ id, describedBy: note ? `${id}-note` : undefined })}
      {note && (
        <p id={`${id}-note`} class={problem ? 'field-note is-wrong' : 'field-note'}>
          {note}
        </p>
      )}
    </div>
  );
};

type TextType = 'text' | 'password' | 'time' | 'date' | 'url' | 'search';

/** One line of text. */
export const TextField = ({
  value,
  onChange,
  type = 'text',
  placeholder,
  maxLength,
  required,
  onDone,
  ...labelled
}: Labelled & {
  value: string;
  onChange: (value: string) => void;
  /** Told when somebody has typed or pasted it and goes on. */
  onDone?: (value: string) => void;
  type?: TextType;
  placeholder?: string;
  maxLength?: number;
  required?: boolean;
}) => (
  <Field
    {...labelled}
    control={({ id, describedBy }) =>
      type === 'time' ? (
        <TimeInput {...{ id, describedBy, required, value, onChange }} wrong={Boolean(labelled.problem)} />
      ) : (
        <input
          id={id}
          // The types know each kind of field apart; this one is any of them.
          type={type as 'text'}
          value={value}
          placeholder={placeholder}
          maxLength={maxLength}
          required={required}
          autocomplete="off"
          aria-describedby={describedBy}
          aria-invalid={labelled.problem ? true : undefined}
          onInput={(event) => onChange(event.currentTarget.value)}
          onChange={onDone && ((event) => onDone(event.currentTarget.value))}
        />
      )
    }
  />
);

/** A number; null while the field is empty. */
export const NumberField = ({
  value,
  onChange,
  range,
  min = range?.[0],
  max = range?.[1],
  step = 1,
  ...labelled
}: Labelled & {
  value: number | null;
  onChange: (value: number | null) => void;
  /** What the service takes, as the bounds of the contract say it. */
  range?: Range;
  min?: number;
  max?: number;
  step?: number | 'any';
}) => {
  // Whoever empties a field is about to type another number: one that stands for nothing is put there only afterwards.
  const [emptied, setEmptied] = useState(false);
  const take = ({ value: text, valueAsNumber }: HTMLInputElement) => {
    setEmptied(text === '');
    onChange(text === '' ? null : valueAsNumber);
  };
  return (
    <Field
      {...labelled}
      control={({ id, describedBy }) => (
        <input
          id={id}
          type="number"
          inputMode={step === 1 ? 'numeric' : 'decimal'}
          value={emptied ? '' : (value ?? '')}
          min={min}
          max={max}
          step={step}
          aria-describedby={describedBy}
          aria-invalid={labelled.problem ? true : undefined}
          onInput={(event) => take(event.currentTarget)}
          onBlur={() => setEmptied(false)}
        />
      )}
    />
  );
};

/** One of several. */
export const SelectField = <T extends string>({
  value,
  onChange,
  options,
  ...labelled
}: Labelled & { value: T; onChange: (value: T) => void; options: readonly (readonly [value: T, text: string])[] }) => (
  <Field
    {...labelled}
    control={({ id, describedBy }) => (
      <select
        id={id}
        value={value}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.currentTarget.value as T)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    )}
  />
);

/** On or off, as a switch. */
export const Switch = ({
  label,
  hint,
  checked,
  onChange,
  disabled,
}: {
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}) => {
  const id = useId();
  return (
    <div class="switch">
      <label for={id}>
        {label}
        {hint && <span class="field-note">{hint}</span>}
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  );
};
