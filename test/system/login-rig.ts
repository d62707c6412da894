import type { Browser, BrowserContext, Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { launchChromium } from '../support/chromium.mjs';
import { button } from './view-suite.ts';

/** The password of the owner. */
export const PASSWORD = 'correct horse';

/** Waits for the boards. */
export const seeBoards = (page: Page): Promise<void> => page.getByText('My Board').first().waitFor();
/** Makes the account of an owner. */
export const setUp = ({ call }: Appliance) => call('POST', '/auth/setup', { username: 'owner', password: PASSWORD });
/** Fills the form, and sends it. */
export const logIn = async (page: Page, password: string): Promise<void> => {
  await page.getByLabel('User name').fill('owner');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Log in').click();
};
/** The cookie of the session. */
export const sessionOf = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'service_session');

/** A suite of signing in: `visit` has a new appliance that was not yet asked whether there is a login. */
export const startLogin = (name: string) => {
  let browser: Browser;
  const complaints: string[] = [];
  const test = suite(name);
  test.before(async () => {
    browser = await launchChromium();
  });
  test.after(() => browser.close());
  const openPage = async (context: BrowserContext, address: string): Promise<Page> => {
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      // What the service refuses is told by the browser too; everything else is a fault, as code that the policy
      // stopped.
      if (message.type() === 'error' && !/status of (?:400|401|409|429)/.test(message.text()))
        complaints.push(message.text());
    });
    await page.goto(address);
    return page;
  };
  const visit = async (act: (appliance: Appliance, context: BrowserContext) => Promise<void>): Promise<void> => {
    const appliance = await startAppliance({ env: { SERVICE_AUTH_ENABLED: '' } });
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    try {
      await act(appliance, context);
    } finally {
      await context.close();
      await appliance.close();
    }
  };
  const run = (): void => {
    test('the console stays silent', () => assert.equal(complaints, []));
    test.run();
  };
  return { test, visit, openPage, run };
};
