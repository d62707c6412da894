import type { JsonObject } from '../../schema/common.ts';
import type { Manifest, Variable } from './manifest.ts';

type Fields = Manifest['variables']['simple'];

const namesOf = (fields: Fields): string[] => (Array.isArray(fields) ? fields : Object.keys(fields));
const detailsOf = (fields: Fields): [string, Variable][] =>
  Array.isArray(fields) ? fields.map((name) => [name, { type: 'string' }]) : Object.entries(fields);

/** Fields of a list item, as the path that a template writes with `*` for the index. */
const itemFields = (manifest: Manifest): [string, Variable][] =>
  Object.entries(manifest.variables.arrays).flatMap(([name, array]) => [
    ...detailsOf(array.item_fields).map(([field, variable]): [string, Variable] => [`${name}.*.${field}`, variable]),
    ...Object.entries(array.sub_arrays).flatMap(([sub, { item_fields }]) =>
      detailsOf(item_fields).map(([field, variable]): [string, Variable] => [`${name}.*.${sub}.*.${field}`, variable]),
    ),
  ]);

const arrayNames = (manifest: Manifest): string[] =>
  Object.entries(manifest.variables.arrays).flatMap(([name, array]) => [
    name,
    ...Object.keys(array.sub_arrays).map((sub) => `${name}.*.${sub}`),
  ]);

/** Whether a value is a text, a number or a yes or no. */
export const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** Whether the payload's own top-level names count as variables: when the manifest says so or names none. */
export const discovers = (manifest: Manifest): boolean =>
  manifest.variables.auto_discover ??
  (namesOf(manifest.variables.simple).length === 0 && Object.keys(manifest.variables.arrays).length === 0);

/**
 * Names of a plugin's variables: those of the manifest, those that its settings define, and, without any, those of its
 * data.
 */
export const variableNames = (manifest: Manifest, configured: readonly string[], data: JsonObject | null): string[] => {
  const live = discovers(manifest) && data ? Object.keys(data).filter((name) => isScalar(data[name])) : [];
  const declared = [
    ...namesOf(manifest.variables.simple),
    ...arrayNames(manifest),
    ...itemFields(manifest).map(([name]) => name),
  ];
  return [...new Set([...declared, ...configured, ...live])];
};

/** Longest rendered length per variable, as far as the manifest tells. */
export const maxLengths = (manifest: Manifest): Record<string, number> => {
  const lengths: Record<string, number> = {};
  for (const [name, { max_length }] of [...detailsOf(manifest.variables.simple), ...itemFields(manifest)])
    if (max_length !== undefined) lengths[name] = max_length;
  return { ...lengths, ...manifest.max_lengths };
};

const previewOf = (value: unknown): string => (isScalar(value) ? String(value) : '');

/** What an editor shows of each plain variable; lists and their fields are left out. */
export const variableMetadata = (manifest: Manifest, names: readonly string[], data: JsonObject | null): JsonObject => {
  const details = new Map(detailsOf(manifest.variables.simple));
  const arrays = new Set(arrayNames(manifest));
  const metadata: JsonObject = {};
  for (const name of names) {
    if (name.includes('.*') || arrays.has(name)) continue;
    const variable = details.get(name);
    metadata[name] = {
      description: variable?.description ?? '',
      type: variable?.type ?? 'string',
      max_length: variable?.max_length ?? manifest.max_lengths[name] ?? null,
      group: variable?.group ?? null,
      example: variable?.example ?? '',
      preview: previewOf(data?.[name]),
    };
  }
  return metadata;
};

/** Names of the fields that may carry markers. */
export const markupFields = (manifest: Manifest): ReadonlySet<string> =>
  new Set(detailsOf(manifest.variables.simple).flatMap(([name, { format }]) => (format === 'markup' ? [name] : [])));
