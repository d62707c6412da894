import { leftGap } from '../../src/core/flaps/layout.ts';
import { HARD_BLANK } from '../../src/core/flaps/cells.ts';
import { colorCode, glyphOf } from '../../src/core/flaps/flaps.ts';
import { widthOf, type Area } from '../../src/core/flaps/geometry.ts';
import { markerAt } from '../../src/core/flaps/markup.ts';
import { messageLines, traceText, type TracedRow } from '../../src/core/flaps/trace.ts';
import type { Alignment } from '../canvas/alignments.tsx';
import type { Mark } from '../canvas/canvas.tsx';
import type { CodeRows } from '../../src/core/look/shown.ts';

/** A row of a message where it stands on the board. */
interface Placed extends TracedRow {
  readonly row: number;
  /** The flap of each of its cells, and the one behind the last. */
  readonly flaps: readonly number[];
}

/** What a message draws, and where each part of its text stands. */
export interface Composition {
  readonly characters: CodeRows;
  readonly rows: readonly Placed[];
  /** Characters that the board has no flap for, where they stand. */
  readonly faults: readonly { readonly row: number; readonly cell: number; readonly character: string }[];
}

const FIRST_TILE = 63;
const TILES = ['🟥', '🟧', '🟨', '🟩', '🟦', '🟪', '⬜', '⬛'] as const;

/** The character that stands for a tile while a message is typed. */
export const tileOf = (code: number): string => TILES[code - FIRST_TILE] ?? '';

/** The first placeholder of live data in a text: messages take none. Null when there is none. */
export const liveDataIn = (text: string): string | null => /\{\{[^{}]*\}\}|\{\{/.exec(text)?.[0] ?? null;

/** A text in which markers of colours, such as `{red}`, are tiles. */
export const asTiles = (text: string): string =>
  text.replace(/\{(\w+)\}/g, (marker, name: string) => tileOf(colorCode(name) ?? 0) || marker);

const isBlankMarker = (text: string, at: number): boolean =>
  text.charAt(at) === '{' && markerAt(text, at) !== undefined;

/** The flaps of a row on which `length` cells stand, by their alignment, and the one behind the last. */
const flapsOf = (area: Area, row: number, length: number, alignment: Alignment): number[] => {
  const left = leftGap(alignment, widthOf(area, row) - length);
  const all = area.places?.[row];
  const flapAt = (index: number): number => (all ? (all[index] ?? (all.at(-1) ?? -1) + 1) : index);
  return Array.from({ length: length + 1 }, (_, index) => flapAt(left + index));
};

/**
 * Lays a message out as a whole: in the middle of the board from top to bottom, its rows by their alignment. On a wall
 * that lacks modules it begins in the first row, for rows differ in width. `lacks` says whether the board has no flap
 * for a character.
 */
export const compose = (
  text: string,
  alignment: Alignment,
  area: Area,
  lacks: (character: string) => boolean = () => false,
): Composition => {
  const traced = traceText(text, area).slice(0, area.rows);
  const top = area.places ? 0 : (area.rows - traced.length) >> 1;
  const rows = [...traced.entries()].flatMap(([index, row]) => {
    const place = top + index;
    return row ? [{ ...row, row: place, flaps: flapsOf(area, place, row.codes.length, alignment) }] : [];
  });
  const characters = Array.from({ length: area.rows }, () => new Array<number>(area.cols).fill(0));
  const faults: Composition['faults'][number][] = [];
  for (const { row, flaps, codes, starts, ends } of rows) {
    codes.slice(0, widthOf(area, row)).forEach((code, index) => {
      const line = characters[row];
      const start = starts[index] ?? 0;
      const cell = flaps[index] ?? 0;
      if (line && code !== HARD_BLANK) line[cell] = code;
      const isFault = code === HARD_BLANK ? !isBlankMarker(text, start) : code > 0 && lacks(glyphOf(code));
      if (isFault) faults.push({ row, cell, character: text.slice(start, ends[index]) });
    });
  }
  return { characters, rows, faults };
};

/** The gap between flaps at which an index into the text stands. */
export const placeOf = ({ rows }: Composition, offset: number): { row: number; cell: number } => {
  const row = rows.findLast(({ from }) => from <= offset) ?? rows[0];
  if (!row) return { row: 0, cell: 0 };
  return { row: row.row, cell: row.flaps[row.starts.filter((start) => start < offset).length] ?? 0 };
};

/** The index into the text that belongs to a flap: the nearest one of the nearest row. */
export const offsetAt = ({ rows }: Composition, wanted: number, cell: number): number => {
  const row = rows.findLast(({ row: place }) => place <= wanted) ?? rows[0];
  if (!row) return 0;
  const index = row.flaps.findIndex((flap) => flap >= cell);
  return row.starts[index < 0 ? row.starts.length : index] ?? row.ends.at(-1) ?? row.from;
};

/** Where the caret or the selection of a text is marked over the flaps. */
export const selectionMarks = (composition: Composition, start: number, end: number): Mark[] => {
  if (start === end) {
    const { row, cell } = placeOf(composition, start);
    return [{ kind: 'caret', row, from: cell, to: cell }];
  }
  return composition.rows.flatMap(({ row, flaps, starts }) => {
    const chosen = starts.flatMap((at, index) => (at >= start && at < end ? [flaps[index] ?? 0] : []));
    const [from] = chosen;
    return from === undefined ? [] : [{ kind: 'selection', row, from, to: (chosen.at(-1) ?? from) + 1 } as const];
  });
};

const MARKER = /\{[a-z0-9]+\}/gi;

/** How many flaps a message needs before it is wrapped: markers such as `{red}` are one flap, line breaks none. */
export const countFlaps = (text: string): number => [...text.replace(MARKER, '#').replace(/\n/g, '')].length;

/** Whether a message needs more rows than a board has, once it is wrapped, so that its end is cut. */
export const isCut = (text: string, { rows, cols, places }: Area): boolean =>
  messageLines(text.trimEnd(), { rows: rows + 1, cols, places: places && [...places, [...Array(cols).keys()]] })
    .length > rows;
