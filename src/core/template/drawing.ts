import { Cells, FILL, NEWLINE } from '../flaps/cells.ts';
import { widthOf } from '../flaps/geometry.ts';
import { countFills, splitRows, wrapRows, type Alignment, type Canvas, type RowPart } from '../flaps/layout.ts';
import type { RenderContext } from './context.ts';
import { isBlankFill } from './fill.ts';
import type { Body, Line } from './line.ts';
import { resolveBody, startRun, writeSegments, type Run } from './print.ts';

/** The cells of one line in one rendering. */
interface LineBuffer {
  readonly cells: Cells;
  body: Body | undefined;
}

/** Buffers that drawing a page needs; they may be used for one page after another. */
export interface Workspace {
  readonly buffers: LineBuffer[];
  /** Text before and after a flowing variable, and the first row that it makes with them. */
  readonly head: Cells;
  readonly tail: Cells;
  readonly first: Cells;
}

/** An empty workspace; `keepsText` for a TextCanvas. */
export const createWorkspace = (keepsText: boolean): Workspace => ({
  buffers: [],
  head: new Cells(keepsText),
  tail: new Cells(keepsText),
  first: new Cells(keepsText),
});

interface Drawing {
  readonly lines: readonly Line[];
  readonly canvas: Canvas;
  readonly workspace: Workspace;
  readonly run: Run;
}

/**
 * The line at `row`, printed and read into cells once for a page; of a line with a flowing variable only that variable.
 */
const read = ({ canvas, workspace, run }: Drawing, row: number, line: Line): { cells: Cells; body: Body } => {
  const buffer =
    workspace.buffers[row] ??
    (workspace.buffers[row] = { cells: new Cells(workspace.head.texts !== undefined), body: undefined });
  const { cells } = buffer;
  if (buffer.body) return { cells, body: buffer.body };
  const body = resolveBody(line, run);
  const { flowAt } = body;
  if (line.wraps || flowAt >= 0) cells.beginFlow(canvas.rows - row, canvas.cols, canvas.spellsDegree);
  else cells.beginRows(canvas.rows - row, canvas.cols, canvas.spellsDegree);
  writeSegments(cells, body, Math.max(0, flowAt), flowAt < 0 ? body.segments.length : flowAt + 1, run);
  buffer.body = body;
  return { cells, body };
};

const isBlank = (cells: Cells, body: Body): boolean => {
  if (cells.fills > 0 && !body.fills.every(isBlankFill)) return false;
  for (let at = 0; at < cells.length; at++) {
    const code = cells.codes[at];
    if (code !== 0 && code !== FILL && code !== NEWLINE) return false;
  }
  return true;
};

/** Whether what overflows from above may cover a row: it has no template, it wraps itself, or it prints nothing. */
const isFree = (drawing: Drawing, row: number): boolean => {
  const line = drawing.lines[row];
  if (!line || line.isEmpty || line.wraps) return true;
  const { cells, body } = read(drawing, row, line);
  return body.flowAt >= 0 || isBlank(cells, body);
};

/** How many rows from `row` on an overflowing line may cover. */
const roomFrom = (drawing: Drawing, row: number): number => {
  let count = 1;
  while (row + count < drawing.canvas.rows && isFree(drawing, row + count)) count++;
  return count;
};

const trimEnd = (bounds: number[]): number[] => {
  while (bounds.length > 2 && bounds.at(-1) === bounds.at(-2)) bounds.length -= 2;
  return bounds;
};

/** Puts rows, given by their bounds, from `row` on; gives how many. */
const putRows = (
  canvas: Canvas,
  row: number,
  part: Omit<RowPart, 'from' | 'to' | 'fill'>,
  bounds: readonly number[],
): number => {
  for (let at = 0; at < bounds.length; at += 2) {
    const from = bounds[at] ?? 0;
    canvas.put(row + at / 2, { ...part, from, to: bounds[at + 1] ?? from, fill: countFills(part.cells, 0, from) });
  }
  return bounds.length / 2;
};

/**
 * Draws a line whose variable flows: the text around it stands on the first row, which leaves the variable less room.
 */
const drawFlow = (drawing: Drawing, row: number, alignment: Alignment, body: Body, cells: Cells): number => {
  const { canvas, workspace, run } = drawing;
  const { head, tail, first } = workspace;
  head.beginRows(1, canvas.cols, canvas.spellsDegree);
  writeSegments(head, body, 0, body.flowAt, run);
  tail.beginRows(1, canvas.cols, canvas.spellsDegree);
  writeSegments(tail, body, body.flowAt + 1, body.segments.length, run);
  const room = (at: number): number =>
    at === 0 ? Math.max(1, widthOf(canvas, row) - head.width - tail.width) : widthOf(canvas, row + at);
  const [from = 0, to = 0, ...rest] = wrapRows(cells, room, roomFrom(drawing, row));
  first.beginRows(1, canvas.cols * 3);
  first.append(head);
  first.copy(cells, from, to);
  first.append(tail);
  putRows(canvas, row, { cells: first, alignment, fills: body.fills }, [0, first.length]);
  return 1 + putRows(canvas, row + 1, { cells, alignment, fills: [] }, rest);
};

/** Draws the line at `row` and gives how many rows it covers. */
const drawLine = (drawing: Drawing, row: number, line: Line): number => {
  const { canvas } = drawing;
  const { cells, body } = read(drawing, row, line);
  const part = { cells, alignment: line.alignment, fills: body.fills };
  if (body.flowAt >= 0) return drawFlow(drawing, row, line.alignment, body, cells);
  if (line.wraps)
    return Math.max(
      1,
      putRows(
        canvas,
        row,
        part,
        wrapRows(cells, (at) => widthOf(canvas, row + at), roomFrom(drawing, row)),
      ),
    );
  if (cells.newlines > 0) return putRows(canvas, row, part, trimEnd(splitRows(cells, roomFrom(drawing, row))));
  canvas.put(row, { cells, from: 0, to: cells.length, alignment: line.alignment, fills: body.fills, fill: 0 });
  return 1;
};

/**
 * Draws lines on a canvas from top to bottom; rows that a wrapping line or one of several lines runs over are not drawn
 * themselves.
 */
export const drawPage = (
  lines: readonly Line[],
  canvas: Canvas,
  workspace: Workspace,
  context: RenderContext,
): void => {
  const drawing: Drawing = { lines, canvas, workspace, run: startRun(context) };
  // Rows without a line leave holes: forEach passes over them.
  workspace.buffers.forEach((buffer) => (buffer.body = undefined));
  for (let row = 0; row < lines.length; ) {
    const line = lines[row];
    row += !line || line.isEmpty ? 1 : drawLine(drawing, row, line);
  }
};
