/** A glyph as a path, in units of which an em has 500. */
export interface Outline {
  /** How far the next glyph would begin to the right. */
  readonly width: number;
  /** Moves, lines and quadratic curves (`m`, `l`, `q`, `z`), each from where the last one ended, as in an SVG path. */
  readonly path: string;
}
