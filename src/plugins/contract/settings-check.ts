import { isRecord } from '../../core/record.ts';
import type { JsonObject } from '../../schema/common.ts';
import { isGiven, matchesPattern, memberOf, type SettingSchema } from './settings-schema.ts';

type Check = (schema: SettingSchema, value: unknown, path: string) => string[];

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isSafeInteger(value),
  number: (value) => Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isRecord,
};

const bounds = (least: number | undefined, most: number | undefined, unit: string): string => {
  if (least !== undefined && most !== undefined) return `must be between ${least} and ${most}${unit}`;
  return least === undefined ? `must be at most ${most}${unit}` : `must be at least ${least}${unit}`;
};

const within = (size: number, least: number | undefined, most: number | undefined): boolean =>
  size >= (least ?? -Infinity) && size <= (most ?? Infinity);

const isAddress = (text: string): boolean =>
  URL.canParse(text) && /^(https?|webcals?|mqtts?|wss?):$/.test(new URL(text).protocol);

const checkText: Check = (schema, value, path) => {
  const text = value as string;
  if (!within(text.length, schema.minLength, schema.maxLength))
    return [`${path}: ${bounds(schema.minLength, schema.maxLength, ' characters')}`];
  if (text === '') return [];
  if (schema.pattern !== undefined && !matchesPattern(schema.pattern, text))
    return [`${path}: must match ${schema.pattern}`];
  if (schema.format === 'uri' && !isAddress(text)) return [`${path}: must be an address like https://example.org/`];
  return [];
};

const checkNumber: Check = (schema, value, path) =>
  within(value as number, schema.minimum, schema.maximum)
    ? []
    : [`${path}: ${bounds(schema.minimum, schema.maximum, '')}`];

const checkList: Check = (schema, value, path) => {
  const list = value as unknown[];
  if (!within(list.length, schema.minItems, schema.maxItems))
    return [`${path}: ${bounds(schema.minItems, schema.maxItems, ' entries')}`];
  const { items } = schema;
  return items ? list.flatMap((item, index) => checkSetting(items, item, `${path}[${index}]`)) : [];
};

const checkObject: Check = (schema, value, path) => {
  const object = value as JsonObject;
  const missing = (schema.required ?? [])
    .filter((name) => !isGiven(object[name]))
    .map((name) => `${path}.${name}: is required`);
  return [...missing, ...checkMembers(schema, object, `${path}.`)];
};

const CHECKS: Readonly<Record<string, Check>> = {
  string: checkText,
  integer: checkNumber,
  number: checkNumber,
  array: checkList,
  object: checkObject,
};

const checkSetting: Check = (schema, value, path) => {
  if (schema.type !== undefined && !(TYPES[schema.type]?.(value) ?? true))
    return [`${path}: must be of type ${schema.type}`];
  if (schema.enum && !schema.enum.includes(value))
    return [`${path}: must be one of ${schema.enum.map((one) => JSON.stringify(one)).join(', ')}`];
  return CHECKS[schema.type ?? '']?.(schema, value, path) ?? [];
};

const checkMembers = (schema: SettingSchema, object: JsonObject, prefix: string): string[] =>
  Object.entries(object).flatMap(([name, value]) => {
    const member = memberOf(schema, name);
    return member === undefined || value === null || value === undefined
      ? []
      : checkSetting(member, value, `${prefix}${name}`);
  });

/**
 * What is wrong with settings, one sentence per field that names it and says what is allowed; empty when all is well.
 * Unknown settings are no fault. Missing ones are none either: a plugin may be filled in step by step.
 */
export const checkSettings = (schema: SettingSchema, config: JsonObject): string[] => checkMembers(schema, config, '');
