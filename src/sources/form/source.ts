import { FACES, type Face } from './faces.ts';
import type { ListSpec, RowSpec, SourceFile, ValueInput, ValueSpec } from './schema.ts';

/** A source with its face filled in: every value has a length, every row of a page is a text. */
export interface Source extends Omit<SourceFile, 'values' | 'lists' | 'pages'> {
  readonly values: Readonly<Record<string, ValueSpec>>;
  readonly lists: Readonly<Record<string, ListSpec>>;
  readonly pages: { readonly flagship: readonly string[]; readonly note: readonly string[] };
}

/** What is wrong with a file whose form is right: where, as path of names and positions, and a sentence. */
export interface SourceProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

const PLAIN: Omit<ValueSpec, 'max_length'> = { type: 'string', description: '', format: 'plain', align: 'left' };

type Fields = Readonly<Record<string, ValueInput>>;

/** Own values first, in their order, then what the face derives from them; a formula of the face yields to a path. */
const mergeValues = (own: Fields, face: Fields): Record<string, ValueSpec> => {
  const names = [...Object.keys(own), ...Object.keys(face).filter((name) => !Object.hasOwn(own, name))];
  return Object.fromEntries(
    names.map((name) => {
      const given = own[name] ?? {};
      const { formula, ...shared } = face[name] ?? {};
      const usesFace = given.path === undefined && given.formula === undefined && formula !== undefined;
      return [name, { ...PLAIN, max_length: NaN, ...shared, ...(usesFace ? { formula } : {}), ...given }];
    }),
  );
};

const mergeLists = (own: SourceFile['lists'], face: Face['lists']): Record<string, ListSpec> =>
  Object.fromEntries(
    [...new Set([...Object.keys(own), ...Object.keys(face)])].map((name) => {
      const shared = face[name];
      const given = own[name];
      const values = mergeValues(given?.values ?? {}, shared?.values ?? {});
      return [name, { limit: 5, rows: 5, description: '', from: '', ...shared, ...given, values }];
    }),
  );

/** A row for the page of an item: its columns as wide as they may be, but for the last. */
const repeatRow = ({ row, repeat }: Exclude<RowSpec, string>, at: number, list: ListSpec | undefined): string => {
  const last = row.lastIndexOf('{{');
  return row.replace(
    /\{\{\s*([a-z][a-z0-9_]*)\s*((?:\|[^{}]*)?)\}\}/g,
    (whole, name: string, filters: string, place: number) => {
      const field = list?.values[name] ?? list?.values[name.replace(/_color$/, '')];
      if (!field) return whole;
      const pads = filters === '' && place !== last && !name.endsWith('_color') && !row.includes('fill_space');
      return `{{${repeat}.${at}.${name}${pads ? `|pad:${field.max_length}` : filters}}}`;
    },
  );
};

const expandRows = (rows: readonly RowSpec[], lists: Readonly<Record<string, ListSpec>>): string[] =>
  rows.flatMap((row) =>
    typeof row === 'string'
      ? [row]
      : Array.from({ length: row.count }, (_, at) => repeatRow(row, at + row.from, lists[row.repeat])),
  );

/** Variables of the source itself get its id in front: `{{temp}}` is `{{open_meteo.temp}}`. */
const qualify = (row: string, id: string, names: ReadonlySet<string>): string =>
  row.replace(/\{\{\s*([a-z][a-z0-9_]*)((?:\.[^{}|]*)?(?:\|[^{}]*)?)\}\}/g, (whole, name: string, rest: string) =>
    names.has(name) || names.has(name.replace(/_color$/, '')) ? `{{${id}.${name}${rest}}}` : whole,
  );

/** Fills in the face of a file and writes its pages out. */
export const toSource = (file: SourceFile): Source => {
  const face = file.face === undefined ? undefined : FACES[file.face];
  const values = mergeValues(file.values, face?.values ?? {});
  const lists = mergeLists(file.lists, face?.lists ?? {});
  const names = new Set([...Object.keys(values), ...Object.keys(lists)]);
  const page = (own: readonly RowSpec[] | undefined, shared: readonly RowSpec[] | undefined): string[] =>
    expandRows(own ?? shared ?? [], lists).map((row) => qualify(row, file.id, names));
  return {
    ...file,
    values,
    lists,
    pages: { flagship: page(file.pages.flagship, face?.flagship), note: page(file.pages.note, face?.note) },
  };
};
