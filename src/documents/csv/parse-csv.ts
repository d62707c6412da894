import type { Parsed } from '../parsed.ts';
import { charsetOf, decodeText } from '../text-decoding.ts';
import type { CsvOptions } from '../tree-document.ts';

const MOST_ROWS = 20_000;
const MOST_COLUMNS = 200;
/** Named cells of all rows, blank ones too: they would come to a larger result than may be handed over. */
const MOST_CELLS = 50_000;

/** One row from a place in a text, and the place behind it; quotation marks hold separators and line ends together. */
const readRow = (text: string, from: number, separator: string): { cells: string[]; end: number } => {
  const cells: string[] = [];
  let at = from;
  for (;;) {
    let cell = '';
    if (text[at] === '"') {
      let close = text.indexOf('"', at + 1);
      while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
      const end = close < 0 ? text.length : close;
      cell = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
    }
    const start = at;
    while (at < text.length && text[at] !== '\n' && !text.startsWith(separator, at)) at++;
    cells.push((cell + text.slice(start, at)).trim());
    if (at >= text.length || text[at] === '\n' || cells.length >= MOST_COLUMNS) break;
    at += separator.length;
  }
  const line = text.indexOf('\n', at);
  return { cells, end: line < 0 ? text.length : line + 1 };
};

/** The cells of the first row of a text. */
export const cellsOf = (text: string, separator: string): string[] => readRow(text, 0, separator).cells;

const skipLines = (text: string, count: number): number => {
  let at = 0;
  for (let line = 0; line < count; line++) at = text.indexOf('\n', at) + 1 || text.length;
  return at;
};

/** Names of columns with their places; of two alike the last counts. */
const columnsOf = (names: readonly string[]): (readonly [name: string, column: number])[] => [
  ...new Map(names.map((name, column) => [name, column])),
];

/** Rows of text as objects by the names of their columns; blank rows are left out. */
export const parseCsv = (
  bytes: Uint8Array,
  { contentType, separator = ',', columns, skip = 0 }: CsvOptions,
): Parsed<unknown> => {
  const text = decodeText(bytes, [charsetOf(contentType ?? '')]).replace(/\r\n?/g, '\n');
  const parted = separator === '' ? ',' : separator;
  let names = columns && columnsOf(columns);
  const rows: Record<string, string>[] = [];
  for (let at = skipLines(text, skip); at < text.length && rows.length < MOST_ROWS; ) {
    const { cells, end } = readRow(text, at, parted);
    at = end;
    if (cells.every((cell) => cell === '')) continue;
    if (names) rows.push(Object.fromEntries(names.map(([name, column]) => [name, cells[column] ?? ''])));
    else names = columnsOf(cells);
    if (rows.length * names.length > MOST_CELLS) return { error: `the answer has more than ${MOST_CELLS} values` };
  }
  return { value: rows };
};
