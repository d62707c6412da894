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

/**
 * A function that goes to an address without loading the page anew, and waits until its view is drawn with all that it
 * asked for.
 */
export const createWalker = (page: Page): ((path: string) => Promise<void>) => {
  const pending = new Set<Request>();
  page.on('request', (request) => void (request.resourceType() !== 'eventsource' && pending.add(request)));
  page.on('requestfinished', (request) => void pending.delete(request));
  page.on('requestfailed', (request) => void pending.delete(request));
  return async (path) => {
    await page.evaluate((address) => {
      history.pushState(null, '', address);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
    const end = Date.now() + LONGEST_LOAD_MS;
    do await calm(page);
    while (pending.size > 0 && Date.now() < end);
    if (Date.now() >= end) throw new Error(`${path} still loads.`);
  };
};
