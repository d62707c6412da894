import type { TemplateCheck } from '../../../src/schema/content/templates.ts';
import type { Mark } from '../../canvas/canvas.tsx';
import type { Caret } from './caret.ts';
import { cellOfCaret, type Placement } from './placement.ts';

/** Something wrong with a line. */
export type Problem = TemplateCheck['problems'][number];

const caretMarks = (row: number, cols: number, placement: Placement, caret: Caret): Mark[] => {
  const at = placement ? Math.min(cols, cellOfCaret(placement, caret.offset, 0) + caret.missing) : null;
  const values = (placement ?? []).filter(
    ({ token, cell, width }) => token.kind !== 'text' && width > 0 && cell < cols,
  );
  return [
    { kind: 'row', row, from: 0, to: cols },
    ...values.map(({ cell, width }) => ({ kind: 'value', row, from: cell, to: cell + width }) as const),
    ...(at === null ? [] : [{ kind: 'caret', row, from: at, to: at } as const]),
  ];
};

const problemMarks = (row: number, cols: number, placement: Placement, problems: readonly Problem[]): Mark[] => {
  if (problems.length === 0) return [];
  const wrong = ({ start, end }: { start: number; end: number }) =>
    problems.some(({ column }) => column - 1 >= start && column - 1 < end);
  const faulty = (placement ?? []).filter(({ token }) => wrong(token));
  if (faulty.length === 0) return [{ kind: 'problem', row, from: 0, to: cols }];
  return faulty
    .filter(({ cell }) => cell < cols)
    .map(({ cell, width }) => ({ kind: 'problem', row, from: cell, to: cell + width }));
};

/**
 * What is marked over the flaps of a page while its rows are written: the caret with its row, what stands for something
 * else, and what is wrong.
 */
export const templateMarks = (
  placements: readonly Placement[],
  cols: number,
  problems: readonly Problem[],
  caret: Caret | null,
): Mark[] =>
  placements.flatMap((placement, row) => [
    ...(caret?.row === row ? caretMarks(row, cols, placement, caret) : []),
    ...problemMarks(
      row,
      cols,
      placement,
      problems.filter(({ line }) => line === row + 1),
    ),
  ]);
