import { isRecord } from '../../core/record.ts';
import { compilePattern, LONGEST_SETTING_PATTERN, type Pattern } from '../../core/bounds/pattern.ts';
import type { JsonObject } from '../../schema/common.ts';

/** The part of JSON Schema that settings are described with (rules, X1). */
export interface SettingSchema {
  readonly type?: string;
  readonly title?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly items?: SettingSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, SettingSchema>>;
  readonly additionalProperties?: SettingSchema;
  readonly required?: readonly string[];
  readonly secret?: boolean;
  readonly 'ui:widget'?: string;
}

const optional = (value: unknown, type: 'string' | 'number' | 'boolean'): boolean =>
  value === undefined || typeof value === type;

const fieldsOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

/**
 * Reads a manifest's `settings_schema`; a sentence when it breaks the vocabulary. With `knownPatterns` its
 * patterns were checked before: checking them would load the engine for patterns.
 */
export const readSettingSchema = (
  value: unknown,
  path = 'settings_schema',
  knownPatterns = false,
): { readonly schema: SettingSchema } | { readonly error: string } => {
  if (!isRecord(value)) return { error: `${path}: must be an object` };
  const numbers = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'].find(
    (name) => !optional(value[name], 'number'),
  );
  const texts = ['type', 'pattern', 'format', 'ui:widget'].find((name) => !optional(value[name], 'string'));
  const wrong = numbers ?? texts ?? (optional(value['secret'], 'boolean') ? undefined : 'secret');
  if (wrong !== undefined) return { error: `${path}.${wrong}: has the wrong type` };
  const pattern = value['pattern'];
  if (typeof pattern === 'string' && !knownPatterns && compileSettingPattern(pattern) === null)
    return { error: `${path}.pattern: is no regular expression, or one that takes too much work` };
  for (const name of ['enum', 'required'])
    if (value[name] !== undefined && !Array.isArray(value[name])) return { error: `${path}.${name}: must be a list` };
  return readChildren(value, path, knownPatterns);
};

/** A pattern of a schema; null for one that is none, or takes too much work. */
export const compileSettingPattern = (pattern: string): Pattern | null =>
  compilePattern(pattern, LONGEST_SETTING_PATTERN);

const readChildren = (
  value: Record<string, unknown>,
  path: string,
  knownPatterns: boolean,
): { readonly schema: SettingSchema } | { readonly error: string } => {
  const children: [string, unknown][] = Object.entries(fieldsOf(value['properties'])).map(([name, child]) => [
    `${path}.properties.${name}`,
    child,
  ]);
  for (const name of ['items', 'additionalProperties'])
    if (value[name] !== undefined && typeof value[name] !== 'boolean') children.push([`${path}.${name}`, value[name]]);
  for (const [childPath, child] of children) {
    const read = readSettingSchema(child, childPath, knownPatterns);
    if ('error' in read) return read;
  }
  return { schema: value };
};

/** Whether a setting's value must never be shown. */
export const isSecret = (schema: SettingSchema): boolean =>
  schema.secret === true || schema['ui:widget'] === 'password';

/** The schema of a member of an object setting. */
export const memberOf = (schema: SettingSchema, name: string): SettingSchema | undefined =>
  Object.hasOwn(schema.properties ?? {}, name)
    ? schema.properties?.[name]
    : isRecord(schema.additionalProperties)
      ? schema.additionalProperties
      : undefined;

/** Whether a value counts as given: not null, and not an empty text or list. */
export const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

/** Names of the required settings that have no value; `enabled` is no setting of its own. */
export const missingSettings = (schema: SettingSchema, config: JsonObject): string[] =>
  (schema.required ?? []).filter((name) => name !== 'enabled' && !isGiven(config[name]));

/** The settings with the schema's defaults for what is absent, at every level. */
export const withDefaults = (schema: SettingSchema, config: JsonObject): JsonObject => {
  const filled: JsonObject = { ...config };
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const value = filled[name];
    if ((value === undefined || value === null) && member.default !== undefined)
      filled[name] = structuredClone(member.default);
    else if (isRecord(value)) filled[name] = withDefaults(member, value);
  }
  return filled;
};
