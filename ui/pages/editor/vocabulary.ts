import { pages } from '../../strings/pages.ts';
import type { Functions } from '../operations.ts';
import type { SourceVariables } from '../../../src/schema/plugins/plugins.ts';
import type { Catalog } from '../../../src/schema/content/templates.ts';

/** How an entry is put into a line. */
export type Insertion =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'variable' | 'function' | 'filter'; readonly name: string };

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

const valueText = (value: unknown): string => {
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
  variables.map((variable) => {
    const name = `${plugin_id}.${variable.replaceAll('*', '0')}`;
    return {
      group: wordsOf(plugin_id),
      title: titleOf(variable, describe(variable_metadata, variable)),
      note: name,
      value: valueText(values[variable]),
      code: null,
      insertion: { kind: 'variable', name },
    };
  });

/** An entry that has no value of its own. */
const entry = (
  group: keyof typeof pages.groups,
  title: string,
  note: string,
  insertion: Insertion,
  code: number | null = null,
): Entry => ({ group: pages.groups[group], title, note, value: null, code, insertion });

const asText = (text: string): Insertion => ({ kind: 'text', text });

/** Everything that can be put into a line, data first. */
export const entriesOf = ({ catalog: { colors, symbols, filters }, sources, functions }: Words): Entry[] => [
  ...sources.flatMap(ofSource),
  ...Object.entries(colors).map(([name, code]) => entry('colours', name, '', asText(`{${name}}`), code)),
  ...symbols.map((name) => entry('symbols', name, '', asText(`{${name}}`))),
  entry('space', pages.fillSpace, pages.fillSpaceNote, asText('{{fill_space}}')),
  entry('space', pages.fillColour, pages.fillColourNote, asText('{{fill_space_repeat:red}}'), 63),
  ...filters.map((name) =>
    entry('filters', name, pages.filterNames[name] ?? '', { kind: 'filter', name: name.replace(/:N$/, ':5') }),
  ),
  ...Object.entries(functions).map(([name, { signature, summary }]) =>
    entry('functions', signature, summary, { kind: 'function', name }),
  ),
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
