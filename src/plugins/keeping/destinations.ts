import { isRecord } from '../../core/record.ts';
import { isElsewhere } from '../../platform/places.ts';
import { MASK } from '../../platform/network/secret-address.ts';
import type { JsonObject } from '../../schema/common.ts';
import { isSecret, memberOf, withDefaults, type SettingSchema } from '../contract/settings-schema.ts';

const asRecord = (value: unknown): JsonObject => (isRecord(value) ? value : {});

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
