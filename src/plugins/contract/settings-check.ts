import { isRecord } from '../../core/record.ts';
import type { JsonObject } from '../../schema/common.ts';
import { isSearchable, type Pattern } from '../../core/bounds/pattern.ts';
import { compileSettingPattern, isGiven, memberOf, type SettingSchema } from './settings-schema.ts';

/** Of thousands each may name thousands of choices. */
const MOST_PROBLEMS = 20;
/** Instructions of patterns times letters, in all settings together: some 200 ms. */
const MOST_STEPS = 8_000_000;

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

/** Whether settings fit their schema; what patterns may cost is bounded for all of them together. */
class SettingsCheck {
  readonly #patterns = new Map<string, Pattern | null>();
  readonly #choices = new Map<readonly unknown[], ReadonlySet<unknown>>();
  #steps = MOST_STEPS;

  *members(schema: SettingSchema, object: JsonObject, prefix: string): Generator<string> {
    for (const [name, value] of Object.entries(object)) {
      const member = memberOf(schema, name);
      if (member !== undefined && value !== null && value !== undefined)
        yield* this.#setting(member, value, `${prefix}${name}`);
    }
  }

  *#setting(schema: SettingSchema, value: unknown, path: string): Generator<string> {
    if (schema.type !== undefined && !(TYPES[schema.type]?.(value) ?? true))
      yield `${path}: must be of type ${schema.type}`;
    else if (schema.enum && !this.#isChoice(schema.enum, value))
      yield `${path}: must be one of ${schema.enum.map((one) => JSON.stringify(one)).join(', ')}`;
    else if (schema.type === 'string') yield* this.#text(schema, value as string, path);
    else if (schema.type === 'array') yield* this.#list(schema, value as unknown[], path);
    else if (schema.type === 'object') yield* this.#object(schema, value as JsonObject, path);
    else if (schema.type === 'integer' || schema.type === 'number') yield* this.#number(schema, value as number, path);
  }

  *#text(schema: SettingSchema, text: string, path: string): Generator<string> {
    if (!within(text.length, schema.minLength, schema.maxLength))
      yield `${path}: ${bounds(schema.minLength, schema.maxLength, ' characters')}`;
    else if (text === '') return;
    else if (schema.pattern !== undefined && !this.#matches(schema.pattern, text))
      yield `${path}: must match ${schema.pattern}`;
    else if (schema.format === 'uri' && !isAddress(text)) yield `${path}: must be an address like https://example.org/`;
  }

  *#number({ minimum, maximum }: SettingSchema, number: number, path: string): Generator<string> {
    if (!within(number, minimum, maximum)) yield `${path}: ${bounds(minimum, maximum, '')}`;
  }

  *#list({ minItems, maxItems, items }: SettingSchema, list: readonly unknown[], path: string): Generator<string> {
    if (!within(list.length, minItems, maxItems)) yield `${path}: ${bounds(minItems, maxItems, ' entries')}`;
    else if (items) for (const [at, item] of list.entries()) yield* this.#setting(items, item, `${path}[${at}]`);
  }

  *#object(schema: SettingSchema, object: JsonObject, path: string): Generator<string> {
    for (const name of schema.required ?? []) if (!isGiven(object[name])) yield `${path}.${name}: is required`;
    yield* this.members(schema, object, `${path}.`);
  }

  #isChoice(choices: readonly unknown[], value: unknown): boolean {
    const known = this.#choices.get(choices) ?? new Set(choices);
    this.#choices.set(choices, known);
    return known.has(value);
  }

  /** Whether a text has a part that matches; never one that would take long to search. */
  #matches(pattern: string, text: string): boolean {
    let compiled = this.#patterns.get(pattern);
    if (compiled === undefined) this.#patterns.set(pattern, (compiled = compileSettingPattern(pattern)));
    if (!compiled || !isSearchable(compiled, text.length)) return false;
    this.#steps -= compiled.programSize() * (text.length + 1);
    return this.#steps >= 0 && compiled.matcher(text).find();
  }
}

/**
 * What is wrong with settings, one sentence per field that names it and says what is allowed, at most twenty; empty
 * when all is well. Unknown settings are no fault. Missing ones are none either: a plugin may be filled in step by
 * step.
 */
export const checkSettings = (schema: SettingSchema, config: JsonObject): string[] => {
  const problems: string[] = [];
  for (const problem of new SettingsCheck().members(schema, config, ''))
    if (problems.push(problem) === MOST_PROBLEMS) break;
  return problems;
};
