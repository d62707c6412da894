import type { JsonObject } from '../../schema/common.ts';
import type { Manifest } from '../contract/manifest.ts';
import { checkSettings } from '../contract/settings-check.ts';
import type { SettingSchema } from '../contract/settings-schema.ts';

/** Variables of the process, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

const YES = new Set(['true', '1', 'yes', 'on']);
const NO = new Set(['false', '0', 'no', 'off']);

/** What the variables of a plugin of a folder begin with. */
const prefixOf = (id: string): string => `PLUGIN_${id.toUpperCase()}_`;

/**
 * Why a plugin of a folder may not have the variables that its manifest names, in a sentence; null when all are its
 * own (rules, X10). Of two plugins whose prefixes both fit, such as `home` and `home_assistant`, the longer id counts.
 */
export const findForeignVariable = ({ id, env_vars }: Manifest, ids: readonly string[]): string | null => {
  const nearer = ids.filter((other) => other.startsWith(`${id}_`)).map(prefixOf);
  const isOwn = (name: string) =>
    name.startsWith(prefixOf(id)) && /^[A-Z0-9_]+$/.test(name) && !nearer.some((prefix) => name.startsWith(prefix));
  const at = env_vars.findIndex(({ name }) => !isOwn(name));
  return at < 0
    ? null
    : `manifest: env_vars.${at}.name: must begin with ${prefixOf(id)}, in capital letters: no other variable is for this plugin`;
};

const settingOf = (
  manifest: Manifest,
  schema: SettingSchema,
  name: string,
  key: string | undefined,
): string | undefined => {
  if (key !== undefined) return key;
  const lower = name.toLowerCase();
  const lead = [prefixOf(manifest.id).toLowerCase(), `${manifest.id}_`].find((one) => lower.startsWith(one)) ?? '';
  return [lower, lower.slice(lead.length)].find((candidate) => Object.hasOwn(schema.properties ?? {}, candidate));
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text.split(',').map((part) => part.trim());
  }
};

const toSetting = (schema: SettingSchema | undefined, text: string): unknown => {
  const type = schema?.type;
  if (type === 'integer' || type === 'number') return Number(text);
  if (type === 'boolean') return YES.has(text.toLowerCase()) ? true : NO.has(text.toLowerCase()) ? false : text;
  return type === 'array' || type === 'object' ? parseJson(text) : text;
};

/**
 * The settings of a plugin that the environment controls, by setting name. A variable without a declared `key` controls
 * the setting of its own lower-case name, with or without the plugin's id in front. Empty counts as unset, and a value
 * that the setting would refuse is left out.
 */
export const settingsFromEnvironment = (manifest: Manifest, schema: SettingSchema, env: Environment): JsonObject => {
  const settings: JsonObject = {};
  for (const { name, key } of manifest.env_vars) {
    const setting = settingOf(manifest, schema, name, key);
    const text = env[name];
    if (setting === undefined || text === undefined || text === '') continue;
    const value = toSetting(schema.properties?.[setting], text);
    if (checkSettings(schema, { [setting]: value }).length === 0) settings[setting] = value;
  }
  return settings;
};
