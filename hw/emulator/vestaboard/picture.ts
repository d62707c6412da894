import { decodeGrid } from '../../../src/core/flaps/flaps.ts';
import type { Grid } from '../../../src/core/flaps/grid.ts';
import type { Display } from './display.ts';

/** Colours of the tiles 63 to 71 as red, green and blue. */
const COLORS: Readonly<Record<number, readonly [number, number, number]>> = {
  63: [218, 41, 28],
  64: [250, 116, 0],
  65: [252, 184, 27],
  66: [31, 154, 68],
  67: [32, 131, 213],
  68: [112, 47, 138],
  69: [255, 255, 255],
  70: [20, 20, 20],
  71: [255, 255, 255],
};
const TILE_LETTERS = 'ROYGBVWKF';
const RESET = '\u001b[0m';

/** The board as text in a frame; tiles in colour, or as a letter where there are no colours. */
export const drawText = (grid: Grid, colors: boolean): string => {
  const border = `+${'-'.repeat(grid.cols)}+`;
  const lines = rowsOf(grid).map((row) => `|${row.map(({ glyph, code }) => drawCell(glyph, code, colors)).join('')}|`);
  return [border, ...lines, border].join('\n');
};

/** The boards as a web page that draws itself anew every second. */
export const drawPage = (displays: readonly Display[]): string => {
  const boards = displays.map(
    ({ standing }) =>
      `<table>${rowsOf(standing)
        .map((row) => `<tr>${row.map(htmlCell).join('')}</tr>`)
        .join('')}</table>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="1">
<title>Vestaboard emulator</title>
<style>body{background:#333;display:flex;flex-wrap:wrap;gap:8px}table{background:#000;border-spacing:3px;padding:12px}
td{background:#141414;color:#fff;font:24px/38px sans-serif;width:26px;height:38px;text-align:center}</style>
${boards.join('')}</html>`;
};

interface Cell {
  readonly glyph: string;
  readonly code: number;
}

const rowsOf = (grid: Grid): Cell[][] =>
  Array.from({ length: grid.rows }, (_, row) =>
    Array.from(grid.codes.subarray(row * grid.cols, (row + 1) * grid.cols), (code) => ({
      code,
      glyph: COLORS[code] ? ' ' : decodeGrid({ rows: 1, cols: 1, codes: Uint8Array.of(code) }),
    })),
  );

const drawCell = (glyph: string, code: number, colors: boolean): string => {
  const color = COLORS[code];
  if (!color) return glyph;
  return colors ? `\u001b[48;2;${color.join(';')}m ${RESET}` : (TILE_LETTERS[code - 63] ?? ' ');
};

const htmlCell = ({ glyph, code }: Cell): string => {
  const color = COLORS[code];
  const style = color ? ` style="background:rgb(${color.join()})"` : '';
  return `<td${style}>${glyph.replace('&', '&amp;')}</td>`;
};
