import { isRecord } from '../../core/record.ts';
import {
  MASK,
  concealAddresses,
  isMaskedAddress,
  maskAddress,
  maskAddresses,
  secretsIn,
} from '../../platform/network/secret-address.ts';
import type { JsonObject } from '../../schema/common.ts';
import { isSecret, memberOf, type SettingSchema } from '../contract/settings-schema.ts';

/** Settings in the two parts in which they are stored: addresses stand masked in the one and whole in the other. */
export interface SplitSettings {
  readonly config: JsonObject;
  readonly secrets: JsonObject;
}

/** What is known of a setting that no manifest describes. */
export const UNDESCRIBED: SettingSchema = {};

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
    const member = memberOf(schema, name) ?? UNDESCRIBED;
    if (holdsSecret(member) && (isSecret(member) || !isRecord(value))) {
      secrets[name] = value;
      continue;
    }
    const { open, secret } = isRecord(value) ? parted(splitSecrets(member, value)) : concealAddresses(value);
    config[name] = open;
    if (secret !== undefined) secrets[name] = secret;
  }
  return { config, secrets };
};

const parted = ({ config, secrets }: SplitSettings) => ({
  open: config,
  secret: Object.keys(secrets).length > 0 ? secrets : undefined,
});

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
  if (typeof value === 'string') return maskAddress(value);
  if (Array.isArray(value)) return value.map((item) => maskValue(schema.items ?? UNDESCRIBED, item));
  return isRecord(value) ? maskSecrets(schema, value) : value;
};

/** The settings as they may be shown: every secret that has a value is `***`, and so are the secrets in addresses. */
export const maskSecrets = (schema: SettingSchema, settings: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, maskValue(memberOf(schema, name) ?? UNDESCRIBED, value)]),
  );

/**
 * Settings without the members in which an address lacks its secrets, as after a restore without the passphrase: nobody
 * can be asked there.
 */
export const withoutMaskedAddresses = (settings: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => !textsIn(value).some(isMaskedAddress)));

/** Every value of whole settings that must not be told, for the search in texts. */
export const secretValues = (schema: SettingSchema, settings: JsonObject): string[] => {
  const { secrets } = splitSecrets(schema, settings);
  return textsIn(secrets).flatMap((text) => (maskAddresses(text) === text ? [text] : [text, ...secretsIn(text)]));
};

/** Every text in a value. */
export const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};
