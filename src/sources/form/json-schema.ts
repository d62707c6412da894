import { SourceSchema } from './schema.ts';

/** The form of source files as JSON Schema, for editors. */
export const sourceJsonSchema = (): Record<string, unknown> => {
  // Loaded when somebody asks for it.
  const { toJsonSchema } = require('@valibot/to-json-schema') as typeof import('@valibot/to-json-schema');
  const schema = toJsonSchema(SourceSchema, { typeMode: 'input', target: 'draft-2020-12', errorMode: 'ignore' });
  return {
    ...schema,
    title: 'A source of flapbox',
    description: 'A file NAME.source.json; docs/source.md explains it.',
  };
};
