// The script inside the page: where the service has drawn the first board into it, the rest of the interface is loaded
// once that is on the screen. The page is painted once: it expects `#drawn`, which stands behind the board.
import { bootInPage, fetchBoot } from './boot-answer.ts';
import { showTheme, storedTheme } from './shell/theme.ts';

/** A browser that does not say when it has painted is not waited for any longer. */
const LONGEST_MS = 500;

/** Resolves when what was drawn is on the screen; until then a browser needs its processors for that. */
const painted = (): Promise<void> =>
  new Promise((resolve) => {
    new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true });
    setTimeout(resolve, LONGEST_MS);
  });

const loadInterface = (address: string): void =>
  document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: address }));

const YEAR_SECONDS = 365 * 24 * 3600;

/** Tells the service how wide the board is drawn here: it draws the next one so (`src/http/pages/drawn-board.ts`). */
const tellWidth = (board: Element): void => {
  const width = Math.round(board.clientWidth * devicePixelRatio);
  document.cookie = `width=${width}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
};

/** After this, what the interface has not replaced yet it never will. */
const TOO_OLD_MS = 8000;

/** Tells the owner of a browser that cannot read the interface where it can show a board. */
const hintLater = (): void => {
  const hint = document.querySelector<HTMLElement>('.too-old');
  if (hint) setTimeout(() => (hint.hidden = false), TOO_OLD_MS);
};

/** Leaves the browser its time to paint, then loads the interface, whose script is at `address`. */
const begin = async (address: string): Promise<void> => {
  hintLater();
  const board = document.querySelector('.board');
  if (board) {
    await painted();
    tellWidth(board);
  }
  const boot = bootInPage();
  globalThis.flapboxBoot = boot ? Promise.resolve(boot) : fetchBoot();
  // A page with the answer has the theme too: asking the browser's storage holds a slow one up for a frame.
  if (!boot) showTheme(storedTheme());
  loadInterface(address);
};

void begin(document.currentScript?.dataset['interface'] ?? '');
