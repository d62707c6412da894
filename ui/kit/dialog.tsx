import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { kit } from '../strings/kit.ts';

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/**
 * Gives the focus back to what opened a dialogue: as soon as it can take it when it is busy, and to the view when it is
 * gone.
 */
const returnFocus = (opener: Element | null): void => {
  const give = () => {
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    if (!isLost()) return true;
    const waits = opener instanceof HTMLElement && opener.isConnected && opener.matches(':disabled');
    if (!waits) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    return !waits;
  };
  // The view is drawn anew first: what opened the dialogue may go with it.
  requestAnimationFrame(() => {
    if (give()) return;
    const watch = new MutationObserver(() => (!isLost() || give()) && watch.disconnect());
    watch.observe(document.querySelector('main') ?? document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['disabled'],
    });
  });
};

/** A dialogue above the page: the browser keeps the focus inside, Escape and the cross close it. */
export const Dialog = ({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}) => {
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
        <button type="button" class="icon-button" aria-label={kit.close} onClick={onClose}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 6l12 12M18 6L6 18" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" />
          </svg>
        </button>
      </div>
      {children}
    </dialog>
  );
};

/** Asks before something is lost. */
export const Confirm = ({
  title,
  text,
  action,
  onConfirm,
  onClose,
}: {
  title: string;
  text: string;
  action: string;
  onConfirm: () => void;
  onClose: () => void;
}) => (
  <Dialog title={title} onClose={onClose}>
    <p>{text}</p>
    <div class="actions">
      <button type="button" class="button button-danger" onClick={onConfirm}>
        {action}
      </button>
      <button type="button" class="button" onClick={onClose}>
        {kit.cancel}
      </button>
    </div>
  </Dialog>
);

/** A button that asks before it acts; `action` is what the question is answered with. */
export const ConfirmButton = ({
  label,
  disabled = false,
  question,
  onConfirm,
}: {
  label: string;
  disabled?: boolean;
  question: { readonly title: string; readonly text: string; readonly action: string };
  onConfirm: () => void;
}) => {
  const [asking, setAsking] = useState(false);
  const confirm = () => {
    setAsking(false);
    onConfirm();
  };
  return (
    <>
      <button type="button" class="button" disabled={disabled} onClick={() => setAsking(true)}>
        {label}
      </button>
      {asking && <Confirm {...question} onConfirm={confirm} onClose={() => setAsking(false)} />}
    </>
  );
};
