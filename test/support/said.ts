import type { Page } from 'playwright-core';

const APART_MS = 80;
const MOST_LOOKS = 50;

/** What differs from one appliance, machine or build to the next, by what stands for it. */
const CHANGING: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '(id)'],
  [/flapbox_[0-9a-f]{8}\b/g, 'flapbox_(id)'],
  [/The kernel (?:has|offers) no [^.]*\./g, '(pins of the machine)'],
  [/\/s\/f\/[\w-]{43}/g, '/s/f/(token)'],
  [/127\.0\.0\.1:\d{2,5}/g, '(host)'],
];

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
  return CHANGING.reduce((text, [kind, name]) => text.replace(kind, name), before).split('\n');
};
