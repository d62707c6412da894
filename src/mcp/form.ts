import type { JsonSchema } from '@valibot/to-json-schema';
import { getDotPath, safeParse, type BaseIssue, type GenericSchema } from 'valibot';
import { briefOf, withoutNull } from './json-shape.ts';
import { isRecord } from '../core/record.ts';

/** The shape of a tool's or prompt's arguments: an object with named members. */
export type ArgumentSchema = GenericSchema<unknown, object> & {
  readonly entries: Readonly<Record<string, GenericSchema>>;
};

/**
 * What a value for a model looks like, in the form that the protocol library carries along; it lets every value pass.
 */
export interface Form {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: Record<string, unknown>; readonly output: Record<string, unknown> };
    readonly validate: (value: unknown) => { readonly value: Record<string, unknown> };
  };
  /** The JSON Schema that clients get. */
  readonly json: () => JsonSchema;
}

const formOf = (make: () => JsonSchema): Form => {
  let made: JsonSchema | undefined;
  return {
    '~standard': { version: 1, vendor: 'flapbox', validate: (value) => ({ value: value as Record<string, unknown> }) },
    json: () => (made ??= make()),
  };
};

const convert = (schema: GenericSchema): JsonSchema => {
  const { toJsonSchema } = require('@valibot/to-json-schema') as typeof import('@valibot/to-json-schema');
  // Rules that JSON Schema cannot express are described in refusals.
  const { $schema: _dialect, ...json } = toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' });
  return json;
};

/** What a note says beside the tool that it names for the rest, as `asIn` writes it; null when it names none. */
const readNote = (note: string): { readonly by: string; readonly description: string } | null => {
  const [, by, description = ''] = /^See (\w+)(?:; (.*))?\.$/.exec(note) ?? [];
  return by === undefined ? null : { by, description };
};

/**
 * The form of arguments; `notes` describes each by its name. What another tool describes has its type alone, and the
 * form names that tool.
 */
export const argumentForm = (schema: ArgumentSchema, notes: Readonly<Record<string, string>> = {}): Form =>
  formOf(() => {
    const json = withoutNull(convert(schema)) as JsonSchema;
    const others = new Set<string>();
    const members = Object.entries(json.properties ?? {}).map(([name, one]): [string, JsonSchema | boolean] => {
      const note = notes[name];
      if (typeof one === 'boolean' || note === undefined) return [name, one];
      const elsewhere = readNote(note);
      if (!elsewhere) return [name, { ...one, description: note }];
      others.add(elsewhere.by);
      const { description } = elsewhere;
      return [name, { ...(briefOf(one) as JsonSchema), ...(description === '' ? {} : { description }) }];
    });
    const description = others.size > 0 ? { description: `The rest is as in ${[...others].join(', ')}.` } : {};
    return { ...json, ...description, properties: Object.fromEntries(members), additionalProperties: false };
  });

/** Arguments of the right form, or a sentence that names each field that is not. */
export type ReadArguments<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

const MOST_FINDINGS = 10;
const LONGEST_FINDINGS = 2000;

// It is not known which variant of a union was meant: the problem of each is named.
const findingsOf = (issue: BaseIssue<unknown>, above = ''): string[] => {
  const path = [above, getDotPath(issue)].filter(Boolean).join('.');
  if (issue.type === 'union' && issue.issues) return issue.issues.flatMap((one) => findingsOf(one, path));
  return [path === '' ? issue.message : `${path}: ${issue.message}`];
};

/** What is wrong with a value, each finding with the name of its field. */
export const describeIssues = (issues: readonly BaseIssue<unknown>[]): string =>
  issues
    .flatMap((issue) => findingsOf(issue))
    .slice(0, MOST_FINDINGS)
    .join('; ')
    .slice(0, LONGEST_FINDINGS);

const member = (value: unknown, name: string): unknown => (value as Readonly<Record<string, unknown>>)[name];

const withCleared = (given: object, clears: readonly string[]): object =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value === '' && clears.includes(name) ? null : value]),
  );

/**
 * Checks arguments; what was left out altogether counts as none, a name that the schema does not know is refused, and
 * an empty text for one of `clears` counts as null.
 */
export const readArguments = <T>(
  schema: ArgumentSchema & GenericSchema<unknown, T>,
  given: unknown,
  clears: readonly string[] = [],
): ReadArguments<T> => {
  const value = isRecord(given) ? withCleared(given, clears) : (given ?? {});
  if (typeof value !== 'object' || Array.isArray(value))
    return { ok: false, problem: 'The arguments must be an object.' };
  const names = Object.keys(schema.entries);
  const unknown = Object.keys(value).filter((name) => !names.includes(name));
  if (unknown.length > 0)
    return {
      ok: false,
      problem:
        `Unknown arguments: ${unknown.slice(0, MOST_FINDINGS).join(', ').slice(0, 200)}. Known are: ` +
        `${names.join(', ') || 'none'}.`,
    };
  const result = safeParse(schema, value);
  if (!result.success) return { ok: false, problem: `Invalid arguments: ${describeIssues(result.issues)}.` };
  // A list passes for an object without members: it would empty what it was meant to set.
  const list = names.find((name) => Array.isArray(member(value, name)) && !Array.isArray(member(result.output, name)));
  return list === undefined
    ? { ok: true, value: result.output }
    : { ok: false, problem: `Invalid arguments: ${list}: Expected Object but received Array.` };
};
