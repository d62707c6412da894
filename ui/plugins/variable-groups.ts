import type { JsonObject } from '../../src/schema/common.ts';
import type { SourceVariables } from '../../src/schema/plugins/plugins.ts';
import { plugins as texts } from '../strings/plugins.ts';

/** One variable as it is listed. */
export interface VariableLine {
  readonly name: string;
  /** What is written into a page. */
  readonly code: string;
  readonly description: string;
  /** What it is worth now; null for nothing. */
  readonly value: string | null;
  readonly example: string;
}

/** Variables under one heading. */
export interface VariableGroup {
  readonly name: string;
  readonly label: string;
  readonly hint: string | null;
  readonly lines: readonly VariableLine[];
}

interface Known {
  readonly description?: string;
  readonly group?: string | null;
  readonly example?: unknown;
}

const LISTS = '*';
const OTHERS = '';

type Fields = readonly string[] | Readonly<Record<string, Known>>;

/** What a manifest says of the fields of a list. */
interface ListFields {
  readonly item_fields?: Fields;
  readonly sub_arrays?: Readonly<Record<string, { readonly item_fields?: Fields }>>;
}

const fieldOf = (fields: Fields | undefined, name: string): Known =>
  fields === undefined || Array.isArray(fields) ? {} : ((fields as Readonly<Record<string, Known>>)[name] ?? {});

/** What is said of `forecast.*.high`, or of `lines.*.stops.*.name`. */
const listFieldOf = (manifest: JsonObject, name: string): Known => {
  const [list = '', first = '', second] = name.split('.*.');
  const known = ((manifest['arrays'] ?? {}) as Readonly<Record<string, ListFields>>)[list];
  return second === undefined
    ? fieldOf(known?.item_fields, first)
    : fieldOf(known?.sub_arrays?.[first]?.item_fields, second);
};

const knownOf = ({ variable_metadata }: SourceVariables, manifest: JsonObject, name: string): Known =>
  (variable_metadata[name] as Known | undefined) ?? (name.includes('*') ? listFieldOf(manifest, name) : {});

const labelOf = ({ variable_groups }: SourceVariables, group: string): string => {
  if (group === LISTS) return texts.lists;
  return (variable_groups[group] as { label?: string } | undefined)?.label ?? texts.more;
};

const textOf = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : String(value);

const lineOf = (source: SourceVariables, manifest: JsonObject, name: string): VariableLine => {
  const { description = '', example = '' } = knownOf(source, manifest, name);
  return {
    name,
    code: `{{${source.plugin_id}.${name.replaceAll('*', '0')}}}`,
    description,
    value: textOf(source.values[name]),
    example: String(example ?? ''),
  };
};

const groupOf = (source: SourceVariables, name: string): string =>
  name.includes('*') ? LISTS : ((source.variable_metadata[name] as Known | undefined)?.group ?? OTHERS);

/**
 * The variables of a plugin by group, its lists last; `manifest` is what it declares of them. A list itself has no
 * value and is left out.
 */
export const groupVariables = (source: SourceVariables, manifest: JsonObject): VariableGroup[] => {
  const groups = new Map<string, string[]>(Object.keys(source.variable_groups).map((group) => [group, []]));
  const names = source.variables.filter((name) => !source.variables.some((other) => other.startsWith(`${name}.*.`)));
  for (const name of [...names.filter((one) => !one.includes('*')), ...names.filter((one) => one.includes('*'))]) {
    const group = groupOf(source, name);
    groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  return [...groups]
    .filter(([, members]) => members.length > 0)
    .map(([name, members]) => ({
      name,
      label: labelOf(source, name),
      hint: name === LISTS ? texts.listsHint : null,
      lines: members.map((one) => lineOf(source, manifest, one)),
    }));
};
