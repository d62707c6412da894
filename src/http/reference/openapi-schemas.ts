import type { ConversionConfig, JsonSchema } from '@valibot/to-json-schema';
import { parse, type GenericSchema } from 'valibot';
import { SCHEMA_MODULES } from '../../schema/all.ts';

/** The texts of the API description. */
export type Reference = typeof import('./reference.ts');

/** Turns valibot's schemas into those of an API document. */
export interface SchemaWriter {
  /** The schema of a body, by reference when it has a name, otherwise described as part of an operation. */
  write(schema: GenericSchema, operation: string): JsonSchema;
  /** The schema of one value in a query. */
  writeQuery(schema: GenericSchema): JsonSchema;
  /** The named schemas that were referred to, directly or through others. */
  components(): Record<string, JsonSchema>;
}

const PREFIX = '#/components/schemas/';

const isSchema = (value: unknown): value is GenericSchema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';

// Every exported schema stands in the documents under the name of its export, without `Schema`.
const named = (): Record<string, GenericSchema> => {
  const found = SCHEMA_MODULES.flatMap((one) => Object.entries(one)).filter((entry): entry is [string, GenericSchema] =>
    isSchema(entry[1]),
  );
  return Object.fromEntries(found.map(([name, schema]) => [name.replace(/Schema$/, ''), schema]));
};

const CONFIG: ConversionConfig = {
  typeMode: 'input',
  target: 'draft-2020-12',
  // Rules that JSON Schema cannot express stand in the descriptions of the operations.
  errorMode: 'ignore',
  overrideRef: ({ referenceId }) => PREFIX + referenceId,
};

const referredIn = (json: string): string[] =>
  [...json.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map((match) => match[1] ?? '');

const bare = ({ $schema: _dialect, $defs: _definitions, ...schema }: JsonSchema): JsonSchema => schema;

/** A writer that knows every schema exported from src/schema, and puts its description to each member. */
export const createSchemaWriter = ({ describeSchema }: Reference): SchemaWriter => {
  // Loaded when somebody asks for the document.
  const { toJsonSchema, toJsonSchemaDefs } =
    require('@valibot/to-json-schema') as typeof import('@valibot/to-json-schema');
  const definitions = named();
  const converted = toJsonSchemaDefs(definitions, CONFIG);
  const names = new Map(Object.entries(definitions).map(([name, schema]) => [schema, name]));
  const used = new Set<string>();
  const use = (name: string): void => {
    if (used.has(name)) return;
    used.add(name);
    referredIn(JSON.stringify(converted[name] ?? {})).forEach(use);
  };
  const write = (schema: GenericSchema, operation: string): JsonSchema => {
    const name = names.get(schema);
    const written = name
      ? { $ref: PREFIX + name }
      : describeSchema(bare(toJsonSchema(schema, { ...CONFIG, definitions })), operation);
    referredIn(JSON.stringify(written)).forEach(use);
    return written;
  };
  return {
    write,
    writeQuery: (schema) => {
      const json = bare(toJsonSchema(schema, { ...CONFIG, typeMode: 'output' }));
      // What stands for nothing is a text, as all of a query is; what it comes to is of the type that is told.
      return json.default === undefined ? json : { ...json, default: parse(schema, undefined) as string };
    },
    components: () =>
      Object.fromEntries([...used].sort().map((name) => [name, describeSchema(converted[name] ?? {}, name)])),
  };
};
