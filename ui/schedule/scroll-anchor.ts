import { useEffect, useRef } from 'preact/hooks';

/**
 * Keeps the reader where they stand while a form opens and closes above the page; `open` names the form, null is none.
 */
export const useScrollAnchor = (open: string | null): void => {
  const before = useRef<{ open: string | null; element: Element | null; top: number }>({
    open: null,
    element: null,
    top: 0,
  });
  const top = scrollY;
  if (before.current.open === null && open !== null) before.current.element = document.activeElement;
  useEffect(() => {
    if (before.current.open === open) return;
    const { element } = before.current;
    before.current = { ...before.current, open };
    const stand = () => {
      scrollTo(0, top);
      if (open === null && element instanceof HTMLElement && element.isConnected)
        element.focus({ preventScroll: true });
    };
    // The shell goes to the top of every new address, in the same turn or, when this view is drawn again meanwhile, in
    // the next one.
    queueMicrotask(stand);
    requestAnimationFrame(() => setTimeout(stand));
  }, [open]);
};
