import type { Page } from 'playwright-core';
import { withoutChanging } from './changing.ts';

const APART_MS = 80;
const MOST_LOOKS = 50;

/**
 * What a page says to somebody who does not see it, as lines: its roles, names, states and texts, without what each
 * run has of its own. Waits until it says the same twice.
 */
export const saidBy = async (page: Page): Promise<string[]> => {
  let before = '';
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const said = await page.locator('main, dialog[open]').last().ariaSnapshot();
    if (said === before) break;
    before = said;
    await new Promise((resolve) => setTimeout(resolve, APART_MS));
  }
  return withoutChanging(before).split('\n');
};
