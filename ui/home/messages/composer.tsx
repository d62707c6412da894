import { useEffect, useRef, useState } from 'preact/hooks';
import type { TargetedInputEvent, TargetedKeyboardEvent } from 'preact';
import type { BoardDetail } from '../../../src/schema/boards/boards.ts';
import { textOf } from '../../board-view/spoken.ts';
import { Alignments, type Alignment } from '../../canvas/alignments.tsx';
import { Canvas, type Mark } from '../../canvas/canvas.tsx';
import { useAfterDrawing } from '../../kit/drawing.ts';
import { lookOf, useService } from '../../service-state.ts';
import { home } from '../../strings/home.ts';
import { ColourKeys } from '../colour-keys.tsx';
import { asTiles, liveDataIn, offsetAt, placeOf, selectionMarks, tileOf, type Composition } from '../composition.ts';
import { Said } from '../../kit/work.tsx';

interface Selection {
  readonly start: number;
  readonly end: number;
}

/** What is selected in a field while it has the focus; null otherwise. */
const useSelection = (field: { readonly current: HTMLTextAreaElement | null }): Selection | null => {
  const [selection, setSelection] = useState<Selection | null>(null);
  useEffect(() => {
    const follow = () => {
      const { current } = field;
      if (!current || document.activeElement !== current) return setSelection(null);
      const { selectionStart: start, selectionEnd: end } = current;
      setSelection((old) => (old?.start === start && old.end === end ? old : { start, end }));
    };
    const kinds = ['selectionchange', 'focusin', 'focusout', 'input', 'keyup'];
    for (const kind of kinds) document.addEventListener(kind, follow);
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, follow);
    };
  }, []);
  return selection;
};

// The same sentence twice is told once only: a blank makes it another one.
const again = (text: string, before: string): string => (text === before ? `${text}\u00a0` : text);

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

const Faults = ({ faults, text, isLive }: Pick<Composition, 'faults'> & { text: string; isLive: boolean }) => {
  const live = isLive ? null : liveDataIn(text);
  const characters = [...new Set(faults.map(({ character }) => character))];
  return (
    <div id="message-faults" class="field-note is-wrong" role="status">
      {live !== null && (
        <p>
          {home.noLiveData(live)} <a href="/pages/new">{home.makePage}</a>
        </p>
      )}
      {!isLive && characters.length > 0 && <p>{home.noFlap(characters.join(' '))}</p>}
    </div>
  );
};

/** What is written on the flaps. */
export interface Written {
  readonly text: string;
  readonly alignment: Alignment;
}

interface Props {
  readonly board: BoardDetail;
  readonly written: Written;
  /** What it draws. */
  readonly composition: Composition;
  /** Whether placeholders count. */
  readonly live: boolean;
  readonly onChange: (change: Partial<Written>) => void;
  readonly onSend: () => void;
}

/** A message is written on the flaps themselves: a field without looks of its own lies over them. */
export const Composer = ({ board, written, composition, live, onChange, onSend }: Props) => {
  const { text, alignment } = written;
  const field = useRef<HTMLTextAreaElement>(null);
  const look = useService((state) => lookOf(state, board.id));
  const selection = useSelection(field);
  const [said, setSaid] = useState('');
  const afterDrawing = useAfterDrawing();

  const put = (next: string, offset: number) => {
    onChange({ text: next });
    afterDrawing(() => {
      field.current?.focus();
      field.current?.setSelectionRange(offset, offset);
    });
  };
  const type = ({ currentTarget: { value, selectionEnd } }: TargetedInputEvent<HTMLTextAreaElement>) => {
    const tiled = asTiles(value);
    if (tiled === value) return onChange({ text: value });
    return put(tiled, asTiles(value.slice(0, selectionEnd)).length);
  };
  const insert = (code: number) => {
    const { selectionStart: start, selectionEnd: end } = field.current ?? { selectionStart: 0, selectionEnd: 0 };
    put(text.slice(0, start) + tileOf(code) + text.slice(end), start + tileOf(code).length);
    setSaid((old) => again(home.tileInserted(home.colour[code] ?? ''), old));
  };
  const pick = (row: number, cell: number) => {
    const offset = offsetAt(composition, row, cell);
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(offset, offset);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      return onSend();
    }
    const step = STEPS[event.key];
    if (step === undefined || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey || event.isComposing)
      return undefined;
    event.preventDefault();
    const { row, cell } = placeOf(composition, event.currentTarget.selectionEnd);
    return pick(row + step, cell);
  };
  const marks: Mark[] = [
    ...(live ? [] : composition.faults).map(
      ({ row, cell }) => ({ kind: 'problem', row, from: cell, to: cell + 1 }) as const,
    ),
    ...(selection ? selectionMarks(composition, selection.start, selection.end) : []),
  ];
  return (
    <>
      <div class="composer">
        <Canvas
          form={board}
          characters={composition.characters}
          look={look}
          label={home.previewLabel(textOf(composition.characters))}
          marks={marks}
          onPick={pick}
        >
          <textarea
            ref={field}
            class="composer-field"
            value={text}
            aria-label={home.messageLabel}
            aria-describedby="message-count message-faults"
            autoCapitalize="characters"
            spellcheck={false}
            wrap="off"
            onInput={type}
            onKeyDown={onKeyDown}
          />
          {text === '' && !selection && (
            <span class="composer-hint" aria-hidden="true">
              {home.messagePlaceholder}
            </span>
          )}
        </Canvas>
      </div>
      <Faults faults={composition.faults} text={text} isLive={live} />
      <div class="row composer-tools">
        <ColourKeys onPick={insert} />
        <Alignments
          label={home.alignmentLabel}
          value={alignment}
          onChange={(chosen) => onChange({ alignment: chosen })}
        />
      </div>
      <Said>{said}</Said>
    </>
  );
};
