import { useMemo } from 'preact/hooks';
import type { TargetedPointerEvent } from 'preact';
import type { TemplateCheck } from '../../../src/schema/template.ts';
import { BoardPicture } from '../../board-view/board-picture.tsx';
import { layOut } from '../../board-view/proportions.ts';
import type { Layout } from '../../board-view/proportions.ts';
import { textOf } from '../../board-view/reel.ts';
import type { CodeRows } from '../../library.ts';
import { pages } from '../../strings/pages.ts';
import type { Caret } from './caret.ts';
import { sizeOf } from './page-draft.ts';
import type { PageDraft } from './page-draft.ts';
import { cellOfCaret } from './placement.ts';
import type { Placement } from './placement.ts';

/** The board is laid out this wide to tell where its flaps are, in parts of its width and height. */
const RULER = 4000;

type Problem = TemplateCheck['problems'][number];

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const percent = (part: number, whole: number): string => `${(100 * part) / whole}%`;

const styleOf = ({ left, top, width, height }: Box, layout: Layout) => ({
  left: percent(left, layout.width),
  top: percent(top, layout.height),
  width: percent(width, layout.width),
  height: percent(height, layout.height),
});

const edgeOf = (layout: Layout, cell: number): number => layout.lefts[cell] ?? (layout.lefts.at(-1) ?? 0) + layout.flapWidth;

const boxOf = (layout: Layout, row: number, from: number, to: number, margin = 0): Box => {
  const left = edgeOf(layout, Math.min(from, layout.lefts.length));
  const last = Math.min(Math.max(to, from + 1), layout.lefts.length) - 1;
  return {
    left: left - margin,
    top: (layout.tops[row] ?? 0) - margin,
    width: edgeOf(layout, last) + layout.flapWidth - left + 2 * margin,
    height: layout.flapHeight + 2 * margin,
  };
};

const nearest = (edges: readonly number[], size: number, at: number): number =>
  edges.reduce((best, edge, index) => (Math.abs(edge + size / 2 - at) < Math.abs((edges[best] ?? 0) + size / 2 - at) ? index : best), 0);

const RowMarks = ({ layout, row, placement, problems, caret }: { layout: Layout; row: number; placement: Placement; problems: readonly Problem[]; caret: Caret | null }) => {
  const { cols } = { cols: layout.lefts.length };
  const margin = layout.flapHeight * 0.12;
  const wrong = ({ start, end }: { start: number; end: number }) => problems.some(({ column }) => column - 1 >= start && column - 1 < end);
  const values = (placement ?? []).filter(({ token, width }) => token.kind !== 'text' && width > 0);
  const faulty = (placement ?? []).filter(({ token }) => wrong(token));
  const at = caret && placement ? Math.min(cols, cellOfCaret(placement, caret.offset, 0) + caret.missing) : null;
  return (
    <>
      {caret && <span class="mark mark-row" style={styleOf(boxOf(layout, row, 0, cols, margin * 2), layout)} />}
      {caret && values.map(({ token, cell, width }) => cell < cols && <span key={token.start} class="mark mark-value" style={styleOf(boxOf(layout, row, cell, cell + width, margin), layout)} />)}
      {faulty.map(({ token, cell, width }) => cell < cols && <span key={token.start} class="mark mark-problem" style={styleOf(boxOf(layout, row, cell, cell + width, margin), layout)} />)}
      {problems.length > 0 && faulty.length === 0 && <span class="mark mark-problem" style={styleOf(boxOf(layout, row, 0, cols, margin), layout)} />}
      {at !== null && <span class="mark mark-caret" style={styleOf({ ...boxOf(layout, row, at, at + 1), left: edgeOf(layout, at) - layout.flapWidth * 0.14, width: layout.flapWidth * 0.1 }, layout)} />}
    </>
  );
};

interface Props {
  readonly draft: PageDraft;
  readonly characters: CodeRows;
  readonly placements: readonly Placement[];
  readonly problems: readonly Problem[];
  readonly caret: Caret | null;
  /** Called with the flap that was pressed. */
  readonly onPick: (row: number, cell: number) => void;
}

/** The page as it looks now; a press on a flap puts the caret there, and what is wrong is framed in its place. */
export const Canvas = ({ draft, characters, placements, problems, caret, onPick }: Props) => {
  const form = sizeOf(draft);
  const layout = useMemo(() => layOut(form, RULER), [form.device_type, form.rows, form.cols]);
  const pick = (event: TargetedPointerEvent<HTMLDivElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    event.preventDefault();
    onPick(nearest(layout.tops, layout.flapHeight, ((event.clientY - top) / height) * layout.height), nearest(layout.lefts, layout.flapWidth, ((event.clientX - left) / width) * layout.width));
  };
  return (
    <BoardPicture form={form} characters={characters} still label={pages.canvas(textOf(characters))}>
      <div class="marks" aria-hidden="true" onPointerDown={pick}>
        {Array.from({ length: form.rows }, (_, row) => (
          <RowMarks
            key={row}
            layout={layout}
            row={row}
            placement={placements[row] ?? null}
            problems={problems.filter(({ line }) => line === row + 1)}
            caret={caret?.row === row ? caret : null}
          />
        ))}
      </div>
    </BoardPicture>
  );
};
