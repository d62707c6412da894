import type { Browser } from 'playwright-core';

/** Starts the browser of the tests; rejects where there is none. */
export const launchChromium: () => Promise<Browser>;
