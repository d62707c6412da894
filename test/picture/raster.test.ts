import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGrid, type Grid } from '../../src/core/flaps/grid.ts';
import type { Look } from '../../src/core/look/palette.ts';
import type { Form } from '../../src/core/look/proportions.ts';
import { placeBoard } from '../../src/picture/placement.ts';
import type { Box } from '../../src/core/look/flap.ts';
import { BoardRaster } from '../../src/picture/raster.ts';
import { drawTile } from '../../src/picture/tile.ts';

const test = suite('picture/raster');

const LOOK: Look = { board_color: 'black', code62_glyph: 'heart' };
const CASE = 0x0d0d0e;
const PANEL: Form = { device_type: 'panel', rows: 3, cols: 4 };

const gridOf = ({ rows, cols }: Form, codes: readonly number[]): Grid => {
  const grid = createGrid(rows, cols);
  grid.codes.set(codes);
  return grid;
};
const stripsOf = (raster: BoardRaster, grid: Grid, part: Box) => {
  const pieces = [...raster.draw(grid, part)];
  return { strips: pieces.filter((one) => one !== null), rests: pieces.filter((one) => one === null).length };
};
/** The colours of a part, row by row, and the byte before each row. */
const colorsOf = (raster: BoardRaster, grid: Grid, part: Box): number[][] => {
  const bytes = Buffer.concat(stripsOf(raster, grid, part).strips);
  assert.is(bytes.length, (part.width + 1) * part.height);
  return Array.from({ length: part.height }, (_, y) => {
    const row = bytes.subarray(y * (part.width + 1), (y + 1) * (part.width + 1));
    assert.is(row[0], 0);
    return [...row.subarray(1)].map((place) => raster.palette[place] ?? Number.NaN);
  });
};

test('each flap lies at its place, and all around is the case', () => {
  const layout = placeBoard(PANEL, { width: 160 });
  const raster = new BoardRaster({ ...LOOK, places: [[0, 1, 3], [2], []] }, layout);
  const codes = [63, 64, 65, 66, 1, 2, 3, 4, 62, 71, 0, 5];
  const colors = colorsOf(raster, gridOf(PANEL, codes), raster.whole);
  const expected = Array.from({ length: layout.height }, () => Array<number>(layout.width).fill(CASE));
  for (const cell of [0, 1, 3, 6]) {
    const { flapWidth, flapHeight, lefts, tops } = layout;
    const tile = drawTile(codes[cell] ?? 0, LOOK, CASE, flapWidth, flapHeight);
    for (let y = 0; y < flapHeight; y++)
      for (let x = 0; x < flapWidth; x++) {
        const row = expected[(tops[Math.floor(cell / 4)] ?? 0) + y] ?? [];
        row[(lefts[cell % 4] ?? 0) + x] = tile[y * flapWidth + x] ?? 0;
      }
  }
  assert.equal(colors, expected);
});

const changes: [what: string, before: number[], after: number[], cells: [first: number, last: number] | null][] = [
  ['nothing', [1, 2], [1, 2], null],
  ['the first flap', [1], [2], [0, 0]],
  ['the last flap', [], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9], [11, 11]],
  ['two flaps of a row', [], [0, 5, 0, 5], [1, 3]],
  ['flaps of several rows', [], [0, 0, 5, 0, 0, 5, 0, 0], [1, 6]],
  ['a corner and the other', [], [5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5], [0, 11]],
];
for (const [what, before, after, cells] of changes)
  test(`what differs: ${what}`, () => {
    const layout = placeBoard(PANEL, { width: 160 });
    const raster = new BoardRaster(LOOK, layout);
    const part = raster.changed(gridOf(PANEL, before), gridOf(PANEL, after));
    if (!cells) return assert.equal(part, { left: 0, top: 0, width: 1, height: 1 });
    const { lefts, tops, flapWidth, flapHeight } = layout;
    const [left = 0, right = 0] = cells.map((cell) => lefts[cell % 4] ?? 0);
    const [top = 0, bottom = 0] = cells.map((cell) => tops[Math.floor(cell / 4)] ?? 0);
    assert.equal(part, { left, top, width: right + flapWidth - left, height: bottom + flapHeight - top });
    const whole = colorsOf(raster, gridOf(PANEL, after), raster.whole);
    const cut = whole.slice(top, top + part.height).map((row) => row.slice(left, left + part.width));
    assert.equal(colorsOf(raster, gridOf(PANEL, after), part), cut);
  });

