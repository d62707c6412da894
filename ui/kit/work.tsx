import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { sentenceOf } from '../../src/core/sentence.ts';
import { useToldAbove } from '../connection.ts';
import { kit } from '../strings/kit.ts';
import { Button, type ButtonProps } from './button.tsx';

/** A piece of work: it answers what to say of it, a sentence or a result, or nothing. */
export type Work = () => Promise<string | Result | void>;

/** What became of something that was asked for: said in a sentence, in the tone of success or failure. */
export interface Result {
  readonly tone: 'good' | 'plain' | 'bad';
  readonly text: string;
  /** Takes it back. */
  readonly undo?: Work | undefined;
}

/** A control that is busy loses the focus: it gets it back when it is not any more, unless that has gone elsewhere. */
const regainFocus = (control: Element | null): void => {
  if (control instanceof HTMLElement)
    requestAnimationFrame(() => document.activeElement === document.body && control.focus({ preventScroll: true }));
};

/**
 * Runs one piece of work at a time and keeps what became of it, which is forgotten when `about`, what the work was done
 * with, becomes something else, and not told when it has by then. `act` makes of a piece of work what a button does.
 */
export const useWork = (about = '') => {
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Result | null>(null);
  const present = useRef(about);
  present.current = about;
  const show = (done: Result) => setResult({ ...done, undo: done.undo && (async () => void run(done.undo as Work)) });
  useEffect(() => setResult(null), [about]);
  const run = async (work: Work): Promise<boolean> => {
    const control = document.activeElement;
    const begun = present.current;
    const isStill = () => present.current === begun;
    setBusy(true);
    setResult(null);
    try {
      const done = await work();
      if (done && isStill()) show(typeof done === 'string' ? { tone: 'good', text: done } : done);
      return true;
    } catch (error) {
      if (isStill()) setResult({ tone: 'bad', text: sentenceOf(error) });
      return false;
    } finally {
      setBusy(false);
      regainFocus(control);
    }
  };
  const act =
    <Given extends unknown[]>(work: (...given: Given) => ReturnType<Work>) =>
    (...given: Given): void =>
      void run(() => work(...given));
  return { busy, result, run, act, clear: () => setResult(null) };
};

/** A setting that is stored as soon as it is chosen, and stands as it was when that fails. */
export const useWanted = <T,>(stored: T, store: (next: T) => ReturnType<Work>) => {
  const { result, run } = useWork();
  const [wanted, setWanted] = useState<{ readonly value: T } | null>(null);
  useEffect(() => setWanted(null), [stored]);
  const choose = (value: T) => {
    setWanted({ value });
    void run(() => store(value)).then((done) => done || setWanted(null));
  };
  return { value: wanted ? wanted.value : stored, choose, result, run };
};

/** What became of a piece of work, announced to everybody, with the way back where there is one. */
export const Report = ({ result }: { result: Result | null }) => {
  const box = useRef<HTMLDivElement>(null);
  // Whoever has pressed a button at the lower edge of a phone sees what became of it.
  useEffect(() => {
    if (result) box.current?.scrollIntoView({ block: 'nearest' });
  }, [result]);
  return (
    <div ref={box} class="report" role="status">
      {result && (
        <p class={`notice notice-${result.tone} ${result.undo ? 'row' : ''}`}>
          {result.undo ? <span>{result.text}</span> : result.text}
          {result.undo && <Button small text={kit.undo} onClick={() => void result.undo?.()} />}
        </p>
      )}
    </div>
  );
};

/** What is told to those who do not see what was just done. */
export const Said = ({ children }: { children: ComponentChildren }) => (
  <p class="visually-hidden" aria-live="polite">
    {children}
  </p>
);

/** A button that does one piece of work at a time and says what became of it; `busyText` is shown meanwhile. */
export const WorkButton = ({
  work,
  busyText,
  ...button
}: Omit<ButtonProps, 'onClick'> & { work: Work; busyText?: string }) => {
  const { busy, result, run } = useWork();
  return (
    <>
      <Button
        {...button}
        text={busy ? (busyText ?? button.text) : button.text}
        disabled={busy || button.disabled}
        onClick={() => void run(work)}
      />
      <Report result={result} />
    </>
  );
};

/** Why something could not be loaded, unless that is told above, with a way to try again. */
export const LoadProblem = ({ problem, onRetry }: { problem: string; onRetry: () => void }) => {
  const isTold = useToldAbove(problem);
  return (
    <div class={`notice ${isTold ? '' : 'notice-bad'}`} role={isTold ? 'status' : 'alert'}>
      <p>{isTold ? kit.notLoaded : problem}</p>
      <Button small text={kit.tryAgain} onClick={onRetry} />
    </div>
  );
};

/** What stands there until something is loaded: that it is on its way, or why it cannot be. */
export const Loading = ({ problem, onRetry }: { problem: string | null; onRetry: () => void }) =>
  problem === null ? (
    <p class="meta is-loading" role="status">
      {kit.loading}
    </p>
  ) : (
    <LoadProblem problem={problem} onRetry={onRetry} />
  );
