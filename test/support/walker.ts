import type { Page, Request } from 'playwright-core';

const LONGEST_LOAD_MS = 10_000;
/** For so long nothing more is asked for and nothing changes in a view that is there. */
const CALM_MS = 120;

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
            main.querySelector('.loading, .is-loading, [aria-busy="true"]') !== null || main.childElementCount === 0;
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

/** A walker on an open page of the interface. */
export const createWalker = (page: Page): Walker => {
  const pending = new Set<Request>();
  page.on('request', (request) => void (request.resourceType() !== 'eventsource' && pending.add(request)));
  page.on('requestfinished', (request) => void pending.delete(request));
  page.on('requestfailed', (request) => void pending.delete(request));
  const settle = async (): Promise<void> => {
    const end = Date.now() + LONGEST_LOAD_MS;
    do await calm(page);
    while (pending.size > 0 && Date.now() < end);
    if (Date.now() >= end) throw new Error(`${page.url()} still loads.`);
  };
  return {
    settle,
    goTo: async (path) => {
      await page.evaluate((address) => {
        history.pushState(null, '', address);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path);
      await settle();
    },
  };
};
