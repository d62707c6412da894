/** A glyph as a path, in units of which an em has 500. */
export interface Outline {
  /** How far the next glyph would begin to the right. */
  readonly width: number;
  /** Moves, lines and quadratic curves (`m`, `l`, `q`, `z`), each from where the last one ended, as in an SVG path. */
  readonly path: string;
}

/** Glyphs and their outlines out of a text with a line for each: the glyph, its width, its path. */
export const outlinesOf = (text: string): ReadonlyMap<string, Outline> =>
  new Map(
    text
      .trim()
      .split('\n')
      .map((line) => {
        const [glyph = '', width = '', ...path] = line.split(' ');
        return [glyph, { width: Number(width), path: path.join(' ') }];
      }),
  );
