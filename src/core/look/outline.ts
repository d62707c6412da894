/** A glyph as a path, in units of which an em has 1,000. */
export interface Outline {
  /** How far the next glyph would begin to the right. */
  readonly width: number;
  /** Moves, lines and quadratic curves (`M`, `L`, `Q`, `Z`), all absolute, as in an SVG path. */
  readonly path: string;
}
