import type { JsonObject } from '../schema/common.ts';
import { isSecret, memberOf } from './settings-schema.ts';
import type { SettingSchema } from './settings-schema.ts';

/** What stands in answers for a secret, and in a request for one that stays. */
export const MASK = '***';

/** Settings in the two parts in which they are stored. */
export interface SplitSettings {
  readonly config: JsonObject;
  readonly secrets: JsonObject;
}

const isRecord = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

const holdsSecret = (schema: SettingSchema): boolean =>
  isSecret(schema) ||
  Object.values(schema.properties ?? {}).some(holdsSecret) ||
  (isRecord(schema.additionalProperties) && holdsSecret(schema.additionalProperties)) ||
  (schema.items !== undefined && holdsSecret(schema.items));

/** Parts settings into open and secret ones. A list with a secret anywhere in it is secret as a whole. */
export const splitSecrets = (schema: SettingSchema, settings: JsonObject): SplitSettings => {
  const config: JsonObject = {};
  const secrets: JsonObject = {};
  for (const [name, value] of Object.entries(settings)) {
    const member = memberOf(schema, name);
    if (!member || !holdsSecret(member)) config[name] = value;
    else if (isSecret(member) || !isRecord(value)) secrets[name] = value;
    else {
      const parts = splitSecrets(member, value);
      config[name] = parts.config;
      if (Object.keys(parts.secrets).length > 0) secrets[name] = parts.secrets;
    }
  }
  return { config, secrets };
};

/** The whole settings, secrets in clear. */
export const joinSecrets = (config: JsonObject, secrets: JsonObject): JsonObject => {
  const joined: JsonObject = { ...config };
  for (const [name, value] of Object.entries(secrets)) {
    const open = joined[name];
    joined[name] = isRecord(open) && isRecord(value) ? joinSecrets(open, value) : value;
  }
  return joined;
};

const maskValue = (schema: SettingSchema, value: unknown): unknown => {
  if (isSecret(schema)) return value === '' || value === null ? value : MASK;
  if (Array.isArray(value)) return value.map((item) => (schema.items ? maskValue(schema.items, item) : item));
  return isRecord(value) ? maskSecrets(schema, value) : value;
};

/** The settings as they may be shown: every secret that has a value is `***`. */
export const maskSecrets = (schema: SettingSchema, settings: JsonObject): JsonObject => {
  const masked: JsonObject = {};
  for (const [name, value] of Object.entries(settings)) {
    const member = memberOf(schema, name);
    masked[name] = member ? maskValue(member, value) : value;
  }
  return masked;
};

const restoreValue = (schema: SettingSchema, value: unknown, stored: unknown): unknown => {
  if (isSecret(schema)) return value === MASK ? stored : value;
  if (Array.isArray(value)) {
    const known = Array.isArray(stored) ? stored : [];
    return value.map((item, index) => (schema.items ? restoreValue(schema.items, item, known[index]) : item));
  }
  return isRecord(value) ? restoreSecrets(schema, value, isRecord(stored) ? stored : {}) : value;
};

/** New settings in which every `***` of a secret is the stored value again, or absent when none is stored. */
export const restoreSecrets = (schema: SettingSchema, settings: JsonObject, stored: JsonObject): JsonObject => {
  const restored: JsonObject = {};
  for (const [name, value] of Object.entries(settings)) {
    const member = memberOf(schema, name);
    const whole = member ? restoreValue(member, value, stored[name]) : value;
    if (whole !== undefined) restored[name] = whole;
  }
  return restored;
};
