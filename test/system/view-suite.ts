import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SCREEN_NAMES, startBrowser, type Premises, type TestBrowser, type Visit } from '../support/browser.ts';

/** A button of the page. */
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
/**
 * A suite with a browser: `onEach` adds a test of an address on each screen, `visit` opens one within a test, and `run`
 * runs them and looks at what the console said besides what matches `refused`.
 */
export const startSuite = (name: string, refused = /net::ERR_|status of 400/) => {
  let browser: TestBrowser;
  const test = suite(name);
  test.before(async () => {
    browser = await startBrowser();
  });
  test.after(() => browser.close());
  const visit: TestBrowser['visit'] = (address, premises, act) => browser.visit(address, premises, act);
  return {
    test,
    visit,
    onEach: (what: string, address: string, act: (visit: Visit) => Promise<void>, look: Premises = {}): void => {
      for (const screen of SCREEN_NAMES)
        test(`${screen}: ${what}`, () => visit(address, { screen, hurried: true, ...look }, act));
    },
    run: (): void => {
      test('the console stays silent but for what the service refused', () =>
        assert.equal(
          browser.complaints.filter((text) => !refused.test(text)),
          [],
        ));
      test.run();
    },
  };
};
