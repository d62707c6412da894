import { useState } from 'preact/hooks';
import { Field, SelectField, TextField } from '../kit/field.tsx';
import { useResource } from '../kit/resource.ts';
import { ZoneField } from '../settings/place/general-fields.tsx';
import { plugins as texts } from '../strings/plugins.ts';
import { pluginOperations } from './api.ts';
import { isObject } from './setting-schema.ts';
import { textOf } from './setting-value.ts';
import type { SettingProps } from './setting-value.ts';

const orNull = (text: string): string | null => (text === '' ? null : text);

/** A time zone by its name. */
export const TimeZoneField = ({ title, hint, setting, value, onChange }: SettingProps) => (
  <ZoneField label={title} hint={hint} value={textOf({ setting, value })} onChange={(zone) => onChange(orNull(zone))} />
);

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** A day (`YYYY-MM-DD`) and a time of it (`HH:MM`, or empty: its beginning) as one value; null without a day. */
export const momentOf = (day: string, time: string): string | null => (day === '' ? null : `${day}T${time || '00:00'}`);

/** A date with a time. What is stored in another form than the browser's is shown as text, so that nothing is lost. */
export const MomentField = ({ title, hint, problem, setting, value, onChange }: SettingProps) => {
  const text = textOf({ setting, value });
  const [day, stored] = [text.slice(0, 10), text.slice(11, 16)];
  const [typed, setTyped] = useState(stored);
  if (text !== '' && !(LOCAL.test(text) && text.length <= 19))
    return (
      <TextField
        label={title}
        hint={hint}
        problem={problem}
        value={text}
        onChange={(other) => onChange(orNull(other))}
      />
    );
  // A time that is not complete yet, or has no day yet, stays as it was typed.
  const time = momentOf(day, typed) === orNull(text) ? typed : stored;
  return (
    <div class="pair">
      <TextField
        label={title}
        hint={hint}
        problem={problem}
        type="date"
        value={day}
        onChange={(other) => onChange(momentOf(other, time))}
      />
      <TextField
        label={texts.timeOfDay}
        type="time"
        value={time}
        onChange={(other) => {
          setTyped(other);
          onChange(momentOf(day, other));
        }}
      />
    </div>
  );
};

/** One of the pages. */
export const PageField = ({ title, hint, problem, setting, value, onChange }: SettingProps) => {
  const pages = useResource('pages', pluginOperations.pages, ['pages']);
  const chosen = textOf({ setting, value });
  const options = (pages.value?.pages ?? []).map(({ id, name }) => [id, name] as const);
  const known = chosen === '' || options.some(([id]) => id === chosen);
  return (
    <SelectField
      label={title}
      hint={hint}
      problem={problem}
      value={chosen}
      options={[['', texts.noPage], ...(known ? [] : [[chosen, chosen] as const]), ...options]}
      onChange={(id) => onChange(orNull(id))}
    />
  );
};

/** Several lines of text. */
export const ParagraphField = ({ title, hint, problem, setting, value, onChange }: SettingProps) => (
  <Field
    label={title}
    hint={hint}
    problem={problem}
    control={({ id, describedBy }) => (
      <textarea
        id={id}
        rows={4}
        value={textOf({ setting, value })}
        aria-describedby={describedBy}
        aria-invalid={problem ? true : undefined}
        onInput={(event) => onChange(orNull(event.currentTarget.value))}
      />
    )}
  />
);

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);

const parse = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) || Array.isArray(value) ? value : text;
  } catch {
    return text;
  }
};

/** A value whose kind the schema leaves open: a text, or what its JSON means. */
export const AnyField = ({ title, hint, problem, setting, value, onChange }: SettingProps) => (
  <TextField
    label={title}
    hint={hint}
    problem={problem}
    value={asText(value === undefined ? setting.default : value)}
    onChange={(text) => onChange(text === '' ? null : parse(text))}
  />
);
