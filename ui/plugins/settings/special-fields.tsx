import { useState } from 'preact/hooks';
import { LongField, SelectField, TextField } from '../../kit/field.tsx';
import { useResource } from '../../kit/resource.ts';
import { ZoneField } from '../../settings/place/general-fields.tsx';
import { plugins as texts } from '../../strings/plugins.ts';
import { pluginOperations } from '../api.ts';
import { isObject } from './setting-schema.ts';
import { textOf, type SettingProps } from './setting-value.ts';

const orNull = (text: string): string | null => (text === '' ? null : text);

/** A time zone by its name. */
export const TimeZoneField = ({ labelled, setting, value, onChange }: SettingProps) => (
  <ZoneField {...labelled} value={textOf({ setting, value })} onChange={(zone) => onChange(orNull(zone))} />
);

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** A day (`YYYY-MM-DD`) and a time of it (`HH:MM`, or empty: its beginning) as one value; null without a day. */
export const momentOf = (day: string, time: string): string | null => (day === '' ? null : `${day}T${time || '00:00'}`);

/** A date with a time. What is stored in another form than the browser's is shown as text, so that nothing is lost. */
export const MomentField = ({ labelled, setting, value, onChange }: SettingProps) => {
  const text = textOf({ setting, value });
  const [day, stored] = [text.slice(0, 10), text.slice(11, 16)];
  const [typed, setTyped] = useState(stored);
  if (text !== '' && !(LOCAL.test(text) && text.length <= 19))
    return <TextField {...labelled} value={text} onChange={(other) => onChange(orNull(other))} />;
  // A time that is not complete yet, or has no day yet, stays as it was typed.
  const time = momentOf(day, typed) === orNull(text) ? typed : stored;
  return (
    <div class="pair">
      <TextField {...labelled} type="date" value={day} onChange={(other) => onChange(momentOf(other, time))} />
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
export const PageField = ({ labelled, setting, value, onChange }: SettingProps) => {
  const pages = useResource('pages', pluginOperations.pages, ['pages']);
  const chosen = textOf({ setting, value });
  const options = (pages.value?.pages ?? []).map(({ id, name }) => [id, name] as const);
  const known = chosen === '' || options.some(([id]) => id === chosen);
  return (
    <SelectField
      {...labelled}
      value={chosen}
      options={[['', texts.noPage], ...(known ? [] : [[chosen, chosen] as const]), ...options]}
      onChange={(id) => onChange(orNull(id))}
    />
  );
};

/** Several lines of text. */
export const ParagraphField = ({ labelled, setting, value, onChange }: SettingProps) => (
  <LongField
    {...labelled}
    rows={4}
    spellcheck
    value={textOf({ setting, value })}
    onChange={(text) => onChange(orNull(text))}
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
export const AnyField = ({ labelled, setting, value, onChange }: SettingProps) => (
  <TextField
    {...labelled}
    value={asText(value === undefined ? setting.default : value)}
    onChange={(text) => onChange(text === '' ? null : parse(text))}
  />
);
