import type { ComponentChildren, TargetedMouseEvent, TargetedPointerEvent } from 'preact';
import { useMemo } from 'preact/hooks';
import { Zoom } from '../board-view/zoom.tsx';
import { BoardPicture } from '../board-view/board-picture.tsx';
import type { Look } from '../../src/core/look/palette.ts';
import { layOut, type Form, type Layout } from '../../src/core/look/proportions.ts';
import type { CodeRows } from '../../src/core/look/shown.ts';

/** The board is laid out this wide to tell where its flaps are, in parts of its width and height. */
const RULER = 4000;
const CARET_WIDTH = 0.1;
const CARET_LEFT = 0.14;

/**
 * Something that is marked over the flaps of a row: those from `from` to before `to`, or the gap before `from` for a
 * caret.
 */
export interface Mark {
  readonly kind: 'row' | 'value' | 'problem' | 'selection' | 'caret';
  readonly row: number;
  readonly from: number;
  readonly to: number;
}

/** How far a mark reaches beyond its flaps, of one flap's height. */
const MARGINS: Readonly<Record<Mark['kind'], number>> = {
  row: 0.24,
  value: 0.12,
  problem: 0.12,
  selection: 0.1,
  caret: 0,
};

const percent = (part: number, whole: number): string => `${(100 * part) / whole}%`;

const edgeOf = (layout: Layout, cell: number): number =>
  layout.lefts[cell] ?? (layout.lefts.at(-1) ?? 0) + layout.flapWidth;

/** Where a mark lies over its board. */
const styleOf = (layout: Layout, { kind, row, from, to }: Mark) => {
  const margin = layout.flapHeight * MARGINS[kind];
  const left = edgeOf(layout, Math.min(from, layout.lefts.length));
  const last = Math.min(Math.max(to, from + 1), layout.lefts.length) - 1;
  const [start, width] =
    kind === 'caret'
      ? [left - layout.flapWidth * CARET_LEFT, layout.flapWidth * CARET_WIDTH]
      : [left - margin, edgeOf(layout, last) + layout.flapWidth - left + 2 * margin];
  return {
    left: percent(start, layout.width),
    top: percent((layout.tops[row] ?? 0) - margin, layout.height),
    width: percent(width, layout.width),
    height: percent(layout.flapHeight + 2 * margin, layout.height),
  };
};

const nearest = (edges: readonly number[], size: number, at: number): number =>
  edges.reduce(
    (best, edge, index) =>
      Math.abs(edge + size / 2 - at) < Math.abs((edges[best] ?? 0) + size / 2 - at) ? index : best,
    0,
  );

interface Props {
  readonly form: Form;
  readonly characters: CodeRows;
  readonly look?: Look;
  readonly label: string;
  readonly marks: readonly Mark[];
  /** Called with the flap that was pressed. */
  readonly onPick: (row: number, cell: number) => void;
  /** A field that lies over the flaps and is typed into. */
  readonly children?: ComponentChildren;
}

// A press on a flap must not take the focus from the field that is typed into; the click that follows may give it.
const keepFocus = (event: TargetedPointerEvent<HTMLDivElement>): void => {
  if (!(event.target instanceof HTMLTextAreaElement)) event.preventDefault();
};

/**
 * A board that is written on: what it will show, a press on a flap, and marks over the flaps for the caret and for what
 * is wrong.
 */
export const Canvas = ({ form, characters, look, label, marks, onPick, children }: Props) => {
  const layout = useMemo(() => layOut(form, RULER), [form.device_type, form.rows, form.cols]);
  const pick = (event: TargetedMouseEvent<HTMLDivElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    onPick(
      nearest(layout.tops, layout.flapHeight, ((event.clientY - top) / height) * layout.height),
      nearest(layout.lefts, layout.flapWidth, ((event.clientX - left) / width) * layout.width),
    );
  };
  return (
    <Zoom cols={form.cols} name={label}>
      <BoardPicture form={form} characters={characters} {...(look && { look })} label={label}>
        <div class="marks" onPointerDown={keepFocus} onClick={pick}>
          <div aria-hidden="true">
            {marks.map((mark) => (
              <span
                key={`${mark.kind} ${mark.row} ${mark.from}`}
                class={`mark mark-${mark.kind}`}
                style={styleOf(layout, mark)}
              />
            ))}
          </div>
          {children}
        </div>
      </BoardPicture>
    </Zoom>
  );
};
