import { useState } from 'preact/hooks';
import { isRecord } from '../../../src/core/record.ts';
import { LongField, SelectField, TextField } from '../../kit/field.tsx';
import { useResource } from '../../kit/resource.ts';
import { ZoneField } from '../../settings/place/zone-field.tsx';
import { plugins as texts } from '../../strings/plugins.ts';
import { pageOperations } from '../../pages/operations.ts';
import type { SettingProps } from './setting-value.ts';

/** A time zone by its name. */
export const TimeZoneField = ({ labelled, text, onText }: SettingProps) => (
  <ZoneField {...labelled} value={text} onChange={onText} />
);

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** A day (`YYYY-MM-DD`) and a time of it (`HH:MM`, or empty: its beginning) as one value; null without a day. */
export const momentOf = (day: string, time: string): string | null => (day === '' ? null : `${day}T${time || '00:00'}`);

/** A date with a time. What is stored in another form than the browser's is shown as text, so that nothing is lost. */
export const MomentField = ({ labelled, text, onChange, onText }: SettingProps) => {
  const [day, stored] = [text.slice(0, 10), text.slice(11, 16)];
  const [typed, setTyped] = useState(stored);
  if (text !== '' && !(LOCAL.test(text) && text.length <= 19))
    return <TextField {...labelled} value={text} onChange={onText} />;
  // A time that is not complete yet, or has no day yet, stays as it was typed.
  const time = momentOf(day, typed) === (text || null) ? typed : stored;
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
export const PageField = ({ labelled, text: chosen, onText }: SettingProps) => {
  const pages = useResource('pages', pageOperations.list, ['pages']);
  const options = (pages.value?.pages ?? []).map(({ id, name }) => [id, name] as const);
  const known = chosen === '' || options.some(([id]) => id === chosen);
  return (
    <SelectField
      {...labelled}
      value={chosen}
      options={[['', texts.noPage], ...(known ? [] : [[chosen, chosen] as const]), ...options]}
      onChange={onText}
    />
  );
};

/** Several lines of text. */
export const ParagraphField = ({ labelled, text, onText }: SettingProps) => (
  <LongField {...labelled} rows={4} spellcheck value={text} onChange={onText} />
);

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);

const parse = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) || Array.isArray(value) ? value : text;
  } catch {
    return text;
  }
};

/** A value whose kind the schema leaves open: a text, or what its JSON means. */
export const AnyField = ({ labelled, shown, onChange }: SettingProps) => (
  <TextField {...labelled} value={asText(shown)} onChange={(text) => onChange(text === '' ? null : parse(text))} />
);
