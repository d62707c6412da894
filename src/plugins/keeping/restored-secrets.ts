import { Fault } from '../../fault.ts';
import { isRecord } from '../../core/record.ts';
import { MASK } from '../../platform/network/secret-address.ts';
import { unmaskAddress } from '../../platform/network/unmasking.ts';
import type { JsonObject } from '../../schema/common.ts';
import { isSecret, memberOf, type SettingSchema } from '../contract/settings-schema.ts';
import { UNDESCRIBED } from './secrets.ts';

const restoreAddress = (value: string, stored: unknown, path: string): string => {
  const restored = unmaskAddress(value, typeof stored === 'string' ? stored : null);
  if ('address' in restored) return restored.address;
  const why = restored.problem === 'moved' ? 'the stored address is on another server' : 'nothing is stored for it';
  throw new Fault(
    400,
    `${path}: ${MASK} stands for a part of the stored address, and ${why}: send the whole address again.`,
  );
};

const restoreValue = (schema: SettingSchema, value: unknown, stored: unknown, path: string): unknown => {
  if (isSecret(schema) && value === MASK) return stored;
  if (typeof value === 'string') return restoreAddress(value, stored, path);
  if (Array.isArray(value)) {
    const known = Array.isArray(stored) ? stored : [];
    return value.map((item, index) =>
      restoreValue(schema.items ?? UNDESCRIBED, item, known[index], `${path}[${index}]`),
    );
  }
  return isRecord(value) ? restoreSecrets(schema, value, isRecord(stored) ? stored : {}, `${path}.`) : value;
};

/**
 * New settings in which every `***` of a secret is the stored value again, or absent when none is stored, and every
 * masked address the stored one. Throws Fault 400 that names the field for a masked address of another server, or of
 * none.
 */
export const restoreSecrets = (
  schema: SettingSchema,
  settings: JsonObject,
  stored: JsonObject,
  prefix = '',
): JsonObject => {
  const restored: JsonObject = {};
  for (const [name, value] of Object.entries(settings)) {
    const whole = restoreValue(memberOf(schema, name) ?? UNDESCRIBED, value, stored[name], `${prefix}${name}`);
    if (whole !== undefined) restored[name] = whole;
  }
  return restored;
};
