import { pages } from '../../strings/pages.ts';
import type { Functions } from '../operations.ts';
import type { SourceVariables } from '../../../src/schema/plugins/plugins.ts';
import type { Catalog } from '../../../src/schema/content/templates.ts';

/** How an entry is put into a line. */
export type Insertion =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'filter'; readonly name: string };

/** Something that can be put into a line. */
export interface Entry {
  readonly group: string;
  readonly title: string;
  readonly note: string;
  /** What it is worth now; null when that has no meaning for it. */
  readonly value: string | null;
  /** The tile to draw beside it. */
  readonly code: number | null;
  readonly insertion: Insertion;
}

/** What a template may say, as the service lists it. */
export interface Words {
  readonly catalog: Catalog;
  readonly sources: readonly SourceVariables[];
  readonly functions: Functions;
}

const asText = (value: unknown): string => {
  if (value === null || value === undefined) return pages.noValue;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const describe = (metadata: Readonly<Record<string, unknown>>, name: string): string => {
  const entry = metadata[name];
  const description =
    typeof entry === 'object' && entry !== null ? (entry as { description?: unknown }).description : undefined;
  return typeof description === 'string' ? description : '';
};

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const wordsOf = (name: string): string => capitalise(name.replaceAll('_', ' ').replace(':', ': '));

/** The name of a variable for people: what its plugin says of it, else its own words; of a list the first entry. */
export const titleOf = (name: string, description: string): string => {
  if (description !== '') return capitalise(description.replace(/\.$/, ''));
  const [list = '', ...rest] = name.split('.*');
  return rest.length === 0
    ? wordsOf(name.replaceAll('.', ', '))
    : `${wordsOf(list)} 1${rest.join(' 1').replaceAll('.', ', ').replaceAll('_', ' ')}`;
};

const ofSource = ({ plugin_id, variables, values, variable_metadata }: SourceVariables): Entry[] =>
  variables.map((name) => ({
    group: wordsOf(plugin_id),
    title: titleOf(name, describe(variable_metadata, name)),
    note: `${plugin_id}.${name.replaceAll('*', '0')}`,
    value: asText(values[name]),
    code: null,
    insertion: { kind: 'variable', name: `${plugin_id}.${name.replaceAll('*', '0')}` },
  }));

const ofColours = ({ colors }: Catalog): Entry[] =>
  Object.entries(colors).map(([name, code]) => ({
    group: pages.groups.colours,
    title: name,
    note: '',
    value: null,
    code,
    insertion: { kind: 'text', text: `{${name}}` },
  }));

const ofSymbols = ({ symbols }: Catalog): Entry[] =>
  symbols.map((name) => ({
    group: pages.groups.symbols,
    title: name,
    note: '',
    value: null,
    code: null,
    insertion: { kind: 'text', text: `{${name}}` },
  }));

const spacingEntries = (): Entry[] => [
  {
    group: pages.groups.space,
    title: pages.fillSpace,
    note: pages.fillSpaceNote,
    value: null,
    code: null,
    insertion: { kind: 'text', text: '{{fill_space}}' },
  },
  {
    group: pages.groups.space,
    title: pages.fillColour,
    note: pages.fillColourNote,
    value: null,
    code: 63,
    insertion: { kind: 'text', text: '{{fill_space_repeat:red}}' },
  },
];

const ofFilters = ({ filters }: Catalog): Entry[] =>
  filters.map((name) => ({
    group: pages.groups.filters,
    title: name,
    note: pages.filterNames[name] ?? '',
    value: null,
    code: null,
    insertion: { kind: 'filter', name: name.replace(/:N$/, ':5') },
  }));

const ofFunctions = (functions: Functions): Entry[] =>
  Object.entries(functions).map(([name, { signature, summary }]) => ({
    group: pages.groups.functions,
    title: signature,
    note: summary,
    value: null,
    code: null,
    insertion: { kind: 'function', name },
  }));

/** Everything that can be put into a line, data first. */
export const entriesOf = ({ catalog, sources, functions }: Words): Entry[] => [
  ...sources.flatMap(ofSource),
  ...ofColours(catalog),
  ...ofSymbols(catalog),
  ...spacingEntries(),
  ...ofFilters(catalog),
  ...ofFunctions(functions),
];

/** The entries in which every word occurs. */
export const searchEntries = (entries: readonly Entry[], words: string): Entry[] => {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(({ group, title, note }) => {
    const all = `${group} ${title} ${note}`.toLowerCase();
    return wanted.every((word) => all.includes(word));
  });
};

const DOUBLE = /\{\{[^{}]*$/;

/** A line after an insertion at `offset`, and where the caret stands then; null when it cannot be put there. */
export const insertInto = (
  line: string,
  offset: number,
  insertion: Insertion,
): { line: string; offset: number } | null => {
  const before = line.slice(0, offset);
  const after = line.slice(offset);
  const put = (text: string, back = 0) => ({ line: before + text + after, offset: offset + text.length - back });
  const inFormula = /\{\{=[^{}]*$/.test(before);
  if (insertion.kind === 'filter') {
    const whole = /\{\{(?!=)[^{}]*\}\}$/.exec(before);
    const at = whole ? offset - 2 : DOUBLE.test(before) && !inFormula ? offset + Math.max(0, after.indexOf('}}')) : -1;
    if (at < 0) return null;
    const text = `|${insertion.name}`;
    return { line: line.slice(0, at) + text + line.slice(at), offset: at + text.length + (whole ? 2 : 0) };
  }
  if (insertion.kind === 'text') return put(insertion.text);
  if (insertion.kind === 'variable') return put(inFormula ? insertion.name : `{{${insertion.name}}}`);
  return inFormula ? put(`${insertion.name}()`, 1) : put(`{{=${insertion.name}()}}`, 3);
};
