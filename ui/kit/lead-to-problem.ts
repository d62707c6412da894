/** Leads whoever has sent a form to the first field of it that is said to be wrong, once that is drawn. */
export const leadToProblem = (form: Element): void =>
  void requestAnimationFrame(() =>
    form
      .querySelector('.field-note.is-wrong')
      ?.parentElement?.querySelector<HTMLElement>('input, select, textarea')
      ?.focus(),
  );
