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

/** Where a path is crossed by one line across the picture. */
interface Crossing {
  readonly x: number;
  readonly winding: number;
}

/** The crossings of one line, of which every pixel has four, from left to right. */
const crossingsOf = (edges: readonly Edge[], line: number): Crossing[] => {
  const y = (line + 0.5) / LINES;
  const crossings: Crossing[] = [];
  for (const { top, bottom, x, slope, winding } of edges)
    if (line >= Math.ceil(top * LINES - 0.5) && y < bottom) crossings.push({ x: x + (y - top) * slope, winding });
  return crossings.sort((a, b) => a.x - b.x);
};

/**
 * How much of each pixel lies inside a path (not zero winding), 0 to 1. Exact along a row, and over four lines of each
 * pixel down.
 */
export class Coverage {
  readonly #edges: readonly Edge[];
  readonly #row: Float32Array;

  /** Of pictures of `width` pixels. */
  constructor(path: string, placing: Placing, width: number) {
    this.#edges = edgesOf(path, placing);
    this.#row = new Float32Array(width);
  }

  /** One row of pixels, which is good until the next one is asked for; null where nothing lies inside. */
  row(y: number): Float32Array | null {
    const near = this.#edges.filter(({ top, bottom }) => top < y + 1 && bottom > y);
    if (near.length === 0) return null;
    this.#row.fill(0);
    for (let line = y * LINES; line < (y + 1) * LINES; line++) this.#addLine(crossingsOf(near, line));
    return this.#row;
  }

  #addLine(crossings: readonly Crossing[]): void {
    let winding = 0;
    crossings.forEach((crossing, at) => {
      winding += crossing.winding;
      const next = crossings[at + 1];
      if (winding !== 0 && next) this.#addSpan(crossing.x, next.x);
    });
  }

  /** Adds the part of each pixel that lies between two places on one line. */
  #addSpan(from: number, to: number): void {
    const row = this.#row;
    const [left, right] = [Math.max(0, from), Math.min(row.length, to)];
    for (let x = Math.floor(left); x < right; x++) {
      const part = Math.min(x + 1, right) - Math.max(x, left);
      row[x] = (row[x] ?? 0) + part / LINES;
    }
  }
}
