import type { Cells } from '../flaps/cells.ts';
import { isWellMarked } from '../flaps/markup.ts';
import { createAllowance, takeText, type Allowance } from './allowance.ts';
import { BudgetSpent, type RenderContext } from './context.ts';
import { MOST_TEXT, cutText } from './formula/characters.ts';
import { bodyOf, parseSegments, type Body, type Segment, type Text } from './line.ts';
import { literalOf, writeLiteral } from './literal.ts';
import { MISSING } from './placeholder.ts';

/** One rendering: its context, whether its budget is used up, and what may be compiled of what formulas print. */
export interface Run {
  readonly context: RenderContext;
  spent: boolean;
  readonly allowance: Allowance;
}

/** The start of a rendering. */
export const startRun = (context: RenderContext): Run => ({ context, spent: false, allowance: createAllowance() });

/** What a part prints; `???` once the budget does not suffice (rules, L5). */
const print = (part: { print(context: RenderContext): string }, run: Run): string => {
  if (run.spent) return MISSING;
  try {
    return part.print(run.context);
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error;
    run.spent = true;
    return MISSING;
  }
};

/**
 * The parts of a text with its formulas printed. What a formula prints is read like text of the template: `{{…}}` in it
 * is a variable.
 */
export const resolveBody = (text: Text, run: Run): Body => {
  if (text.body) return text.body;
  const printed = text.pieces.map((piece) => ('segments' in piece ? piece.text : print(piece, run)));
  const isPlain =
    !text.closes && text.pieces.every((piece, at) => 'segments' in piece || isWellMarked(printed[at] ?? ''));
  if (!isPlain) return bodyOf(parseSegments(takeText(cutText(printed.join('')), run.allowance), run.allowance), true);
  return bodyOf(
    text.pieces.flatMap((piece, at): readonly Segment[] =>
      'segments' in piece ? piece.segments : [literalOf(printed[at] ?? '')],
    ),
  );
};

/** The text of the segments `from` to `to`, cut at 64 KiB; places for free room are left out. */
export const printSegments = (body: Body, from: number, to: number, run: Run): string => {
  let text = '';
  for (let at = from; at < to && text.length <= MOST_TEXT; at++) {
    const segment = body.segments[at];
    if (segment?.kind === 'literal') text += segment.text;
    else if (segment?.kind === 'variable') text += print(segment.placeholder, run);
  }
  return cutText(text);
};

/** Reads the stretches between places for free room, each as a whole. */
const writeJoined = (cells: Cells, body: Body, from: number, to: number, run: Run): void => {
  let start = from;
  for (let at = from; at <= to; at++) {
    if (at < to && body.segments[at]?.kind !== 'fill') continue;
    cells.write(printSegments(body, start, at, run));
    if (at < to) cells.writeFill();
    start = at + 1;
  }
};

/** Reads the segments `from` to `to` into cells that were begun. */
export const writeSegments = (cells: Cells, body: Body, from: number, to: number, run: Run): void => {
  if (body.joined) return writeJoined(cells, body, from, to, run);
  for (let at = from; at < to; at++) {
    const segment = body.segments[at];
    if (segment?.kind === 'literal') writeLiteral(cells, segment);
    else if (segment?.kind === 'variable') cells.write(print(segment.placeholder, run));
    else cells.writeFill();
  }
};