test('strips have at most 64 KB, as many rows as fit', () => {
  for (const [width, most] of [
    [1023, 64],
    [1024, 63],
  ] as const) {
    const raster = new BoardRaster(LOOK, { ...placeBoard(PANEL, { width: 1000 }), width });
    const { strips } = stripsOf(raster, gridOf(PANEL, [1, 2, 3]), raster.whole);
    const rows = strips.map(({ length }) => length / (width + 1));
    assert.ok(rows.length > 5);
    assert.equal(rows.slice(0, -1), Array(rows.length - 1).fill(most));
    assert.is(
      rows.reduce((sum, one) => sum + one, 0),
      raster.whole.height,
    );
  }
});

test('flaps are drawn once, a row at a time, and only those that lie in the part', () => {
  const layout = placeBoard(PANEL, { width: 160 });
  const raster = new BoardRaster(LOOK, layout);
  const { flapWidth, flapHeight, lefts, tops } = layout;
  const grid = gridOf(PANEL, [1, 2, 1, 3]);
  const at = (col: number, row: number): Box => ({
    left: lefts[col] ?? 0,
    top: tops[row] ?? 0,
    width: flapWidth,
    height: flapHeight,
  });
  assert.is(stripsOf(raster, grid, at(1, 0)).rests, flapHeight);
  assert.is(stripsOf(raster, grid, at(0, 0)).rests, flapHeight);
  assert.is(stripsOf(raster, grid, at(2, 0)).rests, 0);
  // The blank and the 3.
  assert.is(stripsOf(raster, grid, raster.whole).rests, 2 * flapHeight);
  assert.is(stripsOf(raster, grid, raster.whole).rests, 0);
});

test('flaps are kept up to two megabytes, the latest ones', () => {
  const form: Form = { device_type: 'panel', rows: 1, cols: 1 };
  const layout = placeBoard(form, { width: 2400 });
  const raster = new BoardRaster(LOOK, layout);
  const most = Math.floor((2 * 1024 * 1024) / (layout.flapWidth * layout.flapHeight));
  assert.ok(most >= 1 && most < 6, `${most}`);
  const drawn = (code: number): boolean => stripsOf(raster, gridOf(form, [code]), raster.whole).rests > 0;
  for (let code = 63; code <= 63 + most; code++) assert.ok(drawn(code));
  for (let code = 64; code <= 63 + most; code++) assert.not.ok(drawn(code), `${code} is kept`);
  assert.ok(drawn(63), 'the oldest is not');
});

test('every code on flaps of any size has its own colours, which are fewer than bytes can name', () => {
  const form: Form = { device_type: 'panel', rows: 8, cols: 9 };
  const grid = gridOf(
    form,
    Array.from({ length: 72 }, (_, code) => code),
  );
  for (const board_color of ['black', 'white'] as const)
    for (const width of [60, 130, 200, 330, 700]) {
      const layout = placeBoard(form, { width });
      const raster = new BoardRaster({ ...LOOK, board_color }, layout);
      const bytes = Buffer.concat(stripsOf(raster, grid, raster.whole).strips);
      assert.ok(raster.palette.length > 20 && raster.palette.length <= 256, `${raster.palette.length}`);
      assert.is(new Set(raster.palette).size, raster.palette.length);
      assert.is(
        bytes.reduce((most, byte) => Math.max(most, byte), 0),
        raster.palette.length - 1,
      );
    }
});

test.run();
