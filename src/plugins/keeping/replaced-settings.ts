import { MAX_AGE } from '../../core/asking-settings.ts';
import { isRecord } from '../../core/record.ts';
import { Fault } from '../../fault.ts';
import { MASK } from '../../platform/network/secret-address.ts';
import { unmaskAddress } from '../../platform/network/unmasking.ts';
import { isElsewhere } from '../../platform/places.ts';
import type { JsonObject } from '../../schema/common.ts';
import { boundPayload, PayloadError } from '../contract/payload.ts';
import { checkSettings } from '../contract/settings-check.ts';
import { isSecret, memberOf, withDefaults, type SettingSchema } from '../contract/settings-schema.ts';
import { checkFreshness } from '../running/freshness.ts';
import { splitSecrets, UNDESCRIBED } from './secrets.ts';

const asRecord = (value: unknown): JsonObject => (isRecord(value) ? value : {});

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
  return isRecord(value) ? restoreSecrets(schema, value, asRecord(stored), `${path}.`) : value;
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

/**
 * The paths of the secrets in `sent` that stay as they are stored although they would go elsewhere: some of `above`, or
 * anything below their own object.
 */
const visit = (
  schema: SettingSchema,
  sent: unknown,
  stored: unknown,
  next: unknown,
  path: string,
  above: boolean,
): string[] => {
  if (Array.isArray(sent)) {
    const [known, later] = [stored, next].map((list) => (Array.isArray(list) ? list : []));
    return schema.items
      ? sent.flatMap((item, index) =>
          visit(schema.items ?? {}, item, known?.[index], later?.[index], `${path}[${index}]`, above),
        )
      : [];
  }
  if (!isRecord(sent)) return [];
  const [before, after] = [asRecord(stored), asRecord(next)];
  const moved = above || isElsewhere(before, after);
  const ownMoved = above || isElsewhere(before, after, 0);
  return Object.entries(sent).flatMap(([name, value]) => {
    const member = memberOf(schema, name);
    const where = path === '' ? name : `${path}.${name}`;
    if (!member) return [];
    if (isSecret(member))
      return value === MASK && moved && before[name] !== undefined && before[name] !== '' ? [where] : [];
    return visit(member, value, before[name], after[name], where, ownMoved);
  });
};

/**
 * The secrets that were sent as `***` although what they are for lies elsewhere now: another scheme, host or port in an
 * address beside, above or below them. A sentence each, that names the setting.
 */
export const movedSecrets = (schema: SettingSchema, sent: JsonObject, stored: JsonObject, next: JsonObject): string[] =>
  visit(schema, sent, withDefaults(schema, stored), withDefaults(schema, next), '', false).map(
    (path) =>
      `${path}: ${MASK} keeps the stored value only while scheme, host and port of where it is sent to ` +
      'stay the same; send it again',
  );

/**
 * What is stored of settings that replace those of before, which stand as a whole in `stored`: every `***` is the
 * stored secret again, as long as it goes where it went. Throws Fault 400 that names the field.
 */
export const replaceSettings = (
  schema: SettingSchema,
  stored: JsonObject,
  settings: JsonObject,
): ReturnType<typeof splitSecrets> => {
  // A null leaves the usual, but for the age: there it is for ever.
  const given = Object.fromEntries(
    Object.entries(bounded(settings)).filter(([name, value]) => value !== null || name === MAX_AGE),
  );
  const restored = restoreSecrets(schema, given, stored);
  const problems = [
    ...checkSettings(schema, restored),
    ...checkFreshness(schema, restored),
    ...movedSecrets(schema, given, stored, restored),
  ];
  if (problems.length > 0) throw new Fault(400, problems.join('; '));
  return splitSecrets(schema, restored);
};

const bounded = (settings: JsonObject): JsonObject => {
  try {
    return boundPayload(settings);
  } catch (error) {
    if (error instanceof PayloadError) throw new Fault(400, `config: ${error.message}`);
    throw error;
  }
};
