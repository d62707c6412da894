import type { JsonSchema } from '@valibot/to-json-schema';

type Shape = JsonSchema | boolean;

const isNull = (shape: Shape): boolean => typeof shape === 'object' && shape.type === 'null';

const mapMembers = (
  properties: Readonly<Record<string, Shape>>,
  change: (shape: Shape) => Shape,
): Record<string, Shape> => Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, change(one)]));

/** Defaults that are nothing, or that the note of a board tells. */
const TOLD: readonly unknown[] = [false, '', 'primary'];

/**
 * The shape of arguments without alternatives of null: a member that may be null is one that may be left out, and many
 * programs cannot fill in what is one thing or another. Null itself stays allowed where it was. Formats of texts are
 * described by the notes; a refusal names the bounds.
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
    minItems: _fewest,
    maxItems: _longest,
    additionalProperties: _others,
    minimum: _smallest,
    maximum: _largest,
    default: fallback,
    ...rest
  } = shape;
  const kept = anyOf?.filter((one) => !isNull(one)).map(withoutNull);
  const [only] = kept ?? [];
  return {
    ...(kept?.length === 1 && typeof only === 'object' ? only : kept ? { anyOf: kept } : {}),
    // A list of values says of what type they are.
    ...(type !== undefined && rest.enum === undefined ? { type } : {}),
    ...rest,
    ...(fallback !== undefined && !TOLD.includes(fallback) ? { default: fallback } : {}),
    ...(required && required.length > 0 ? { required } : {}),
    ...(properties ? { properties: mapMembers(properties, withoutNull) } : {}),
    ...(typeof items === 'object' && !Array.isArray(items) ? { items: withoutNull(items) } : {}),
  };
};

/** The shape of an argument that another tool explains: its type, without bounds, words and what lies deeper. */
export const briefOf = (shape: Shape): Shape => {
  if (typeof shape === 'boolean') return shape;
  const { type, enum: words, items } = shape;
  return {
    type: words ? 'string' : type,
    ...(typeof items === 'object' && !Array.isArray(items) ? { items: briefOf(items) } : {}),
  };
};
