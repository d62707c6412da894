// needs: chromium
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fileFor } from '../plugins/source-file.ts';
import { SCREEN_NAMES, assertAccessible, assertFits, startBrowser, type TestBrowser } from '../support/browser.ts';
import type { Appliance } from '../support/appliance.ts';
import { SignInServer } from '../support/sign-in-server.ts';

let browser: TestBrowser;
let server: SignInServer;

const test = suite('signing in to a source in a browser');

test.before(async () => {
  browser = await startBrowser();
});
test.after(() => browser.close());
test.before.each(async () => {
  server = new SignInServer();
  await server.listen();
});
test.after.each(() => server.close());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const shot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['SIGN_IN_SHOTS'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
};

const bring = async (appliance: Appliance): Promise<void> => {
  const file = JSON.stringify(fileFor(server.origin, { account: server.account() }));
  const confirm = [{ destination: server.origin, home: true, secrets: ['client_secret', 'sign-in'] }];
  await appliance.call('POST', '/plugins/own', { file, confirm });
  const config = { client_id: 'client', client_secret: 'very-secret-client' };
  await appliance.call('PUT', '/plugins/probe/config', { config, confirm });
};

for (const screen of SCREEN_NAMES) {
  const on = (what: string, act: (page: Page) => Promise<void>) =>
    test(`${screen}: ${what}`, () =>
      browser.visit('/plugins/probe', { screen, before: bring }, async ({ page }) => {
        await page.getByRole('heading', { name: 'Sign-in with Stand-in' }).waitFor();
        await act(page);
      }));

  on('the browser goes to the service and comes back signed in; signing out', async (page) => {
    await page.getByText('Nobody is signed in.').waitFor();
    await page.getByText(/Register http:\/\/.*\/api\/sign-in\/redirect there\./).waitFor();
    await assertAccessible(page, 'the steps of a sign-in');
    await assertFits(page, 'the steps of a sign-in');
    await shot(page, `${screen}-steps`);
    await button(page, 'Sign in with Stand-in').click();
    await page.getByText('You are signed in.').waitFor();
    await page.getByRole('link', { name: 'Back to the source' }).click();
    await page.getByText(/^Signed in since .* It is renewed by itself\.$/).waitFor();
    await assertAccessible(page, 'who is signed in');
    await shot(page, `${screen}-in`);
    await button(page, 'Sign out').click();
    await page.getByText('Signed out.').waitFor();
    await page.getByText('Nobody is signed in.').waitFor();
  });

  on('an address is pasted', async (page) => {
    await button(page, 'Sign in with Stand-in, and paste an address').click();
    const link = page.getByRole('link', { name: 'Open the page where you agree' });
    const back = await server.agree((await link.getAttribute('href')) ?? '');
    await assertAccessible(page, 'a pasted address');
    await assertFits(page, 'a pasted address');
    await shot(page, `${screen}-paste`);
    const field = page.getByRole('textbox', { name: 'Address in the bar of the browser' });
    await field.fill('http://127.0.0.1/flapbox?code=1');
    await button(page, 'Finish the sign-in').click();
    await page.getByText(/there is no state in it/).waitFor();
    await field.fill(back);
    await button(page, 'Finish the sign-in').click();
    await page.getByText(/^Signed in since /).waitFor();
  });

  on('a code is typed on another device', async (page) => {
    server.interval = 1;
    server.pending.push('authorization_pending', 'authorization_pending');
    await button(page, 'Sign in with Stand-in on another device').click();
    await page.getByText('WDJB-MJHT').waitFor();
    await assertAccessible(page, 'a code for another device');
    await assertFits(page, 'a code for another device');
    await shot(page, `${screen}-device`);
    await page.getByText(/^Signed in since /).waitFor();
  });
}

test('nothing of it made the browser complain, but for the address that is refused', () => {
  assert.equal(
    browser.complaints.filter((one) => !one.includes('status of 400')),
    [],
  );
});

test.run();
