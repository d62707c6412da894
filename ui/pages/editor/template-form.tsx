import { useEffect, useState } from 'preact/hooks';
import type { LineMetadata } from '../../../src/schema/content/pages.ts';
import { textOf } from '../../board-view/spoken.ts';
import { Canvas } from '../../canvas/canvas.tsx';
import { ColourKeys } from '../../home/colour-keys.tsx';
import { Button } from '../../kit/button.tsx';
import { useAnswer } from '../../kit/answer.ts';
import { useAfterDrawing } from '../../kit/drawing.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { useMedia } from '../../kit/media.ts';
import type { CodeRows } from '../../../src/core/look/shown.ts';
import { COLOURS } from '../../strings/colours.ts';
import { pages } from '../../strings/pages.ts';
import { pageOperations } from '../operations.ts';
import { focusLine, useCaret } from './caret.ts';
import { InsertList } from './insert-list.tsx';
import { LineField } from './line-field.tsx';
import { PLAIN_LINE, sizeOf, type PageDraft } from './page-draft.ts';
import { caretAtCell, placeLine, withoutPadding } from './placement.ts';
import { templateMarks } from './template-marks.ts';
import { useWidths } from './use-widths.ts';
import { insertInto, type Insertion } from './vocabulary.ts';
import { replacedAt } from '../../list.ts';

interface Props {
  readonly draft: PageDraft;
  readonly characters: CodeRows;
  /** `kind` groups changes that are undone together. */
  readonly onChange: (change: Partial<PageDraft>, kind: string) => void;
}

/** The lines that stand instead of one when others are pasted over its characters `from` to `to`. */
const pastedLines = (line: string, pasted: readonly string[], from: number, to: number): string[] =>
  pasted
    .map((one, index) => (index === 0 ? line.slice(0, from) + one : one))
    .map((one, index) => (index === pasted.length - 1 ? one + line.slice(to) : one));

/** A template with lines laid over those from `at` on; what has no room in its `rows` is left out. */
const pasteOver = (template: readonly string[], rows: number, at: number, lines: readonly string[]): string[] =>
  template.map((one, index) =>
    index >= at && index < Math.min(rows, at + lines.length) ? (lines[index - at] ?? '') : one,
  );

/** Where there is no room beside the board. */
const NARROW = '(max-width: 999px)';

/** Whether the line that has the focus is written on the flaps. */
const isSeen = (): boolean => document.activeElement?.matches('[data-seen-elsewhere]') ?? false;

/** Live data come and go: what prints no value is looked for again after this time. */
const LOOK_MS = 15_000;

/** What is wrong with a template; null while that is not known. */
const useProblems = (draft: PageDraft) => {
  const { template, line_metadata, device_type, notes_wide, notes_tall, grid_rows, grid_cols } = draft;
  const { rows } = sizeOf(draft);
  const body = {
    template: template.slice(0, rows),
    line_metadata: line_metadata.slice(0, rows),
    device_type,
    notes_wide,
    notes_tall,
    grid_rows,
    grid_cols,
  };
  return useAnswer(body, pageOperations.validate, LOOK_MS).value?.problems ?? null;
};

/**
 * The rows of a page of text and data: the flaps themselves, a line for each row, and everything that can be put into
 * it.
 */
