import { useEffect, useRef } from 'preact/hooks';
import type { TargetedClipboardEvent, TargetedKeyboardEvent } from 'preact';
import type { LineMetadata } from '../../../src/schema/content/pages.ts';
import { Alignments } from '../../canvas/alignments.tsx';
import { pages } from '../../strings/pages.ts';
import type { Problem } from './template-marks.ts';
import { tokensOf, tokenBefore } from './tokens.ts';

interface Props {
  readonly row: number;
  readonly line: string;
  readonly meta: LineMetadata;
  readonly problems: readonly Problem[];
  readonly active: boolean;
  /** Spaces to put in before what is typed at the end. */
  readonly missing: number;
  /** `offset`: where the caret goes; null leaves it where typing has put it. */
  readonly onLine: (line: string, offset: number | null) => void;
  readonly onMeta: (meta: LineMetadata) => void;
  /** Goes to a row above (-1) or below (1). */
  readonly onStep: (step: number) => void;
  /** Takes several lines, pasted at an index of this one. */
  readonly onPaste: (lines: readonly string[], from: number, to: number) => void;
}

/** The line once more behind the field, with its placeholders in colour and its problems underlined. */
const Mirror = ({ line, problems }: { line: string; problems: readonly Problem[] }) => (
  <>
    {tokensOf(line).map(({ kind, text, start, end }) => {
      const wrong = problems.some(({ column }) => column - 1 >= start && column - 1 < end);
      return (
        <span key={start} class={`token token-${kind} ${wrong ? 'is-wrong' : ''}`}>
          {text}
        </span>
      );
    })}
  </>
);

const Problems = ({ id, problems }: { id: string; problems: readonly Problem[] }) =>
  problems.length === 0 ? null : (
    <ul id={id} class="line-problems">
      {problems.map(({ column, message, severity }) => (
        <li key={`${column} ${message}`} class={severity === 'error' ? 'field-note is-wrong' : 'field-note'}>
          {pages.problem(column, message)}
        </li>
      ))}
    </ul>
  );

const removeWhole = (event: TargetedKeyboardEvent<HTMLInputElement>, line: string, onLine: Props['onLine']): void => {
  const { selectionStart, selectionEnd } = event.currentTarget;
  if (selectionStart === null || selectionStart !== selectionEnd) return;
  const length = tokenBefore(line, selectionStart);
  if (length === null) return;
  event.preventDefault();
  const at = selectionStart - length;
  onLine(line.slice(0, at) + line.slice(selectionStart), at);
};

/** One row of a page: its template, how it stands, and what is wrong with it. */
export const LineField = ({ row, line, meta, problems, active, missing, onLine, onMeta, onStep, onPaste }: Props) => {
  const mirror = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const follow = () => {
    const { current } = field;
    if (mirror.current && current && !current.hasAttribute('data-seen-elsewhere'))
      mirror.current.scrollLeft = current.scrollLeft;
  };
  useEffect(follow, [line]);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const step = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key];
    if (step !== undefined && !event.shiftKey) {
      event.preventDefault();
      onStep(step);
    } else if (event.key === 'Backspace') removeWhole(event, line, onLine);
  };
  const onInput = (typed: string) => {
    if (missing === 0 || !typed.startsWith(line)) return onLine(typed, null);
    const whole = line + ' '.repeat(missing) + typed.slice(line.length);
    return onLine(whole, whole.length);
  };
  const paste = (event: TargetedClipboardEvent<HTMLInputElement>) => {
    const lines = (event.clipboardData?.getData('text/plain') ?? '')
      .replace(/\r\n?/g, '\n')
      .replace(/\n$/, '')
      .split('\n');
    if (lines.length < 2) return;
    event.preventDefault();
    onPaste(lines, event.currentTarget.selectionStart ?? 0, event.currentTarget.selectionEnd ?? 0);
  };
  const note = problems.length > 0 ? `problems-${row}` : undefined;
  return (
    <li class={`line ${active ? 'is-active' : ''}`}>
      <label class="line-number" for={`line-${row}`}>
        <span class="visually-hidden">{pages.line(row + 1)}</span>
        <span aria-hidden="true">{row + 1}</span>
      </label>
      <div class="line-field" onClick={() => field.current?.focus()}>
        <div class="line-mirror" ref={mirror} aria-hidden="true">
          <Mirror line={line} problems={problems} />
        </div>
        <input
          ref={field}
          id={`line-${row}`}
          data-row={row}
          type="text"
          value={line}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          aria-describedby={note}
          aria-invalid={problems.some(({ severity }) => severity === 'error') ? true : undefined}
          onInput={(event) => onInput(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={paste}
          onScroll={follow}
        />
      </div>
      <Alignments
        label={pages.alignment(row + 1)}
        value={meta.alignment}
        onChange={(alignment) => onMeta({ ...meta, alignment })}
      />
      <label class="line-wrap">
        <input
          type="checkbox"
          checked={meta.wrap}
          aria-label={pages.wrapOf(row + 1)}
          onChange={(event) => onMeta({ ...meta, wrap: event.currentTarget.checked })}
        />
        <span aria-hidden="true">{pages.wrap}</span>
      </label>
      {note && <Problems id={note} problems={problems} />}
    </li>
  );
};
