/**
 * A keyboard on the screen covers at least this much of it, in px; what browsers hide and show of their own is less.
 */
const LEAST_KEYBOARD = 120;
/** Room between a field and what would hide it, in px. */
const AIR = 8;

/**
 * How much of the page lies behind a keyboard at the lower edge, in px. A page that was enlarged by hand is not
 * covered.
 */
const coveredBelow = (): number => {
  const seen = window.visualViewport;
  if (!seen || seen.scale > 1.01) return 0;
  const covered = Math.round(innerHeight - seen.height - seen.offsetTop);
  return covered >= LEAST_KEYBOARD ? covered : 0;
};

const isTypedInto = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement &&
  element !== document.body &&
  element.matches('input, textarea, select, button, a, summary, [contenteditable], [tabindex="0"]');

/**
 * At which edge of the screen a bar lies over the page; null where it takes its place in it, as a sticky one does until
 * the page is scrolled that far.
 */
const edgeOf = (bar: Element, box: DOMRect): 'above' | 'below' | null => {
  const { position, top, bottom } = getComputedStyle(bar);
  if (position === 'fixed') return (box.top + box.bottom) / 2 < innerHeight / 2 ? 'above' : 'below';
  if (position !== 'sticky') return null;
  if (top !== 'auto') return box.top <= Number.parseFloat(top) + 1 ? 'above' : null;
  return box.bottom >= innerHeight - Number.parseFloat(bottom) - 1 ? 'below' : null;
};

/** The lower edge of what is to be seen of a field: what is said to be wrong with it, too. */
const endOf = (field: HTMLElement): number => {
  const note = field.matches('[aria-invalid]') && document.getElementById(field.getAttribute('aria-describedby') ?? '');
  return (note || field).getBoundingClientRect().bottom;
};

/** How far a field is hidden: above zero by what lies below it, under zero by what lies above it, in px. */
const hiddenBy = (field: HTMLElement, covered: number): number => {
  const { top, left, right } = field.getBoundingClientRect();
  const bottom = endOf(field);
  let [ceiling, floor] = [0, innerHeight - covered];
  for (const bar of document.querySelectorAll('[data-bar]')) {
    const box = bar.getBoundingClientRect();
    if (bar.contains(field) || box.height === 0 || box.right <= left || box.left >= right) continue;
    const edge = edgeOf(bar, box);
    if (edge === 'above') ceiling = Math.max(ceiling, box.bottom);
    if (edge === 'below') floor = Math.min(floor, box.top);
  }
  if (bottom > floor) return Math.min(bottom - floor + AIR, top - ceiling);
  return top < ceiling ? top - ceiling - AIR : 0;
};

const clear = (): void => {
  const field = document.activeElement;
  if (!isTypedInto(field) || field.closest('[data-bar], [data-seen-elsewhere], dialog')) return;
  const by = hiddenBy(field, coveredBelow());
  if (by !== 0) scrollBy(0, by);
};

const followKeyboard = (): void => {
  const covered = coveredBelow();
  const { style, dataset } = document.documentElement;
  style.setProperty('--covered', `${covered}px`);
  if (covered > 0) dataset['keyboard'] = 'open';
  else delete dataset['keyboard'];
};

/**
 * Keeps the field that has the focus clear of bars and of the keyboard of a phone, for as long as the page is open.
 * Bars carry `data-bar`, and a field whose content is written in sight elsewhere `data-seen-elsewhere`.
 */
export const keepFieldsClear = (): void => {
  const settle = () => requestAnimationFrame(clear);
  document.addEventListener('focusin', settle);
  document.addEventListener('input', settle);
  for (const kind of ['resize', 'scroll'] as const) {
    window.visualViewport?.addEventListener(kind, () => {
      followKeyboard();
      if (kind === 'resize') settle();
    });
  }
};
