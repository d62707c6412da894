import type { JsonObject } from '../schema/common.ts';
import type { Manifest } from './manifest.ts';
import { checkSettings } from './settings-check.ts';
import type { SettingSchema } from './settings-schema.ts';

/** Variables of the process, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

const YES = new Set(['true', '1', 'yes', 'on']);
const NO = new Set(['false', '0', 'no', 'off']);

const settingOf = (
  manifest: Manifest,
  schema: SettingSchema,
  name: string,
  key: string | undefined,
): string | undefined => {
  if (key !== undefined) return key;
  const lower = name.toLowerCase();
  const short = lower.startsWith(`${manifest.id}_`) ? lower.slice(manifest.id.length + 1) : lower;
  return [lower, short].find((candidate) => Object.hasOwn(schema.properties ?? {}, candidate));
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
