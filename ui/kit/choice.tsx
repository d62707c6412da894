import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import './controls.css';
import { Note } from './field.tsx';
import { useNarrowed } from './narrowed.tsx';

/** One of a few, each with its name and, if given, a sentence and a picture. */
export const Choices = <T extends string>({
  label,
  value,
  options,
  onChange,
  row,
  hideLabel,
}: {
  label: string;
  value: T | null;
  options: readonly {
    readonly value: T;
    readonly name: string;
    readonly note?: string | undefined;
    readonly picture?: ComponentChildren;
    readonly disabled?: boolean;
  }[];
  onChange: (value: T) => void;
  /** Side by side where there is room. */
  row?: boolean;
  hideLabel?: boolean;
}) => {
  const name = useId();
  return (
    <fieldset class={`choices rows-8 ${row ? 'is-row' : ''}`}>
      <legend class={hideLabel ? 'visually-hidden' : ''}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} class="choice">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.picture}
          <span class="choice-text">
            <span class="choice-name">{option.name}</span>
            {option.note && <span class="field-note">{option.note}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
};

/** Choices for a list of values, each with the name and the sentence that are given for it. */
export const choicesOf = <T extends string>(
  values: readonly T[],
  texts: Readonly<Record<T, readonly [name: string, note: string]>>,
) => values.map((value) => ({ value, name: texts[value][0], note: texts[value][1] }));

/** Any number of a few, as buttons that stay pressed. */
export const Toggles = <T extends string>({
  label,
  hint,
  problem,
  value,
  options,
  onChange,
}: {
  label: string;
  hint?: string;
  problem?: string | null;
  value: readonly T[];
  options: readonly { readonly value: T; readonly name: string; readonly title?: string }[];
  onChange: (value: T[]) => void;
}) => {
  const id = useId();
  const { shown, field } = useNarrowed(options);
  // What is chosen stands there whatever is looked for.
  const hidden = options.filter((option) => value.includes(option.value) && !shown.includes(option));
  return (
    <fieldset class="toggles" aria-describedby={(problem ?? hint) ? id : undefined}>
      <legend>{label}</legend>
      {field}
      <div class="toggles-row">
        {[...hidden, ...shown].map((option) => (
          <label key={option.value} class="toggle" title={option.title}>
            <input
              type="checkbox"
              class="visually-hidden"
              aria-label={option.title}
              checked={value.includes(option.value)}
              onChange={(event) =>
                onChange(
                  options
                    .map((one) => one.value)
                    .filter((one) => (one === option.value ? event.currentTarget.checked : value.includes(one))),
                )
              }
            />
            <span>{option.name}</span>
          </label>
        ))}
      </div>
      <Note id={id} hint={hint} problem={problem} />
    </fieldset>
  );
};
