import type { JsonSchema } from '@valibot/to-json-schema';

type Shape = JsonSchema | boolean;

const isNull = (shape: Shape): boolean => typeof shape === 'object' && shape.type === 'null';

const mapMembers = (
  properties: Readonly<Record<string, Shape>>,
  change: (shape: Shape) => Shape,
): Record<string, Shape> => Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, change(one)]));

/**
 * The shape of arguments without alternatives of null: a member that may be null is one that may be left out, and many
 * programs cannot fill in what is one thing or another. Null itself stays allowed where it was. Formats of texts are
 * described by the notes.
 */
export const withoutNull = (shape: Shape): Shape => {
  if (typeof shape === 'boolean') return shape;
  const {
    anyOf,
    properties,
    items,
    required,
    type,
    propertyNames: _names,
    pattern: _pattern,
    minLength: _least,
    maxLength: _most,
    ...rest
  } = shape;
  const kept = anyOf?.filter((one) => !isNull(one)).map(withoutNull);
  const [only] = kept ?? [];
  return {
    ...(kept?.length === 1 && typeof only === 'object' ? only : kept ? { anyOf: kept } : {}),
    // A list of values says of what type they are.
    ...(type !== undefined && rest.enum === undefined ? { type } : {}),
    ...rest,
    ...(required && required.length > 0 ? { required } : {}),
    ...(properties ? { properties: mapMembers(properties, withoutNull) } : {}),
    ...(typeof items === 'object' && !Array.isArray(items) ? { items: withoutNull(items) } : {}),
  };
};

const typesOf = (shape: Shape): string[] => {
  if (typeof shape === 'boolean') return [];
  if (shape.anyOf) return (shape.anyOf as Shape[]).flatMap(typesOf);
  if (shape.const !== undefined && shape.type === undefined) return [typeof shape.const];
  return [shape.type ?? []].flat() as string[];
};

const outline = (shape: Shape): Shape => {
  const types = [...new Set(typesOf(shape))];
  return types.length === 0 ? {} : ({ type: types.length === 1 ? types[0] : types } as JsonSchema);
};

/**
 * The outline of a result: its members and their types, without what lies deeper. The result itself shows the rest, and
 * a client reads every shape at each start.
 */
export const outlineOf = (shape: JsonSchema): JsonSchema => ({
  type: 'object',
  ...(shape.properties ? { properties: mapMembers(shape.properties, outline) } : {}),
});