export const TemplateForm = ({ draft, characters, onChange }: Props) => {
  const { rows, cols } = sizeOf(draft);
  const [caret, setCaret] = useCaret();
  const [focused, setFocused] = useState(false);
  const [refused, setRefused] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const isNarrow = useMedia(NARROW);
  const found = useProblems(draft);
  const problems = found ?? [];
  const lines = draft.template.slice(0, rows);
  const metas = draft.line_metadata;
  const widths = useWidths(lines);
  const placements = lines.map((line, row) => placeLine(line, metas[row] ?? PLAIN_LINE, cols, widths));
  const row = Math.min(caret.row, rows - 1);
  useEffect(() => setRefused(false), [caret.row, caret.offset]);

  const afterDrawing = useAfterDrawing();

  const setLine = (at: number, line: string, offset: number | null, kind = `line ${at}`) => {
    onChange({ template: replacedAt(draft.template, at, line) }, kind);
    if (offset === null) return;
    setCaret({ row: at, offset, missing: 0 });
    if (!isNarrow || document.activeElement?.matches('[data-row]')) afterDrawing(() => focusLine(at, offset, isSeen()));
  };
  const setMeta = (at: number, meta: LineMetadata) => {
    const realigned = meta.alignment !== (metas[at] ?? PLAIN_LINE).alignment;
    const template = realigned ? replacedAt(draft.template, at, withoutPadding(lines[at] ?? '')) : draft.template;
    onChange({ line_metadata: replacedAt(metas, at, meta), template }, '');
  };
  const goToEnd = (at: number) => {
    if (at < 0 || at >= rows) return;
    const { length } = lines[at] ?? '';
    focusLine(at, length);
    setCaret({ row: at, offset: length, missing: 0 });
  };
  const goToFlap = (at: number, cell: number) => {
    const line = lines[at] ?? '';
    const placement = placements[at];
    const { offset, missing } = placement
      ? caretAtCell(placement, line, metas[at] ?? PLAIN_LINE, cell)
      : { offset: line.length, missing: 0 };
    focusLine(at, offset, true);
    setCaret({ row: at, offset, missing });
  };
  const paste = (at: number, pasted: readonly string[], from: number, to: number) =>
    onChange({ template: pasteOver(draft.template, rows, at, pastedLines(lines[at] ?? '', pasted, from, to)) }, '');
  const insert = (insertion: Insertion) => {
    const done = insertInto(lines[row] ?? '', Math.min(caret.offset, (lines[row] ?? '').length), insertion);
    setRefused(done === null);
    if (done) setLine(row, done.line, done.offset, '');
  };
  return (
    <div class="editor-grid rows-24">
      <div class="editor-main">
        <div class="editor-board" data-bar>
          <Canvas
            form={sizeOf(draft)}
            characters={characters}
            label={pages.canvas(textOf(characters))}
            marks={templateMarks(placements, cols, problems, focused ? caret : null)}
            onPick={goToFlap}
          />
        </div>
        <div class="editor-colours row">
          <ColourKeys onPick={(code) => insert({ kind: 'text', text: `{${COLOURS[code]}}` })} />
          {isNarrow && (
            <Button small text={pages.insertOpen} aria-haspopup="dialog" onClick={() => setChoosing(true)} />
          )}
        </div>
        <div class="report" role="status">
          {refused && <p class="notice notice-plain">{pages.filterHint}</p>}
        </div>
        <div class="lines-head">
          <h2 id="lines-title">{pages.lines}</h2>
          <span class={problems.some(({ severity }) => severity === 'error') ? 'count is-over' : 'count'} role="status">
            {problems.length > 0 ? pages.problems(problems.length) : found && pages.allGood}
          </span>
        </div>
        <ol
          class="lines rows-6"
          aria-labelledby="lines-title"
          onFocusCapture={() => setFocused(true)}
          onBlurCapture={() => setFocused(false)}
        >
          {lines.map((line, at) => (
            <LineField
              key={at}
              row={at}
              line={line}
              meta={metas[at] ?? PLAIN_LINE}
              problems={problems.filter((problem) => problem.line === at + 1)}
              active={at === row}
              missing={caret.row === at ? caret.missing : 0}
              onLine={(text, offset) => setLine(at, text, offset)}
              onMeta={(meta) => setMeta(at, meta)}
              onStep={(step) => goToEnd(at + step)}
              onPaste={(pasted, from, to) => paste(at, pasted, from, to)}
            />
          ))}
        </ol>
        <p class="meta keys-note">{pages.leave}</p>
      </div>
      {!isNarrow && (
        <div class="editor-side">
          <section class="card panel" aria-label={pages.insertTitle}>
            <h2>{pages.insertTitle}</h2>
            <InsertList row={row} onInsert={insert} />
          </section>
        </div>
      )}
      {choosing && (
        <Dialog title={pages.insertTitle} onClose={() => setChoosing(false)}>
          <InsertList
            row={row}
            onInsert={(insertion) => {
              setChoosing(false);
              insert(insertion);
            }}
          />
        </Dialog>
      )}
    </div>
  );
};
