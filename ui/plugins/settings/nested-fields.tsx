import type { ComponentChildren } from 'preact';
import { isRecord } from '../../../src/core/record.ts';
import { plugins as texts } from '../../strings/plugins.ts';
import { Button, CROSS, IconButton } from '../../kit/button.tsx';
import { Note, TextField, type Labelled } from '../../kit/field.tsx';
import { PlaceSearch } from '../../settings/place/place-search.tsx';
import { settingsOf, type Setting } from './setting-schema.ts';
import type { SettingProps } from './setting-value.ts';
import { moved, replacedAt, withoutAt } from '../../list.ts';

/** Moves one entry of a list up, or takes it away. */
const EntryButtons = <T,>({
  title,
  index,
  list,
  onChange,
  ordered = true,
}: {
  title: string;
  index: number;
  list: readonly T[];
  onChange: (list: T[]) => void;
  ordered?: boolean;
}) => (
  <div class="entry-buttons">
    {ordered && (
      <IconButton
        icon="M12 19V5M6 11l6-6 6 6"
        disabled={index === 0}
        label={texts.moveUp(title, index + 1)}
        onClick={() => onChange(moved(list, index, index - 1))}
      />
    )}
    <IconButton
      icon={CROSS}
      label={texts.removeEntry(title, index + 1)}
      onClick={() => onChange(withoutAt(list, index))}
    />
  </div>
);

interface NestedProps {
  readonly labelled: Labelled;
  readonly isList?: boolean;
  readonly children: ComponentChildren;
}

const Nested = ({ labelled: { label, hint, problem }, isList = false, children }: NestedProps) => (
  <fieldset
    class={isList ? 'nested rows-14 list' : 'nested rows-14'}
    aria-invalid={isList && problem ? true : undefined}
  >
    <legend>{label}</legend>
    <Note hint={hint} problem={problem} />
    {children}
  </fieldset>
);

/** Several settings that belong together. */
export const ObjectField = ({ labelled, path, setting, value, onChange, Inner }: SettingProps) => {
  const object = isRecord(value) ? value : {};
  return (
    <Nested labelled={labelled}>
      {setting['ui:widget'] === 'place' && (
        <PlaceSearch
          onPick={({ name, latitude, longitude, timezone }) =>
            onChange({ ...object, name, latitude, longitude, time_zone: timezone })
          }
        />
      )}
      {settingsOf(setting).map(([name, member]) => (
        <Inner
          key={name}
          name={name}
          path={`${path}.${name}`}
          setting={member}
          required={setting.required?.includes(name) === true}
          value={object[name]}
          onChange={(next) => onChange({ ...object, [name]: next })}
        />
      ))}
    </Nested>
  );
};

const ANYTHING: Setting = {};

const emptyEntry = (items: Setting): unknown => (items.properties ? {} : (items.default ?? ''));

/** Any number of entries of one form. */
export const ListField = ({ labelled, path, setting, shown, onChange, Inner }: SettingProps) => {
  const { label: title } = labelled;
  const list = Array.isArray(shown) ? (shown as unknown[]) : [];
  const items = setting.items ?? ANYTHING;
  const full = setting.maxItems !== undefined && list.length >= setting.maxItems;
  return (
    <Nested isList labelled={labelled}>
      {list.length === 0 && <p class="field-note">{texts.emptyList}</p>}
      <ol class="rows-10">
        {list.map((one, index) => (
          <li key={index} class={items.properties ? 'entry' : 'entry is-line'}>
            <Inner
              name=""
              path={`${path}[${index}]`}
              setting={{ ...items, title: texts.entry(title, index + 1) }}
              required={false}
              value={one}
              onChange={(next) => onChange(replacedAt(list, index, next ?? emptyEntry(items)))}
            />
            <EntryButtons title={title} index={index} list={list} onChange={onChange} />
          </li>
        ))}
      </ol>
      <Button
        small
        text={texts.add}
        disabled={full}
        aria-label={texts.addEntry(title)}
        onClick={() => onChange([...list, emptyEntry(items)])}
      />
    </Nested>
  );
};

type Entry = readonly [name: string, value: unknown];

/** A name that another entry has is not taken: that entry would be lost. */
const renameAt = (entries: readonly Entry[], index: number, name: string): readonly Entry[] =>
  entries.some(([other], at) => at !== index && other === name)
    ? entries
    : replacedAt(entries, index, [name, entries[index]?.[1]]);

/** Values by names of one's own, such as the headers of a request. */
export const MapField = ({ labelled, path, setting, value, onChange, Inner }: SettingProps) => {
  const { label: title } = labelled;
  const entries = Object.entries(isRecord(value) ? value : {});
  const items = isRecord(setting.additionalProperties) ? (setting.additionalProperties as Setting) : ANYTHING;
  const put = (next: readonly Entry[]) => onChange(Object.fromEntries(next));
  return (
    <Nested isList labelled={labelled}>
      <ol class="rows-10">
        {entries.map(([name, one], index) => (
          <li key={index} class="entry is-line is-pair">
            <TextField
              label={texts.mapName}
              value={name}
              onChange={(renamed) => put(renameAt(entries, index, renamed))}
            />
            <Inner
              name={name}
              path={`${path}.${name}`}
              setting={{ ...items, title: texts.mapValue }}
              required={false}
              value={one}
              onChange={(next) => put(replacedAt<Entry>(entries, index, [name, next ?? '']))}
            />
            <EntryButtons title={title} index={index} list={entries} onChange={(next) => put(next)} ordered={false} />
          </li>
        ))}
      </ol>
      <Button
        small
        text={texts.add}
        disabled={entries.some(([name]) => name === '')}
        aria-label={texts.addEntry(title)}
        onClick={() => put([...entries, ['', '']])}
      />
    </Nested>
  );
};
