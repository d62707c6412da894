import { HARD_BLANK } from '../../src/core/cells.ts';
import { colorCode, glyphOf } from '../../src/core/flaps.ts';
import type { Geometry } from '../../src/core/geometry.ts';
import { markerAt } from '../../src/core/markup.ts';
import { traceText } from '../../src/core/message.ts';
import type { TracedRow } from '../../src/core/message.ts';
import type { Alignment } from '../canvas/alignments.tsx';
import type { Mark } from '../canvas/canvas.tsx';
import type { CodeRows } from '../library.ts';

type Size = Pick<Geometry, 'rows' | 'cols'>;

/** A row of a message where it stands on the board. */
interface Placed extends TracedRow {
  readonly row: number;
  /** The flap on which it begins. */
  readonly cell: number;
}

/** What a message draws, and where each part of its text stands. */
export interface Composition {
  readonly characters: CodeRows;
  readonly rows: readonly Placed[];
  /** Characters that the board has no flap for, where they stand. */
  readonly faults: readonly { readonly row: number; readonly cell: number; readonly character: string }[];
}

const TILES: Readonly<Record<number, string>> = { 63: '🟥', 64: '🟧', 65: '🟨', 66: '🟩', 67: '🟦', 68: '🟪', 69: '⬜', 70: '⬛' };

/** The character that stands for a tile while a message is typed. */
export const tileOf = (code: number): string => TILES[code] ?? '';

/** A text in which markers of colours, such as `{red}`, are tiles. */
export const asTiles = (text: string): string => text.replace(/\{(\w+)\}/g, (marker, name: string) => TILES[colorCode(name) ?? 0] ?? marker);

const leftOf = (alignment: Alignment, gap: number): number => (alignment === 'left' ? 0 : alignment === 'right' ? gap : gap >> 1);

const isBlankMarker = (text: string, at: number): boolean => text.charAt(at) === '{' && markerAt(text, at) !== undefined;

/**
 * Lays a message out as a whole: in the middle of the board from top to bottom, its rows by their alignment.
 * `lacks` says whether the board has no flap for a character.
 */
export const compose = (text: string, alignment: Alignment, { rows: height, cols }: Size, lacks: (character: string) => boolean = () => false): Composition => {
  const traced = traceText(text, { rows: height, cols }).slice(0, height);
  const top = (height - traced.length) >> 1;
  const rows = traced.map((row, index) => ({ ...row, row: top + index, cell: leftOf(alignment, Math.max(0, cols - row.codes.length)) }));
  const characters = Array.from({ length: height }, () => new Array<number>(cols).fill(0));
  const faults: Composition['faults'][number][] = [];
  for (const { row, cell, codes, starts, ends } of rows) {
    codes.slice(0, cols).forEach((code, index) => {
      const line = characters[row];
      const start = starts[index] ?? 0;
      if (line && code !== HARD_BLANK) line[cell + index] = code;
      const isFault = code === HARD_BLANK ? !isBlankMarker(text, start) : code > 0 && lacks(glyphOf(code));
      if (isFault) faults.push({ row, cell: cell + index, character: text.slice(start, ends[index]) });
    });
  }
  return { characters, rows, faults };
};

/** The gap between flaps at which an index into the text stands. */
export const placeOf = ({ rows }: Composition, offset: number): { row: number; cell: number } => {
  const row = rows.findLast(({ from }) => from <= offset) ?? rows[0];
  if (!row) return { row: 0, cell: 0 };
  return { row: row.row, cell: row.cell + row.starts.filter((start) => start < offset).length };
};

/** The index into the text that belongs to a flap: the nearest one of the nearest row. */
export const offsetAt = ({ rows }: Composition, wanted: number, cell: number): number => {
  const first = rows[0];
  if (!first) return 0;
  const row = rows[Math.min(rows.length - 1, Math.max(0, wanted - first.row))] ?? first;
  const index = Math.max(0, cell - row.cell);
  return row.starts[index] ?? row.ends.at(-1) ?? row.from;
};

/** Where the caret or the selection of a text is marked over the flaps. */
export const selectionMarks = (composition: Composition, start: number, end: number): Mark[] => {
  if (start === end) {
    const { row, cell } = placeOf(composition, start);
    return [{ kind: 'caret', row, from: cell, to: cell }];
  }
  return composition.rows.flatMap(({ row, cell, starts }) => {
    const chosen = starts.flatMap((at, index) => (at >= start && at < end ? [cell + index] : []));
    const [from] = chosen;
    return from === undefined ? [] : [{ kind: 'selection', row, from, to: (chosen.at(-1) ?? from) + 1 } as const];
  });
};
