import type { Page, Request } from 'playwright-core';

const LONGEST_LOAD_MS = 30_000;
/** For so long nothing more is asked for and nothing changes in a view that is there. */
const CALM_MS = 120;

/** Views put parts of themselves off for so long. */
const LATER_MS = [500, 2000] as const;

interface Counting extends Window {
  /** The timers that a view waits for. */
  later?: Set<number>;
}

/** Has a page count what its views put off for a moment, from now on. */
const countLater = (page: Page): Promise<void> =>
  page.evaluate(([least, most]) => {
    const later = new Set<number>();
    const [set, clear] = [window.setTimeout, window.clearTimeout];
    (window as Counting).later = later;
    Object.assign(window, {
      setTimeout: (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]): number => {
        const id = set(() => {
          run(...given);
          later.delete(id);
        }, ms);
        if (ms >= least && ms <= most) later.add(id);
        return id;
      },
      clearTimeout: (id?: number): void => {
        if (id !== undefined) later.delete(id);
        clear(id);
      },
    });
  }, LATER_MS);

/** Waits until nothing in a view says that it loads, and nothing changes any more. */
const calm = (page: Page): Promise<void> =>
  page.evaluate(
    ([calm, longest]) =>
      new Promise<void>((resolve) => {
        const main = document.querySelector('main') ?? document.body;
        const end = performance.now() + longest;
        let last = performance.now();
        const watch = new MutationObserver(() => (last = performance.now()));
        watch.observe(main, { subtree: true, childList: true });
        const ask = () => {
          const now = performance.now();
          const loads =
            main.querySelector('.loading, .is-loading, [aria-busy="true"]') !== null ||
            main.childElementCount === 0 ||
            ((window as Counting).later?.size ?? 0) > 0;
          if ((loads || now - last < calm) && now < end) return void setTimeout(ask, 20);
          watch.disconnect();
          resolve();
        };
        ask();
      }),
    [CALM_MS, LONGEST_LOAD_MS] as const,
  );

/** Goes through the interface as somebody who presses its links. */
export interface Walker {
  /** Goes to an address without loading the page anew, and waits as `settle` does. */
  goTo(path: string): Promise<void>;
  /** Waits until the view is drawn with all that it asked for. */
  settle(): Promise<void>;
}

/** A walker on an open page of the interface; what the first view put off before is not waited for. */
export const createWalker = (page: Page): Walker => {
  const pending = new Set<Request>();
  page.on('request', (request) => void (request.resourceType() !== 'eventsource' && pending.add(request)));
  page.on('requestfinished', (request) => void pending.delete(request));
  page.on('requestfailed', (request) => void pending.delete(request));
  const counting = countLater(page);
  const settle = async (): Promise<void> => {
    await counting;
    const end = Date.now() + LONGEST_LOAD_MS;
    do await calm(page);
    while (pending.size > 0 && Date.now() < end);
    if (Date.now() >= end) throw new Error(`${page.url()} still loads.`);
  };
  return {
    settle,
    goTo: async (path) => {
      await counting;
      await page.evaluate((address) => {
        history.pushState(null, '', address);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path);
      await settle();
    },
  };
};
