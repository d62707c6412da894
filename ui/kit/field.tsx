import type { ComponentChildren, TextareaHTMLAttributes } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { Range } from '../../src/schema/limits.ts';
import { Options } from './options.tsx';
import { TimeInput } from './time-input.tsx';

/** What every field says. */
export interface Labelled {
  readonly label: string;
  /** A sentence below the field. */
  readonly hint?: string | undefined;
  /** What is wrong with the value. */
  readonly problem?: string | null | undefined;
}

interface NoteProps extends Pick<Labelled, 'hint' | 'problem'> {
  readonly id?: string;
  /** Whether changes of it are announced. */
  readonly live?: boolean;
}

/** The line below a field: what is wrong, else the hint. */
export const Note = ({ id, hint, problem, live = false }: NoteProps) =>
  (problem ?? hint) && (
    <p id={id} class={problem ? 'field-note is-wrong' : 'field-note'} aria-live={live ? 'polite' : undefined}>
      {problem ?? hint}
    </p>
  );

/** What a control takes to belong to its label, its hint and what is wrong. */
interface Tied {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/** A label, its control, a hint and what is wrong, tied together for those who do not see them. */
export const Field = ({ label, hint, problem, control }: Labelled & { control: (tied: Tied) => ComponentChildren }) => {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {control({
        id,
        'aria-describedby': (problem ?? hint) ? `${id}-note` : undefined,
        'aria-invalid': problem ? true : undefined,
      })}
      <Note id={`${id}-note`} hint={hint} problem={problem} />
    </div>
  );
};

type TextType = 'text' | 'password' | 'time' | 'date' | 'url' | 'search';

/** Of each member of what a form changes: its value, and how it is changed, as a field takes them. */
export const membersOf =
  <T extends object>(all: T, change: (changed: Partial<T>) => void) =>
  <Name extends keyof T>(name: Name) => ({
    value: all[name],
    onChange: (value: T[Name]) => change({ [name]: value } as unknown as Partial<T>),
  });

/** The same for members that are a text or nothing: what is emptied is null. */
export const textsOf =
  <T extends object>(all: T, change: (changed: Partial<T>) => void) =>
  (name: { [Name in keyof T]-?: null extends T[Name] ? Name : never }[keyof T] & string) => ({
    value: (all[name] as string | null | undefined) ?? '',
    onChange: (value: string) => change({ [name]: value || null } as unknown as Partial<T>),
  });

const EXACT = { autocapitalize: 'none', autocorrect: 'off', spellcheck: false } as const;

/** One line of text. */
export const TextField = ({
  value,
  onChange,
  type = 'text',
  placeholder,
  maxLength,
  required,
  exact,
  onDone,
  onEnter,
  ...labelled
}: Labelled & {
  value: string;
  onChange: (value: string) => void;
  /** Told when somebody has typed or pasted it and goes on. */
  onDone?: (value: string) => void;
  /** What Enter does instead of sending the form that the field stands in. */
  onEnter?: () => void;
  type?: TextType;
  placeholder?: string;
  maxLength?: number;
  required?: boolean;
  /** Each letter counts, as in an address: no keyboard of a phone corrects it, or begins it with a capital. */
  exact?: boolean;
}) => (
  <Field
    {...labelled}
    control={(tied) =>
      type === 'time' ? (
        <TimeInput required={required} {...tied} {...{ value, onChange }} />
      ) : (
        <input
          // The types know each kind of field apart; this one is any of them.
          type={type as 'text'}
          value={value}
          placeholder={placeholder}
          maxLength={maxLength}
          required={required}
          autocomplete="off"
          {...(exact && EXACT)}
          {...tied}
          onInput={(event) => onChange(event.currentTarget.value)}
          onChange={onDone && ((event) => onDone(event.currentTarget.value))}
          onKeyDown={onEnter && ((event) => event.key === 'Enter' && (event.preventDefault(), onEnter()))}
        />
      )
    }
  />
);

/** Several lines of text, as they are. */
export const LongField = ({
  label,
  hint,
  problem,
  onChange,
  rows = 3,
  ...others
}: Labelled & { value: string; onChange: (value: string) => void; rows?: number } & Pick<
    TextareaHTMLAttributes,
    'maxLength' | 'required' | 'class' | 'spellcheck'
  >) => (
  <Field
    {...{ label, hint, problem }}
    control={(tied) => (
      <textarea
        rows={rows}
        spellcheck={false}
        {...tied}
        onInput={(event) => onChange(event.currentTarget.value)}
        {...others}
      />
    )}
  />
);

/** A number; `empty`, or null, while nothing stands in the field. */
export const NumberField = ({
  value,
  onChange,
  empty,
  range,
  min = range?.[0],
  max = range?.[1],
  step = 1,
  ...labelled
}: Labelled & {
  value: number | null;
  /** What the service takes, as the bounds of the contract say it. */
  range?: Range;
  min?: number;
  max?: number;
  step?: number | 'any';
} & (
    | { readonly empty: number; readonly onChange: (value: number) => void }
    | { readonly empty?: undefined; readonly onChange: (value: number | null) => void }
  )) => {
  // Whoever empties a field is about to type another number: one that stands for nothing is put there only afterwards.
  const [emptied, setEmptied] = useState(false);
  const take = ({ value: text, valueAsNumber }: HTMLInputElement) => {
    setEmptied(text === '');
    (onChange as (value: number | null) => void)(text === '' ? (empty ?? null) : valueAsNumber);
  };
  return (
    <Field
      {...labelled}
      control={(tied) => (
        <input
          type="number"
          inputMode={step === 1 ? 'numeric' : 'decimal'}
          value={emptied ? '' : (value ?? '')}
          min={min}
          max={max}
          step={step}
          {...tied}
          onInput={(event) => take(event.currentTarget)}
          onBlur={() => setEmptied(false)}
        />
      )}
    />
  );
};

interface OptionGroupProps {
  readonly label: string;
  readonly of: readonly (readonly [value: string, text: string])[];
}

/** Options of a list under a name; nothing where there are none. */
export const OptionGroup = ({ label, of }: OptionGroupProps) =>
  of.length === 0 ? null : (
    <optgroup label={label}>
      <Options of={of} />
    </optgroup>
  );

/** One of several. */
export const SelectField = <T extends string>({
  value,
  onChange,
  options,
  children,
  ...labelled
}: Labelled & {
  value: T;
  onChange: (value: T) => void;
  options: readonly (readonly [value: T, text: string])[];
  /** Further options, in groups. */
  children?: ComponentChildren;
}) => (
  <Field
    {...labelled}
    control={(tied) => (
      <select value={value} {...tied} onChange={(event) => onChange(event.currentTarget.value as T)}>
        <Options of={options} />
        {children}
      </select>
    )}
  />
);

interface SwitchProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
  readonly disabled?: boolean;
}

/** On or off, as a switch. */
export const Switch = ({ label, hint, value, onChange, disabled }: SwitchProps) => {
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
        checked={value}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  );
};
