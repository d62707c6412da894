import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { SCREEN_NAMES, startBrowser, type Premises, type TestBrowser, type Visit } from '../support/browser.ts';

/** A button of the page. */
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Adds the look at what the console said besides what matches `refused`, which is the last test, and runs all. */
const runAll = (test: ReturnType<typeof suite>, said: () => readonly string[], refused: RegExp): void => {
  test('the console stays silent but for what the service refused', () =>
    assert.equal(
      said().filter((text) => !refused.test(text)),
      [],
    ));
  test.run();
};

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
  const visit: TestBrowser['visit'] = (address, premises, act) =>
    browser.visit(address, { hurried: true, ...premises }, act);
  return {
    test,
    visit,
    onEach: (what: string, address: string, act: (visit: Visit) => Promise<void>, look: Premises = {}): void => {
      for (const screen of SCREEN_NAMES) test(`${screen}: ${what}`, () => visit(address, { screen, ...look }, act));
    },
    run: (): void => runAll(test, () => browser.complaints, refused),
  };
};

/** What tests of one suite share; it is there from the first of them on. */
export interface Shared {
  readonly appliance: Appliance;
  readonly browser: TestBrowser;
}

/**
 * A suite whose tests share a browser and an appliance, which `prepare` fills before them; `run` runs them and looks at
 * what the console said besides what matches `refused`.
 */
export const startSharedSuite = (name: string, prepare: (shared: Shared) => Promise<unknown>, refused: RegExp) => {
  const shared = {} as Shared;
  const test = suite(name);
  test.before(async () => {
    const [appliance, browser] = await Promise.all([startAppliance(), startBrowser()]);
    await prepare(Object.assign(shared, { appliance, browser }));
  });
  test.after(async () => {
    await shared.browser.close();
    await shared.appliance.close();
  });
  return { test, shared, run: (): void => runAll(test, () => shared.browser.complaints, refused) };
};
