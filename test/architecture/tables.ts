import { readFileSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { PANEL_DRIVERS } from '../../hw/registry.ts';
import { VARIABLES } from '../../src/platform/environment.ts';
import { formOf, type ConnectionEntries, type ConnectionField } from '../../src/schema/boards/connection-field.ts';

/** A table of a page, between `<!-- table: NAME -->` and `<!-- end of table -->`, made of what the code declares. */
interface Table {
  readonly page: string;
  readonly name: string;
  readonly lines: readonly string[];
}

const END = '<!-- end of table -->';
const beginOf = (name: string): string => `<!-- table: ${name} -->`;

const row = (...cells: readonly string[]): string =>
  `| ${cells.map((one) => one.replaceAll('|', '\\|')).join(' | ')} |`;
const head = (...names: readonly string[]): string[] => [row(...names), `|${'---|'.repeat(names.length)}`];

const variables = [
  ...head('variable', 'default', 'meaning'),
  ...Object.values(VARIABLES).map(({ name, usual, meaning }) => row(`\`${name}\``, usual, meaning)),
  row(
    '`PLUGIN_ID_…`',
    'none',
    'settings of the plugin ID of a folder, by the names in its manifest: it sees no others',
  ),
];

const INPUTS: Readonly<Record<ConnectionField['input'], string>> = {
  text: 'text',
  long_text: 'text',
  secret: 'password',
  number: 'whole number',
  decimal: 'number',
  numbers: 'whole numbers',
  choice: 'one of',
  switch: '`true` or `false`',
};

const boundsOf = ({ min, max }: ConnectionField): string =>
  max !== null ? `, ${min} to ${max}` : min !== null ? `, from ${min} on` : '';

const valuesOf = (field: ConnectionField): string =>
  field.choices.length > 0
    ? field.choices.map(({ value }) => `\`${value}\``).join(', ')
    : `${INPUTS[field.input]}${boundsOf(field)}${field.usual === null ? '' : `; usually ${field.usual}`}`;

const fieldsOf = (kind: string, entries: ConnectionEntries): string[] =>
  formOf(entries).map((field, at) =>
    row(
      at === 0 ? `\`${kind}\`` : '',
      `\`${field.name}\``,
      valuesOf(field),
      v.getDescription(entries[field.name] as v.GenericSchema) ?? '',
    ),
  );

const drivers = [
  ...head('driver', 'member of `connection`', 'values', 'meaning'),
  ...PANEL_DRIVERS.flatMap(({ kind, connection }) => fieldsOf(kind, connection)),
];

/** Every table of the docs that is made of declarations. */
export const TABLES: readonly Table[] = [
  { page: 'docs/owner/running.md', name: 'variables', lines: variables },
  { page: 'docs/connections.md', name: 'connections of drivers', lines: drivers },
];

/** A page with a table as it should be; throws where the page has no place for it. */
export const withTable = (text: string, { page, name, lines }: Table): string => {
  const from = text.indexOf(beginOf(name));
  const to = text.indexOf(END, from);
  if (from < 0 || to < 0) throw new Error(`${page} has no place for the table "${name}"`);
  return `${text.slice(0, from)}${beginOf(name)}\n\n${lines.join('\n')}\n\n${text.slice(to)}`;
};

/** Puts every table into its page. */
export const writeTables = (): void => {
  for (const table of TABLES) writeFileSync(table.page, withTable(readFileSync(table.page, 'utf8'), table));
};
