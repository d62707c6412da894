import type { SettingSchema } from '../../../src/plugins/contract/settings-schema.ts';
import type { JsonObject } from '../../../src/schema/common.ts';
import { isRecord } from '../../../src/core/record.ts';
import { MASK } from '../../kit/secret-field.tsx';

/** One setting as a manifest describes it. */
export interface Setting extends Omit<SettingSchema, 'properties' | 'items' | 'additionalProperties'> {
  readonly description?: string;
  readonly enumNames?: readonly string[];
  readonly items?: Setting;
  readonly properties?: Readonly<Record<string, Setting>>;
  readonly additionalProperties?: Setting | boolean;
  readonly 'ui:placeholder'?: string;
}

/** The kinds of controls that settings have. */
export type Kind =
  | 'choice'
  | 'switch'
  | 'secret'
  | 'zone'
  | 'moment'
  | 'page'
  | 'paragraph'
  | 'lookup'
  | 'text'
  | 'number'
  | 'list'
  | 'object'
  | 'map'
  | 'anything';

const WIDGETS: Readonly<Record<string, Kind>> = {
  timezone: 'zone',
  datetime: 'moment',
  'page-picker': 'page',
  textarea: 'paragraph',
  'time-zone': 'zone',
  lookup: 'lookup',
};
const TYPES: Readonly<Record<string, Kind>> = {
  boolean: 'switch',
  string: 'text',
  integer: 'number',
  number: 'number',
  array: 'list',
};

/** Whether a setting is never shown once it is stored. */
const isSecret = (setting: Setting): boolean => setting.secret === true || setting['ui:widget'] === 'password';

/** The control of a setting. */
export const kindOf = (setting: Setting): Kind => {
  if (isSecret(setting)) return 'secret';
  if (setting.enum) return 'choice';
  const widget = WIDGETS[setting['ui:widget'] ?? ''];
  if (widget && (setting.type ?? 'string') === 'string') return widget;
  if (setting.type === 'object' || setting.properties) return setting.properties ? 'object' : 'map';
  return TYPES[setting.type ?? ''] ?? 'anything';
};

/** The settings of a schema, in its order. `enabled` is the plugin's own switch, and no setting. */
export const settingsOf = (schema: Setting): [name: string, setting: Setting][] =>
  Object.entries(schema.properties ?? {}).filter(([name]) => name !== 'enabled');

/** What a setting is called: its title, or its name in words. */
export const titleOf = (name: string, setting: Setting): string => {
  if (setting.title) return setting.title;
  const words = name.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Without the members that are null, which stand for what is not set. */
export const withoutEmpty = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (one === null ? [] : [[name, withoutEmpty(one)]])),
  );
};

const memberOf = (setting: Setting, name: string): Setting | undefined =>
  setting.properties?.[name] ?? (isRecord(setting.additionalProperties) ? setting.additionalProperties : undefined);

/** A value without what is secret in it: the part of it that a browser may keep. */
const withoutSecrets = (setting: Setting | undefined, value: unknown): unknown => {
  if (setting && isSecret(setting)) return value === MASK ? MASK : null;
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(setting?.items, one));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withoutSecrets(setting && memberOf(setting, name), one)]),
  );
};

const holdsSecret = (setting: Setting): boolean =>
  isSecret(setting) ||
  Object.values(setting.properties ?? {}).some(holdsSecret) ||
  (setting.items !== undefined && holdsSecret(setting.items)) ||
  (isRecord(setting.additionalProperties) && holdsSecret(setting.additionalProperties));

/** The typed settings that a browser may keep: those that hold no secret as they are, the others without it. */
export const keepable = (schema: Setting, typed: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) => {
      const setting = memberOf(schema, name);
      if (!setting || !holdsSecret(setting)) return [[name, value]];
      return isSecret(setting) ? [] : [[name, withoutSecrets(setting, value)]];
    }),
  );

/** Whether a setting has a value: not null, no empty text, no empty list. */
const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

/** Titles of the required settings without a value. */
export const missingOf = (schema: Setting, config: JsonObject, fixed: readonly string[]): string[] =>
  settingsOf(schema)
    .filter(
      ([name, setting]) =>
        schema.required?.includes(name) && !fixed.includes(name) && !isGiven(config[name] ?? setting.default),
    )
    .map(([name, setting]) => titleOf(name, setting));

/** What a place means for the settings of a schema: its degrees, and its name as far as there is room for it. */
export const placeSettings = (
  { properties = {} }: Setting,
  { name, latitude, longitude }: { readonly name: string; readonly latitude: number; readonly longitude: number },
): JsonObject => {
  const named = properties['location_name'];
  return { latitude, longitude, ...(named ? { location_name: name.slice(0, named.maxLength) } : {}) };
};
