import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { kit } from '../strings/kit.ts';
import { Button, CROSS, IconButton, type ButtonProps } from './button.tsx';
import { Report, useWork, type Work } from './work.tsx';

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** What was decided in a dialogue is done within this time, mostly. */
const WORK_MS = 5000;

/**
 * Gives the focus back to what opened a dialogue: as soon as it can take it when it is busy, and to the view when it is
 * gone, be it with what was decided.
 */
const returnFocus = (opener: Element | null): void => {
  const give = () => {
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    const waits = opener instanceof HTMLElement && opener.isConnected && opener.matches(':disabled');
    if (isLost() && !waits) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  };
  // The view is drawn anew first: what opened the dialogue may go with it.
  requestAnimationFrame(() => {
    give();
    const watch = new MutationObserver(() => {
      if (isLost()) give();
      else if (document.activeElement !== opener) watch.disconnect();
    });
    watch.observe(document.querySelector('main') ?? document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['disabled'],
    });
    setTimeout(() => watch.disconnect(), WORK_MS);
  });
};

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A dialogue above the page: the browser keeps the focus inside, Escape and the cross close it. */
export const Dialog = ({ title, onClose, children }: DialogProps) => {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = box.current;
    const opener = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      returnFocus(opener);
    };
  }, []);
  return (
    <dialog ref={box} class="dialog" aria-labelledby={id} onCancel={(event) => (event.preventDefault(), onClose())}>
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        <IconButton icon={CROSS} label={kit.close} onClick={onClose} />
      </div>
      {children}
    </dialog>
  );
};

interface ConfirmProps {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something is lost. */
export const Confirm = ({ title, text, action, onConfirm, onClose }: ConfirmProps) => (
  <Dialog title={title} onClose={onClose}>
    <p>{text}</p>
    <div class="actions">
      <Button danger text={action} onClick={onConfirm} />
      <Button text={kit.cancel} onClick={onClose} />
    </div>
  </Dialog>
);

/** A button that asks; `action` is what the question is answered with. */
type AskingProps = Omit<ButtonProps, 'onClick'> & {
  readonly question: { readonly title: string; readonly text: string; readonly action: string };
};

/** A button that asks before it acts. */
export const ConfirmButton = ({ question, onConfirm, ...button }: AskingProps & { onConfirm: () => void }) => {
  const [asking, setAsking] = useState(false);
  const confirm = () => {
    setAsking(false);
    onConfirm();
  };
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)} />
      {asking && <Confirm {...question} onConfirm={confirm} onClose={() => setAsking(false)} />}
    </>
  );
};

/** A button that asks before it does a piece of work, and says what became of it. */
export const ConfirmWork = ({ work, ...button }: AskingProps & { work: Work }) => {
  const { busy, result, run } = useWork();
  return (
    <>
      <ConfirmButton {...button} disabled={busy || button.disabled} onConfirm={() => void run(work)} />
      <Report result={result} />
    </>
  );
};
