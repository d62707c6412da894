import { useEffect, useState } from 'preact/hooks';

/** Where somebody writes: a row, and an index into its line. */
export interface Caret {
  readonly row: number;
  readonly offset: number;
  /** Spaces that are put in first when something is typed: the caret was set on a flap behind the end of the line. */
  readonly missing: number;
}

const rowOf = (element: Element | null): number | null => {
  const row = element instanceof HTMLInputElement ? element.dataset['row'] : undefined;
  return row === undefined ? null : Number(row);
};

/** Follows the caret through the lines: inputs that carry their row in `data-row`. */
export const useCaret = (): readonly [Caret, (caret: Caret) => void] => {
  const [caret, setCaret] = useState<Caret>({ row: 0, offset: 0, missing: 0 });
  useEffect(() => {
    const follow = ({ type, target }: Event) => {
      const field = type === 'selectionchange' ? document.activeElement : (target as Element);
      const row = rowOf(field);
      if (row === null || !(field instanceof HTMLInputElement)) return;
      const offset = field.selectionEnd ?? 0;
      setCaret((old) => (old.row === row && old.offset === offset ? old : { row, offset, missing: 0 }));
    };
    // A change of the selection is told a moment later, when the focus may be elsewhere already.
    const kinds = ['selectionchange', 'focusin', 'focusout'];
    for (const kind of kinds) document.addEventListener(kind, follow);
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, follow);
    };
  }, []);
  return [caret, setCaret];
};

/**
 * Puts the caret into a line, so that typing goes on there. `onBoard`: it was put there on the flaps, which show it;
 * the page stays where it is until something else is done.
 */
export const focusLine = (row: number, offset: number, onBoard = false): void => {
  const field = document.querySelector<HTMLInputElement>(`input[data-row="${row}"]`);
  if (!field) return;
  field.toggleAttribute('data-seen-elsewhere', onBoard);
  field.addEventListener('blur', () => field.removeAttribute('data-seen-elsewhere'), { once: true });
  field.focus({ preventScroll: true });
  field.setSelectionRange(offset, offset);
  if (!onBoard) field.scrollIntoView({ block: 'nearest' });
};
