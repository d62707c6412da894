import { useEffect, useRef } from 'preact/hooks';
import type { PluginDetail } from '../../../src/schema/plugins/plugins.ts';
import type { JsonObject } from '../../../src/schema/common.ts';
import { SaveBar, type Form } from '../../kit/form.tsx';
import { plugins as texts } from '../../strings/plugins.ts';
import { FreshnessFields } from './freshness-fields.tsx';
import { LookupProvider } from './lookup-field.tsx';
import { ProblemsProvider, type Problems } from '../problems.ts';
import { SettingField } from './setting-field.tsx';
import { PlaceSearch } from '../../settings/place/place-search.tsx';
import { missingOf, placeSettings, settingsOf, titleOf, type Setting } from './setting-schema.ts';
import { sending } from '../../kit/button.tsx';

const Fixed = ({ title, variable }: { title: string; variable: string | undefined }) => (
  <div class="field fixed-setting">
    <span>{title}</span>
    <p class="field-note">{variable === undefined ? texts.fixedPlain : texts.fixed(variable)}</p>
  </div>
);

/** The variable of the environment that a manifest names for a setting. */
const variableOf = ({ env_vars }: PluginDetail, name: string): string | undefined => {
  const found =
    env_vars.find((one) => one['key'] === name) ??
    env_vars.find((one) => String(one['name']).toLowerCase().endsWith(name));
  return found === undefined ? undefined : String(found['name']);
};

/** The settings whose choices are a list that needs no text to search for. */
const listsOf = ({ source }: PluginDetail): ReadonlySet<string> =>
  new Set(Object.entries(source?.lookups ?? {}).flatMap(([name, searches]) => (searches ? [] : [name])));

interface SettingsFormProps {
  readonly plugin: PluginDetail;
  readonly form: Form<JsonObject>;
  readonly problems: Problems;
  /** Whether its data come from somewhere, and so have an age. */
  readonly isAsked?: boolean;
  readonly onSave: () => void;
}

/** The settings of a plugin, as its schema describes them. */
export const SettingsForm = ({ plugin, form, problems, isAsked = false, onSave }: SettingsFormProps) => {
  const box = useRef<HTMLFormElement>(null);
  const schema = plugin.settings_schema as Setting;
  const settings = settingsOf(schema);
  const fixed = plugin.env_overridden_keys;
  const asksForPlace = schema.properties?.['latitude'] !== undefined && !fixed.includes('latitude');
  const missing = missingOf(schema, form.value, fixed);
  const lists = listsOf(plugin);
  useEffect(() => {
    if (Object.keys(problems).length > 0)
      box.current
        ?.querySelector<HTMLElement>(
          'input[aria-invalid], select[aria-invalid], textarea[aria-invalid], fieldset[aria-invalid] button',
        )
        ?.focus();
  }, [problems]);
  if (settings.length === 0 && !isAsked) return <p class="meta">{texts.noSettings}</p>;
  return (
    <ProblemsProvider value={problems}>
      <LookupProvider
        value={{ plugin: plugin.id, config: form.value, lists, onChoose: (chosen) => form.change(chosen) }}
      >
        <form ref={box} class="form" noValidate onSubmit={sending(onSave)}>
          {missing.length > 0 && <p class="notice notice-plain">{texts.missing(missing.join(', '))}</p>}
          {asksForPlace && <PlaceSearch onPick={(place) => form.change(placeSettings(schema, place))} />}
          {settings.map(([name, setting]) =>
            fixed.includes(name) ? (
              <Fixed key={name} title={titleOf(name, setting)} variable={variableOf(plugin, name)} />
            ) : (
              <SettingField
                key={name}
                name={name}
                path={name}
                setting={setting}
                required={schema.required?.includes(name) === true}
                value={form.value[name]}
                onChange={(value) => form.change({ [name]: value })}
              />
            ),
          )}
          {isAsked && <FreshnessFields form={form} />}
          <SaveBar form={form} label={texts.save} />
        </form>
      </LookupProvider>
    </ProblemsProvider>
  );
};
