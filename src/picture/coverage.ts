/** Steps into which a curve is taken apart, and lines on which each row of pixels is looked at. */
const STEPS = 6;
const LINES = 4;

/** Moves and scales a path: a point (x, y) of it lies at (dx + x · sx, dy + y · sy) pixels. */
export interface Placing {
  readonly dx: number;
  readonly dy: number;
  readonly sx: number;
  readonly sy: number;
}

/** An edge from its upper to its lower end; `winding` is 1 where the path goes down there, -1 where it goes up. */
interface Edge {
  readonly top: number;
  readonly bottom: number;
  readonly x: number;
  readonly slope: number;
  readonly winding: number;
}

interface Pen {
  x: number;
  y: number;
}

const edgesOf = (path: string, { dx, dy, sx, sy }: Placing): Edge[] => {
  const edges: Edge[] = [];
  const pen: Pen = { x: dx, y: dy };
  const start: Pen = { x: dx, y: dy };
  const lineTo = (x: number, y: number): void => {
    if (y !== pen.y) {
      const [upper, lower] = y > pen.y ? [pen, { x, y }] : [{ x, y }, pen];
      const slope = (lower.x - upper.x) / (lower.y - upper.y);
      edges.push({ top: upper.y, bottom: lower.y, x: upper.x, slope, winding: y > pen.y ? 1 : -1 });
    }
    pen.x = x;
    pen.y = y;
  };
  const curveTo = (cx: number, cy: number, x: number, y: number): void => {
    const from = { ...pen };
    for (let step = 1; step <= STEPS; step++) {
      const t = step / STEPS;
      const [a, b, c] = [(1 - t) * (1 - t), 2 * t * (1 - t), t * t];
      lineTo(a * from.x + b * cx + c * x, a * from.y + b * cy + c * y);
    }
  };
  for (const [, command = '', numbers = ''] of path.matchAll(/([mlqz])([^mlqz]*)/g)) {
    const values = [...numbers.matchAll(/-?\d+(?:\.\d+)?/g)].map(Number);
    const [x = 0, y = 0, x2 = 0, y2 = 0] = values.map((value, at) =>
      at % 2 === 0 ? pen.x + value * sx : pen.y + value * sy,
    );
    if (command === 'l') lineTo(x, y);
    else if (command === 'q') curveTo(x, y, x2, y2);
    else if (command === 'z') lineTo(start.x, start.y);
    else {
      // The first move is from where the path is placed.
      Object.assign(pen, { x, y });
      Object.assign(start, { x, y });
    }
  }
  return edges;
};

/** Adds the part of each pixel of a row that lies between two places, times `weight`. */
const addSpan = (row: Float32Array, offset: number, width: number, from: number, to: number, weight: number): void => {
  const [left, right] = [Math.max(0, from), Math.min(width, to)];
  for (let x = Math.floor(left); x < right; x++) {
    const part = Math.min(x + 1, right) - Math.max(x, left);
    row[offset + x] = (row[offset + x] ?? 0) + part * weight;
  }
};

/** Where a path is crossed by one line across the picture. */
interface Crossing {
  readonly x: number;
  readonly winding: number;
}

/** The crossings of each line, of which every pixel has four, from left to right. */
const crossingsOf = (edges: readonly Edge[], lines: number): Crossing[][] => {
  const crossings = Array.from({ length: lines }, (): Crossing[] => []);
  for (const { top, bottom, x, slope, winding } of edges) {
    const first = Math.max(0, Math.ceil(top * LINES - 0.5));
    for (let line = first; line < lines && (line + 0.5) / LINES < bottom; line++)
      crossings[line]?.push({ x: x + ((line + 0.5) / LINES - top) * slope, winding });
  }
  for (const ofLine of crossings) ofLine.sort((a, b) => a.x - b.x);
  return crossings;
};

/**
 * How much of each pixel lies inside a path (not zero winding), 0 to 1, row by row, in `width` × `height` pixels. Exact
 * along a row, and over four lines of each pixel down.
 */
export const coverageOf = (path: string, placing: Placing, width: number, height: number): Float32Array => {
  const covered = new Float32Array(width * height);
  crossingsOf(edgesOf(path, placing), height * LINES).forEach((crossings, line) => {
    const offset = Math.floor(line / LINES) * width;
    let winding = 0;
    crossings.forEach((crossing, at) => {
      winding += crossing.winding;
      const next = crossings[at + 1];
      if (winding !== 0 && next) addSpan(covered, offset, width, crossing.x, next.x, 1 / LINES);
    });
  });
  return covered;
};
