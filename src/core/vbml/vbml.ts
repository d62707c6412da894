import { createFill, type FillFields, type Props } from './props.ts';
import { drawCalendar } from './calendar.ts';
import { breakLines } from './lines.ts';
import { MOST_COLS, MOST_ROWS, createGrid, fitGrid, type Grid } from '../flaps/grid.ts';
import { parseJson } from '../json.ts';
import type { Random } from '../random.ts';
import type { VbmlWrite } from '../../schema/content/vbml.ts';

type Rows = readonly (readonly number[])[];
/** A document of Vestaboard's markup language. */
export type VbmlDocument = Pick<VbmlWrite, 'components' | 'props' | 'style'>;

/** One part of a document, with exactly one of the things that it may show. */
export type VbmlComponent = VbmlDocument['components'][number];

/** How large something is, in flaps. */
interface Area {
  readonly height: number;
  readonly width: number;
}

const COLOURS = [63, 64, 65, 66, 67, 68, 69, 70];

const withoutTail = (row: readonly number[]): readonly number[] =>
  row.slice(0, row.findLastIndex((code) => code !== 0) + 1);

const withoutHead = (row: readonly number[]): readonly number[] => {
  const first = row.findIndex((code) => code !== 0);
  return first < 0 ? [] : row.slice(first);
};

const inset = (row: readonly number[], left: number): readonly number[] => [
  ...new Array<number>(Math.max(0, left)).fill(0),
  ...row,
];

const justified = (rows: Rows, width: number, justify: string): Rows => {
  const isBlock = justify === 'left' || justify === 'justified';
  const ends = rows.map(isBlock ? withoutHead : withoutTail);
  if (justify === 'left') return ends;
  if (justify === 'right') return ends.map((row) => inset(row, width - row.length));
  const longest = Math.max(0, ...ends.map((row) => row.length));
  return ends.map((row) => inset(row, Math.floor((width - (isBlock ? longest : row.length)) / 2)));
};

const emptyRows = (count: number): Rows => Array.from({ length: Math.max(0, count) }, () => []);

const aligned = (rows: Rows, height: number, align: string): Rows => {
  const free = height - rows.length;
  if (align === 'top') return rows;
  if (align === 'bottom') return free < 0 ? rows.slice(-free) : [...emptyRows(free), ...rows];
  const above = align === 'justified' ? Math.ceil(free / 2) : Math.floor(free / 2);
  return [...emptyRows(above), ...rows].slice(0, height);
};

/** The rows of a component, of exactly its height and width. */
const blockOf = (rows: Rows, height: number, width: number): Rows =>
  Array.from({ length: height }, (_, row) => Array.from({ length: width }, (_cell, col) => rows[row]?.[col] ?? 0));

const drawTemplate = (
  template: string,
  fill: FillFields,
  height: number,
  width: number,
  style: VbmlComponent['style'],
): Rows => {
  const lines = aligned(breakLines(fill(template), width), height, style?.align ?? 'top');
  return blockOf(justified(lines, width, style?.justify ?? 'left'), height, width);
};

const isCode = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 71;

const isRows = (value: unknown): value is Rows =>
  Array.isArray(value) && value.every((row) => Array.isArray(row) && row.every(isCode));

/** Rows as far as the largest board shows them; what is beyond its edges is not looked at. */
const cutRows = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.slice(0, MOST_ROWS).map((row: unknown) => (Array.isArray(row) ? row.slice(0, MOST_COLS) : row))
    : value;

const rowsOf = (value: unknown): Rows | null => {
  const rows = cutRows(value);
  return isRows(rows) ? rows : null;
};

/** Codes as they are, as the prop of that name, or as JSON; nothing of what is neither. */
const drawRaw = (raw: Rows | string, props: Props, fill: FillFields): Rows => {
  if (typeof raw !== 'string') return rowsOf(raw) ?? [];
  const name = /^\{\{\s*(\w+)\s*\}\}$/.exec(raw)?.[1];
  const value = name === undefined ? null : rowsOf(props[name]);
  return value ?? rowsOf(parseJson(fill(raw))) ?? [];
};

/** Flaps of all components together, of sixteen that are as large as the largest board; further ones are empty. */
const MOST_CELLS = 16 * MOST_ROWS * MOST_COLS;

const sizeOf = ({ style }: Pick<VbmlDocument, 'style'>, whole: Area): Area => ({
  height: style?.height ?? whole.height,
  width: style?.width ?? whole.width,
});

/** What the components of a document have in common. */
interface Common {
  readonly props: Props;
  readonly fill: FillFields;
  readonly whole: Area;
  readonly random: Random;
}

const drawComponent = (component: VbmlComponent, { props, fill, whole, random }: Common): Rows => {
  const { template, rawCharacters, randomColors, calendar, style } = component;
  if (rawCharacters) return drawRaw(rawCharacters, props, fill);
  if (calendar) return drawCalendar(calendar);
  const { height, width } = sizeOf(component, whole);
  if (!randomColors) return drawTemplate(template ?? '', fill, height, width, style);
  const colours = randomColors.colors?.length ? randomColors.colors : COLOURS;
  const draw = () => colours[Math.floor(random() * colours.length)] ?? 0;
  return Array.from({ length: height }, () => Array.from({ length: width }, draw));
};

const put = (board: Grid, rows: Rows, top: number, left: number): void => {
  for (const [at, row] of rows.entries())
    for (const [col, code] of row.entries())
      if (top + at < board.rows && left + col < board.cols) board.codes[(top + at) * board.cols + left + col] = code;
};

/**
 * Draws a document on a board. Components without a position stand side by side and go on below the last one where
 * there is no room; those with one, and then calendars, are laid over them. What is beyond the edge is cut.
 */
export const drawVbml = (document: VbmlDocument, size: { rows: number; cols: number }, random: Random): Grid => {
  const whole = sizeOf(document, { height: size.rows, width: size.cols });
  const own = createGrid(whole.height, whole.width);
  const props = document.props ?? {};
  const common = { props, fill: createFill(props), whole, random };
  let cells = 0;
  const drawn = document.components.map((component) => {
    const { height, width } = sizeOf(component, whole);
    cells += height * width;
    return { component, rows: cells > MOST_CELLS ? [] : drawComponent(component, common) };
  });
  let [top, left, height] = [0, 0, 0];
  for (const { component, rows } of drawn) {
    if (component.style?.absolutePosition) continue;
    const area = sizeOf(component, whole);
    // A calendar takes up room as other components do, and is drawn at the end.
    const flowing = component.calendar ? blockOf([], area.height, area.width) : rows;
    const width = flowing[0]?.length ?? 0;
    if (left + width > whole.width) [top, left] = [top + height, 0];
    put(own, flowing, top, left);
    [left, height] = [left + width, flowing.length];
  }
  for (const isCalendar of [false, true])
    for (const { component, rows } of drawn) {
      const position = component.style?.absolutePosition;
      if (Boolean(component.calendar) !== isCalendar || !(position || isCalendar)) continue;
      put(own, rows, isCalendar ? 0 : (position?.y ?? 0), position?.x ?? 0);
    }
  return fitGrid(own, size.rows, size.cols);
};
