import { createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';
import type { JsonObject } from '../../../src/schema/common.ts';
import type { Destination } from '../../../src/schema/plugins/plugins.ts';
import { Button } from '../../kit/button.tsx';
import { SelectField, TextField } from '../../kit/field.tsx';
import { Report, useWork } from '../../kit/work.tsx';
import { sources as texts } from '../../strings/sources.ts';
import { pluginOperations, type Choice } from '../api.ts';
import { withConsent } from '../consent.tsx';
import { withoutEmpty } from './setting-schema.ts';
import type { SettingProps } from './setting-value.ts';

interface LookupContext {
  readonly plugin: string;
  /** The settings as they are typed: what was not saved yet counts, too. */
  readonly config: JsonObject;
  /** Settings whose choices are a list that needs no text. */
  readonly lists: ReadonlySet<string>;
  /** Takes a choice with the settings that come with it, all at once. */
  readonly onChoose: (chosen: JsonObject) => void;
}

const Lookups = createContext<LookupContext>({ plugin: '', config: {}, lists: new Set(), onChoose: () => undefined });

/** Says to whom the searches of settings below belong. */
export const LookupProvider = Lookups.Provider;

/** What the owner confirmed for searches of a plugin, which is stored with its settings alone. */
const confirmed = new Map<string, readonly Destination[]>();

const search = (plugin: string, setting: string, q: string, config: JsonObject): Promise<readonly Choice[]> =>
  withConsent(async (more) => {
    const confirm = [...(confirmed.get(plugin) ?? []), ...more];
    confirmed.set(plugin, confirm);
    return (await pluginOperations.lookUp(plugin, setting, { q, config, confirm })).choices;
  });

/** A setting that is searched for at the service: a station, a team. What is known by heart can be typed as well. */
export const LookupField = ({ labelled, path, value, text, onText }: SettingProps) => {
  const { plugin, config, lists, onChoose } = useContext(Lookups);
  const isList = lists.has(path);
  const [query, setQuery] = useState('');
  const [choices, setChoices] = useState<readonly Choice[] | null>(null);
  const { busy, result, act } = useWork();
  const find = act(async () => {
    setChoices(await search(plugin, path, query, withoutEmpty(config) as JsonObject));
  });
  const choose = (label: string) => {
    const choice = choices?.find((one) => String(one.value) === label);
    if (choice) onChoose({ [path]: choice.value, ...choice.also });
  };
  return (
    <div class="field">
      <TextField {...labelled} value={text} onChange={onText} />
      <div class="lookup rows-8">
        {!isList && (
          <TextField
            label={texts.find}
            hint={texts.findHint}
            type="search"
            value={query}
            onChange={setQuery}
            onEnter={() => !busy && find()}
          />
        )}
        <Button text={isList ? texts.showChoices : texts.find} disabled={busy} onClick={find} />
      </div>
      {choices?.length === 0 && <p class="field-note">{texts.nothingFound}</p>}
      {choices !== null && choices.length > 0 && (
        <SelectField
          label={labelled.label}
          value={choices.some((one) => one.value === value) ? String(value) : ''}
          options={[['', texts.choose], ...choices.map((one) => [String(one.value), one.label] as const)]}
          onChange={choose}
        />
      )}
      <Report result={result} />
    </div>
  );
};
