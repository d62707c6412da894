import { gridFromRows, type Grid } from '../../src/core/flaps/grid.ts';
import { parseJson } from '../../src/core/json.ts';

/** A grid as JSON text: nested rows. */
export const encodeGrid = (grid: Grid): string => {
  let text = '[';
  for (let start = 0; start < grid.codes.length; start += grid.cols) {
    text += `${start === 0 ? '[' : ',['}${grid.codes.subarray(start, start + grid.cols).join(',')}]`;
  }
  return `${text}]`;
};

/** A grid that was read, null when the board has nothing to tell, or why it is none. */
export type DecodedGrid = { readonly grid: Grid | null } | { readonly fault: string };

/**
 * The grid in a board's answer: nested rows, the same as JSON text, or nothing (`null`, empty text).
 * Anything but `rows × cols` whole numbers from 0 to 71 is a fault, told as the end of a sentence about the board.
 */
export const decodeGrid = (value: unknown, rows: number, cols: number): DecodedGrid => {
  if (value === null || value === undefined || value === '') return { grid: null };
  if (typeof value === 'string') {
    const parsed = parseJson(value);
    return parsed === undefined || typeof parsed === 'string'
      ? { fault: 'answers with something that is not a grid.' }
      : decodeGrid(parsed, rows, cols);
  }
  if (!isRows(value)) return { fault: 'answers with something that is not a grid.' };
  const fault = faultOf(value, rows, cols);
  return fault === null ? { grid: gridFromRows(value as number[][], rows, cols) } : { fault };
};

const isRows = (value: unknown): value is unknown[][] => Array.isArray(value) && value.every(Array.isArray);

const isCode = (value: unknown): boolean =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 71;

const faultOf = (lines: unknown[][], rows: number, cols: number): string | null => {
  const width = lines[0]?.length ?? 0;
  if (lines.some((line) => line.length !== width)) return 'answers with rows of different lengths.';
  if (lines.length !== rows || width !== cols) {
    return (
      `has ${lines.length} rows x ${width} columns, but is set up here with ${rows} rows x ${cols} ` +
      'columns: correct its type.'
    );
  }
  return lines.every((line) => line.every(isCode))
    ? null
    : 'answers with codes that are not whole numbers from 0 to 71.';
};
