import { Cells, HARD_BLANK, NEWLINE } from '../flaps/cells.ts';
import { MOST_ROWS } from '../flaps/grid.ts';

interface Line {
  readonly codes: number[];
  /** Places that are taken; all of them behind a line end. */
  used: number;
}

/** The cells of a text, line ends among them, as far as the largest board could show it. */
const readCells = (text: string, width: number): Cells => {
  const cells = new Cells(true);
  cells.beginRows(MOST_ROWS + 1, MOST_ROWS * width);
  cells.write(text);
  return cells;
};

/**
 * The lines of a text in flap codes, broken as the language has it: each blank counts but those for which a line has no
 * room, a line may be broken beside each marker, words that are too long are cut up, and of line ends one after another
 * each but the first is an empty line.
 */
export const breakLines = (text: string, width: number): number[][] => {
  const { codes, texts = [], length } = readCells(text, width);
  const isSingle = (at: number): boolean => !codes[at] || codes[at] >= HARD_BLANK || !!texts[at]?.startsWith('{');
  const lines: Line[] = [{ codes: [], used: 0 }];
  for (let at = 0; at < length && lines.length <= MOST_ROWS + 1; ) {
    const last = lines.at(-1) as Line;
    const start = at++;
    if (codes[start] === NEWLINE) {
      if (codes[start - 1] === NEWLINE) lines.push({ codes: [], used: 0 });
      else last.used = width;
      continue;
    }
    const single = isSingle(start);
    while (!single && at < length && at - start < width && !isSingle(at)) at++;
    const part = Array.from(codes.subarray(start, at), (code) => (code === HARD_BLANK ? 0 : code));
    const isBlank = single && part[0] === 0;
    if (last.used + part.length <= width && (single || last.codes.length > 0)) {
      last.codes.push(...part);
      last.used += part.length;
    } else if (!isBlank) lines.push({ codes: part, used: part.length });
  }
  const [first, ...others] = lines;
  return (first?.codes.length ? lines : others).map((line) => line.codes);
};
